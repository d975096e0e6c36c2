"""Recipes: what is built, validated before any work."""
