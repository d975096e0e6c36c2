"""Which IFEval prompts can be asked and answered in speech (VoiceBench, section 3.1).

The paper keeps prompts of fewer than 50 words and drops "instructions that involve elements
difficult to convey via speech", 345 of 541, without naming them. Left out here are the four types
whose fulfilment is a mark on paper: asterisks around a passage, asterisks or dashes before a
list item, six asterisks between two answers, square brackets around a placeholder. With words
counted between white space, 443 prompts are short enough and 345 of these have none of the four
types, the paper's number. Other sets of types give 345 too; this one follows a single reason.
"""

from __future__ import annotations

from collections.abc import Collection

from builders.errors import VivavoceError
from builders.item import Item
from builders.step import Context, Outcome, Rejected, step

UNSPEAKABLE = (
    "combination:two_responses",
    "detectable_content:number_placeholders",
    "detectable_format:number_bullet_lists",
    "detectable_format:number_highlighted_sections",
)


@step("ifeval_speakable", version=1)
def ifeval_speakable(
    item: Item, ctx: Context, fewer_than: int = 50, exclude: Collection[str] = UNSPEAKABLE
) -> Outcome:
    """Keep an IFEval row if it is short and none of its instructions needs paper.

    Args:
        item: A row with ``instruction_id_list`` among its fields.
        ctx: Unused.
        fewer_than: A prompt must have fewer words than this.
        exclude: Instruction ids that cannot be spoken or answered in speech.

    Raises:
        VivavoceError: The row has no list of instructions, or ``fewer_than`` is not positive.
    """
    if fewer_than < 1:
        raise VivavoceError(
            f"step 'ifeval_speakable': fewer_than is {fewer_than}, it must be positive"
        )
    instructions = item.fields.get("instruction_id_list")
    if not instructions or isinstance(instructions, str):
        raise VivavoceError(
            f"row '{item.id}': step 'ifeval_speakable' needs the list 'instruction_id_list'; "
            "use it on IFEval rows only"
        )
    words = len(item.prompt.split())
    if words >= fewer_than:
        return Rejected("too many words", f"{words} words, fewer than {fewer_than} are allowed")
    written = [name for name in instructions if name in exclude]
    if written:
        return Rejected("instruction cannot be spoken", ", ".join(written))
    return item
