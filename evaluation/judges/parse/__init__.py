"""Read a judge's reply strictly: a verdict it states plainly, or none."""

from evaluation.judges.parse.reply import Unparsed, Verdict, parse
from evaluation.judges.parse.values import Kind

__all__ = ["Kind", "Unparsed", "Verdict", "parse"]
