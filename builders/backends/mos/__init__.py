"""Predictors of the mean opinion score, one a file."""
