"""Speech recognisers, one a file."""
