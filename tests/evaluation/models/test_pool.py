from __future__ import annotations

import time

import pytest

from evaluation.models.contract import Answer
from evaluation.models.pool import answer_all


@pytest.mark.parametrize("workers", [1, 4])
def test_every_question_is_answered(make_question, workers):
    questions = [make_question(f"r{n}") for n in range(9)]
    found = answer_all(lambda q: Answer(text=q.id), questions, workers)
    assert sorted((q.id, a.text) for q, a in found) == [(f"r{n}", f"r{n}") for n in range(9)]


def test_answers_on_their_way_come_before_the_end(make_question):
    def answer(question):
        if question.id == "r0":
            raise ValueError("wrong key")
        time.sleep(0.2)
        return Answer(text="paid")

    asked = iter([make_question(f"r{n}") for n in range(9)])
    answers, found = answer_all(answer, asked, 3), []
    with pytest.raises(ValueError, match="wrong key"):
        for question, _ in answers:
            found.append(question.id)
    assert sorted(found) == ["r1", "r2"]
    assert next(asked).id == "r3"
