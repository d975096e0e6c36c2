"""The stage engine and the item store."""
