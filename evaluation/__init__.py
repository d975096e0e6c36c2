"""Examine speech models on published spoken-language benchmarks."""
