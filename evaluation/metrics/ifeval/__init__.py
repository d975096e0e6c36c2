"""IFEval: instructions whose following a rule can check (Zhou et al., 2023).

The headline is VoiceBench's: the mean of strict and loose accuracy at prompt and instruction
level. Checks are those of the original checker, quirks included. What differs makes a score
reproducible: arguments of 0 and ``False`` are kept, a missing argument is an error instead of a
random draw, the letters ``#`` and ``!`` are counted as asked, language detection is seeded, and
sentences are split by rules instead of a downloaded model.
"""

from evaluation.metrics.ifeval.following import Following, check, variants
from evaluation.metrics.ifeval.registry import INSTRUCTIONS, bind

__all__ = ["INSTRUCTIONS", "Following", "bind", "check", "variants"]
