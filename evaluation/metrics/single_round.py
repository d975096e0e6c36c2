"""Single-round dialogue: mean judge score, 1–5 (VocalBench-zh, table 2)."""

from evaluation.metrics._rows import mean_score

SINGLE_ROUND = mean_score("single_round", "score")
