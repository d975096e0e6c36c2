"""Answer with several rows at once, reading questions only as there is room."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from itertools import islice

from evaluation.models.contract import Answer, Question


def answer_all(
    answer: Callable[[Question], Answer], questions: Iterable[Question], workers: int
) -> Iterator[tuple[Question, Answer]]:
    """Call ``answer`` for every question on ``workers`` threads, in the order of arrival.

    What ``answer`` raises ends the run; failures of one row are answers with an error.
    """
    source = iter(questions)
    if workers == 1:
        for question in source:
            yield question, answer(question)
        return
    with ThreadPoolExecutor(workers) as pool:
        running: dict[Future[Answer], Question] = {}
        while True:
            for question in islice(source, workers - len(running)):
                running[pool.submit(answer, question)] = question
            if not running:
                return
            done, _ = wait(running, return_when=FIRST_COMPLETED)
            for future in done:
                yield running.pop(future), future.result()
