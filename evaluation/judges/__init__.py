"""Judges: prompts, replies, agreement."""
