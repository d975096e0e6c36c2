"""Segmentation, part-of-speech and named-entity taggers, one a file."""
