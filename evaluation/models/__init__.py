"""Models under examination, one adapter a file."""
