"""Commands that build, one a file."""
