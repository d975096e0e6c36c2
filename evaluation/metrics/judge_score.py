"""Mean judge score, 1–5 (VoiceBench GPTEval; VocalBench-zh single round and robust)."""

from evaluation.metrics._rows import mean_score

JUDGE_SCORE = mean_score("judge_score", "score")
