"""From multiple choice to what can be asked aloud.

VocalBench-zh, appendix A: a question that can be answered without its options is asked without
them, and kept if the model's free answer is the right option; one that needs them has them spoken
as "{question}? {A}, {B}, {C} or {D}?".
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from builders.backends.llm.failures import LLMError
from builders.errors import unknown_name
from builders.item import Item
from builders.step import Context, Outcome, Rejected, one_of, step
from builders.text.answers import free_answer, same_answer
from builders.text.ask import noted, reject
from builders.text.option_words import means_others, names_letters

VERSION = 2
MODES = ("free", "spoken", "auto")

_NEEDS_OPTIONS = re.compile(
    r"下列|以下|下面(?:的?哪|各|几|说法|选项)|上述|选项|哪一?项|"
    r"\b(?:which of (?:the following|these)|the following|all of the above|none of the above|"
    r"best (?:describes|completes)|options?)\b",
    re.IGNORECASE,
)
# Empty brackets are a gap, but for those of a function: f().
_BLANK = re.compile(r"_{2,}|（\s*）|(?<![A-Za-z0-9_])\(\s*\)")
_END = re.compile(r"[\s?？。.:：!！,，、;；]+$")


@step("multiple_choice", version=VERSION, uses=("llm",), check=one_of(mode=MODES))
def multiple_choice(
    item: Item,
    ctx: Context,
    mode: str = "auto",
    llm: str = "llm",
    model: str | None = None,
) -> Outcome:
    """Turn a multiple-choice row into a question that a voice can ask.

    Args:
        item: Row with ``options`` (list of ``{label, text}``) and ``answer_key`` in its fields.
        ctx: Engine context.
        mode: ``free``: without options, or rejected. ``spoken``: always with the options, without
            asking a model. ``auto``: free where that works, else spoken.
        llm: Kind of the backend that answers and compares.
        model: Another model at the same endpoint.

    Returns:
        The row with its new prompt, the right option's text as reference, and the columns
        ``choice_form`` (``free`` or ``spoken``) and ``bare_question``.
    """
    if mode not in MODES:
        raise unknown_name("mode", mode, MODES, "step 'multiple_choice'")
    options = item.fields.get("options")
    right = _right(item)
    if not options or right is None:
        return Rejected("no options", f"row '{item.id}' has no options or no right one")
    texts = [str(option["text"]) for option in options]
    if not all(text.strip() for text in texts):
        return Rejected("an empty option", f"row '{item.id}': {texts}")
    if names_letters(options):
        return Rejected("an option names others by letter", f"no letter is heard: {texts}")
    if mode == "spoken":
        return _spoken(item, right, "the options are spoken by choice")
    if needs_options(item.prompt) or means_others(options):
        note = "the question or an option refers to the options"
        return Rejected("needs its options", note) if mode == "free" else _spoken(item, right, note)
    try:
        answered = free_answer(ctx, item, item.prompt, llm=llm, model=model)
        same, _ = same_answer(ctx, item, item.prompt, right, answered.value, llm=llm)
    except LLMError as error:
        return reject(error, "multiple choice")
    if same:
        done = item.but(reference=right, spoken=None)
        done = done.with_fields(choice_form="free", bare_question=item.prompt)
        return noted(done, "multiple_choice", VERSION, answered, note=answered.value, mode=mode)
    note = f"the free answer was {answered.value!r}, the right option is {right!r}"
    return Rejected("free answer differs", note) if mode == "free" else _spoken(item, right, note)


def needs_options(question: str) -> bool:
    """Whether the wording points at the options ("which of the following", 下列哪项)."""
    return bool(_NEEDS_OPTIONS.search(question))


def spoken_question(question: str, options: Sequence[str], language: str) -> str:
    """A question with its options in one breath.

    >>> spoken_question("Where do fish live?", ["trees", "water", "sand"], "en")
    'Where do fish live? trees, water, or sand?'
    >>> spoken_question("鱼住在哪里", ["树上", "水里", "沙里"], "zh")
    '鱼住在哪里？树上、水里还是沙里？'
    """
    stem = _END.sub("", _BLANK.sub("什么" if language == "zh" else "blank", question))
    texts = [_END.sub("", " ".join(option.split())) for option in options]
    if language == "zh":
        return f"{stem}？{'、'.join(texts[:-1])}还是{texts[-1]}？"
    comma = "," if len(texts) > 2 else ""
    return f"{stem}? {', '.join(texts[:-1])}{comma} or {texts[-1]}?"


def _right(item: Item) -> str | None:
    key = item.fields.get("answer_key")
    for option in item.fields.get("options") or ():
        if option["label"] == key:
            return str(option["text"])
    return None


def _spoken(item: Item, right: str, note: str) -> Item:
    texts = [str(option["text"]) for option in item.fields["options"]]
    done = item.but(
        prompt=spoken_question(item.prompt, texts, item.language), reference=right, spoken=None
    )
    done = done.with_fields(choice_form="spoken", bare_question=item.prompt)
    return noted(done, "multiple_choice", VERSION, note=note)
