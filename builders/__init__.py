"""Build spoken-language benchmark datasets from source text."""

__version__ = "0.1.0"
