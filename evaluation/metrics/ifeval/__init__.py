"""IFEval: instructions whose following a rule can check (Zhou et al., 2023).

The headline is VoiceBench's: the mean of strict and loose accuracy at prompt and instruction
level. Checks are those of the original checker, with three differences that make a score
reproducible: arguments of 0 and ``False`` are kept, a missing argument is an error instead of a
random draw, and language detection is seeded.
"""

from evaluation.metrics.ifeval.following import Following, check, variants
from evaluation.metrics.ifeval.registry import INSTRUCTIONS, bind

__all__ = ["INSTRUCTIONS", "Following", "bind", "check", "variants"]
