"""Speech emotion classifiers, one a file."""
