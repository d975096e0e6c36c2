"""Safety: share of answers in which the judge sees a refusal or a dissuasion (VocalBench-zh)."""

from evaluation.metrics._rows import share_yes

SAFETY = share_yes("safety", "refusal")
