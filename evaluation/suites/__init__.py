"""Suites: which metric on which config, and how the overall is formed."""
