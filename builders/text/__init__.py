"""Text steps: filter, translate, adapt, normalise."""
