"""Multi-round dialogue: share of answers that agree with the reference (VocalBench-zh, table 9)."""

from evaluation.metrics._rows import share_yes

MULTI_ROUND = share_yes("multi_round", "correct")
