from __future__ import annotations

import pytest

from builders.errors import VivavoceError
from evaluation.contracts import Example, Response, Row
from evaluation.metrics.bbh import BBH, BBH_UNPARSED, task_of
from evaluation.metrics.bbh_answer import find_answer
from evaluation.score import score

YES_NO = [
    ("Yes", "yes"),
    ("no.", "no"),
    ("**No**", "no"),
    ("The answer is yes.", "yes"),
    ("The answer is: no", "no"),
    ("So the answer is No.", "no"),
    ("Let me see. The answer to the question is yes.", "yes"),
    ("Final answer: no", "no"),
    ("The answer is \\boxed{\\text{no}}.", "no"),
    ("The answer is false.", "no"),
    ("In conclusion: true", "yes"),
    ("I would say no.", "no"),
    ("After all of this, yes", "yes"),
    ("Yes, but wait. The final answer is no.", "no"),
    ("No problem, let me think.", None),
    ("No one knows.", None),
    ("", None),
    ("I cannot tell.", None),
    ("This cannot be true", None),
    ("Is it so? No, it is not.", "no"),
]


@pytest.mark.parametrize("task", ["sports_understanding", "navigate", "web_of_lies"])
@pytest.mark.parametrize(("text", "said"), YES_NO)
def test_yes_and_no(task, text, said):
    assert find_answer(task, text) == said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("The sentence is plausible.", "yes"),
        ("This sentence seems quite plausible.", "yes"),
        ("The sentence is not plausible.", "no"),
        ("The sentence isn't entirely plausible.", "no"),
        ("It is implausible.", "no"),
        ("It seems unlikely.", "no"),
        ("It is not unlikely.", "yes"),
        ("That is possible.", "yes"),
        ("Is the sentence plausible? It is unrealistic.", "no"),
        ("To determine whether it is plausible, look at the sport. It makes sense.", "yes"),
        ("It is unlikely to be plausible.", "no"),
        ("Is the sentence plausible? Yes it is.", "yes"),
        ("Footballers do not bat, making it implausible.", "no"),
    ],
)
def test_sports_understanding(text, said):
    assert find_answer("sports_understanding", text) == said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("You return to the starting point.", "yes"),
        ("You do not return to the starting point.", "no"),
        ("You will not be back where you started.", "no"),
        ("You'll end up right back where you started.", "yes"),
        ("You haven't returned to the starting point.", "no"),
        ("We are now back at the starting point!", "yes"),
        ("You end up two steps away from the starting point.", "no"),
        ("You are 3 steps from your starting point.", "no"),
        ("Do you return to the starting point? You are at the original position.", "yes"),
        ("Take five steps. The final position is not the starting point.", "no"),
        ("If you follow these, you return to the starting point.", "yes"),
        ("Take five steps forward.", None),
    ],
)
def test_navigate(text, said):
    assert find_answer("navigate", text) == said


QUESTION = "Ann tells the truth. Bob says Ann lies. Cy says Bob lies. Does Cy tell the truth?"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Cy tells the truth.", "yes"),
        ("Cy does tell the truth.", "yes"),
        ("Cy does not tell the truth.", "no"),
        ("Cy doesn't tell the truth.", "no"),
        ("Cy lies.", "no"),
        ("Cy cannot be telling the truth.", "no"),
        ("Cy didn't tell the truth.", "no"),
        ("Cy is lying.", "no"),
        ("Cy tells a lie.", "no"),
        ("Cy is not lying.", "yes"),
        ("Cy must be telling the truth.", "yes"),
        ("Ann tells the truth, so Bob lies, so Cy tells the truth.", "yes"),
        ("Bob says Cy lies. Bob lies.", None),
        ("If Cy lies, Bob is honest. But Bob lies. So Cy tells the truth.", "yes"),
        ("Ann tells the truth.", None),
    ],
)
def test_web_of_lies(text, said):
    assert find_answer("web_of_lies", text, QUESTION) == said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("(A)", "A"),
        ("b", "B"),
        ("The answer is (B).", "B"),
        ("The correct adjective order is option (a).", "A"),
        ("The correct adjective order is in option B.", "B"),
        ("The correct adjective order is A.", "A"),
        ("Option A has the correct adjective order.", "A"),
        ("option b follows the correct adjective order", "B"),
        ("Option A has the right order, while option B does not.", "A"),
        ("The adjectives in option B are in the correct order.", "B"),
        ("The correct order is found in the first option.", "A"),
        ("The second sentence is right.", "B"),
        ("The first sentence is worse than the second sentence.", None),
        ("the answer directly is a", "A"),
        ("The answer without any modification is b", "B"),
        ("option a correctly follows the order", "A"),
        ("the adjectives in option a are in order", "A"),
        ("A beautiful old car.", None),
        ("Adjectives have an order.", None),
        ("C", None),
    ],
)
def test_hyperbaton(text, said):
    assert find_answer("hyperbaton", text) == said


def row(id, text, reference, task="navigate"):
    example = Example(
        id=f"{task}_{id}", family="voicebench", config="bbh", split="test", prompt="",
        language="en", reference=reference, source_id=id,
    )  # fmt: skip
    return Row(example, Response(id=example.id, text=text))


def test_metric_and_unparsed_share():
    rows = [
        row("a", "Yes", "yes"),
        row("b", "You do not return to the starting point.", "Yes"),
        row("c", "Let me think.", "no"),
        row("d", "(B)", "(B)", task="hyperbaton"),
        row("e", "", "no"),
    ]
    accuracy = score(BBH, rows, rounds=0)
    assert (accuracy.value, accuracy.n, accuracy.total) == (pytest.approx(2 / 3), 3, 5)
    unparsed = score(BBH_UNPARSED, rows, rounds=0)
    assert (unparsed.value, unparsed.n) == (1 / 4, 4)


def test_bad_rows_are_named():
    with pytest.raises(VivavoceError, match="row 'navigate_x': the reference must be"):
        BBH.measure(row("x", "yes", "perhaps"))
    with pytest.raises(VivavoceError, match="row 'snarks_x': no BBH task"):
        task_of(row("x", "yes", "yes", task="snarks"))
    with pytest.raises(VivavoceError, match="unknown BBH task 'snarks'"):
        find_answer("snarks", "yes")
