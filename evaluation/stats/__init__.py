"""Intervals, paired differences, rank statistics."""
