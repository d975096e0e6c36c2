"""Commands that examine, one a file, and the entry point of the whole."""
