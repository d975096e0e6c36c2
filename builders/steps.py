"""All steps by name. One line brings a new one in."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

from builders.errors import VivavoceError, unknown_name
from builders.step import Step

STEPS: dict[str, str] = {
    # text
    "spoken_options": "builders.text.spoken_options:spoken_options",
    "normalise_spoken": "builders.text.normalise_spoken:normalise_spoken",
    "translate": "builders.text.translate:translate",
    "entities": "builders.text.entities:entities",
    "adapt": "builders.text.adapt:adapt",
    "answer_check": "builders.text.answer_check:answer_check",
    "multiple_choice": "builders.text.multiple_choice:multiple_choice",
    "knowledge_tag": "builders.text.knowledge_tag:knowledge_tag",
    "answerable": "builders.text.answerable:answerable",
    "not_maths_or_code": "builders.text.not_maths_or_code:not_maths_or_code",
    "word_limit": "builders.text.word_limit:word_limit",
    "ifeval_speakable": "builders.text.ifeval_spoken:ifeval_speakable",
    "spoken_llm": "builders.text.spoken_llm:spoken_llm",
    "content_variants": "builders.text.content_variants:content_variants",
    "score_tone": "builders.text.score_tone:score_tone",
    "review": "builders.text.review:review",
    "keep": "builders.text.derive:keep",
    "relabel": "builders.text.derive:relabel",
    "reword": "builders.text.derive:reword",
    "list_options": "builders.text.list_options:list_options",
    # speech
    "speak": "builders.speech.speak:speak",
    "emotional_takes": "builders.speech.emotional_takes:emotional_takes",
    "speak_dialogue": "builders.speech.speak_dialogue:speak_dialogue",
    "recorded": "builders.speech.recorded:recorded",
    "align": "builders.speech.align:align",
    "check_signal": "builders.speech.checks:check_signal",
    "check_words": "builders.speech.check_words:check_words",
    "check_alignment": "builders.speech.check_alignment:check_alignment",
    "check_times": "builders.speech.check_times:check_times",
    "check_mos": "builders.speech.checks:check_mos",
    "check_language": "builders.speech.checks:check_language",
    "check_emotion": "builders.speech.check_emotion:check_emotion",
    # variants
    "every_nth": "builders.text.derive:every_nth",
    "rename": "builders.text.derive:rename",
    "conditions": "builders.environment.steps:conditions",
    "apply_condition": "builders.environment.steps:apply_condition",
    "speaker_variants": "builders.speech.variants.steps:speaker_variants",
    "apply_speaker": "builders.speech.variants.steps:apply_speaker",
    "ear_spans": "builders.masking.steps:ear_spans",
    "mask_triplet": "builders.masking.steps:mask_triplet",
}


def find_step(name: str, where: str = "") -> Step:
    """Step by name.

    Args:
        name: Registered name, or ``module:attribute`` for a step of your own, in a module
            that can be imported from the current folder.
        where: Place to name in the error, such as ``"recipes/ear.yaml, subset wdyl"``.

    Raises:
        VivavoceError: There is none of that name; the closest names are given.
    """
    place = f"{where}: " if where else ""
    if name not in STEPS and ":" not in name:
        raise unknown_name("step", name, STEPS, where)
    module, _, attribute = STEPS.get(name, name).partition(":")
    if name not in STEPS and str(Path.cwd()) not in sys.path:
        # A console script does not look for modules in the folder it is called from.
        sys.path.append(str(Path.cwd()))
    try:
        found = getattr(importlib.import_module(module), attribute)
    except (ModuleNotFoundError, AttributeError) as error:
        if name in STEPS:
            raise
        raise VivavoceError(f"{place}step '{name}' cannot be imported: {error}") from error
    if not isinstance(found, Step):
        raise VivavoceError(f"{place}'{name}' is not a step; decorate it with builders.step.step")
    return found
