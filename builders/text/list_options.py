"""Options of a multiple-choice row as lines below its question, the form of VoiceBench."""

from __future__ import annotations

from string import ascii_uppercase
from typing import Any

from builders.errors import VivavoceError
from builders.item import Item
from builders.step import Context, Outcome, Rejected, step
from builders.text.ask import noted
from builders.text.option_words import means_others, names_letters


@step("list_options", version=2)
def list_options(item: Item, ctx: Context, most: int | None = None) -> Outcome:
    """Write the options below the question; the reference becomes the letter.

    The step ``spoken_options`` then says them.

    Args:
        item: Row with ``options`` and ``answer_key`` in its fields.
        ctx: Engine context; draws the options that stay.
        most: Options at most, where a voice could not be followed through more (MMLU-Pro has
            ten): the right one and others drawn by seed stay in their order, with new letters.

    Raises:
        VivavoceError: The row has no options; its source is not a multiple-choice set.
    """
    options = item.fields.get("options")
    if not options:
        raise VivavoceError(
            f"row '{item.id}': step 'list_options' needs the column 'options'; use it on the rows "
            "of multiple-choice sources"
        )
    if most is not None and most < 2:
        raise VivavoceError(f"step 'list_options': most is {most}, it must be at least 2")
    kept, key = _fewer(item, ctx, options, item.fields.get("answer_key"), most)
    if key is None:
        return Rejected("no right option", f"the answer is {item.fields.get('answer_key')!r}")
    if len(kept) < len(options):
        stay = {option["text"] for option in kept}
        left = [option for option in options if str(option["text"]) in stay]
        if means_others(left) or names_letters(left, options):
            return Rejected("an option means others", f"not all of which are asked: {sorted(stay)}")
    lines = [item.prompt, *(f"{option['label']}. {option['text']}" for option in kept)]
    done = item.but(prompt="\n".join(lines), reference=key, spoken=None)
    done = done.with_fields(options=kept, answer_key=key, bare_question=item.prompt)
    return noted(done, "list_options", 2, note=f"{len(kept)} of {len(options)} options")


def _fewer(
    item: Item, ctx: Context, options: list[dict[str, Any]], right: Any, most: int | None
) -> tuple[list[dict[str, str]], str | None]:
    """Options that stay with their letters, and the letter of the right one."""
    keep = list(range(len(options)))
    if most is not None and len(options) > most:
        others = [n for n in keep if options[n]["label"] != right]
        drawn = ctx.rng(item, "list_options").permutation(len(others))[: most - 1]
        keep = sorted({*(n for n in keep if n not in others), *(others[int(n)] for n in drawn)})
    kept = [
        {"label": letter, "text": str(options[n]["text"])}
        for letter, n in zip(ascii_uppercase, keep, strict=False)
    ]
    letters = [k["label"] for k, n in zip(kept, keep, strict=True) if options[n]["label"] == right]
    return kept, letters[0] if letters else None
