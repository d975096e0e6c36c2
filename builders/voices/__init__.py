"""Voice sets of the papers, made from the sources of their speech prompts."""

from builders.voices.build import BuiltSet, by_age_and_gender, by_emotion, by_opinion
from builders.voices.write import write_voice_set

__all__ = ["BuiltSet", "by_age_and_gender", "by_emotion", "by_opinion", "write_voice_set"]
