"""Share of answers that a judge finds to agree with the reference (SD-QA, GPT column)."""

from evaluation.metrics._rows import share_yes

JUDGE_ACCURACY = share_yes("judge_accuracy", "correct")
