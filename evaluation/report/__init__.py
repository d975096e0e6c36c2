"""Scores of runs as files: tables in three formats and one page to look into."""

from evaluation.report.result import Result
from evaluation.report.score_run import Scored, score_run

__all__ = ["Result", "Scored", "score_run"]
