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

    What ``answer`` raises ends the run, after the answers that were on their way; failures of one
    row are answers with an error.
    """
    source = iter(questions)
    if workers == 1:
        for question in source:
            yield question, answer(question)
        return
    stop: Exception | None = None
    with ThreadPoolExecutor(workers) as pool:
        running: dict[Future[Answer], Question] = {}
        while True:
            room = 0 if stop else workers - len(running)
            for question in islice(source, room):
                running[pool.submit(answer, question)] = question
            if not running:
                break
            done, _ = wait(running, return_when=FIRST_COMPLETED)
            for future in done:
                question = running.pop(future)
                try:
                    found = future.result()
                except Exception as error:
                    stop = stop or error
                else:
                    yield question, found
    if stop is not None:
        raise stop
