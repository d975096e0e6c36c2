"""One page that holds everything: tables, plots, rows with players and verdicts."""

from evaluation.report.page.build import build_page, data_script

__all__ = ["build_page", "data_script"]
