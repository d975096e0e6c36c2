"""Backends by kind and name: speech, recognition, alignment, quality, emotion, language models."""
