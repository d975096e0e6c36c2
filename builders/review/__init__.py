"""A web page on which a person decides about rows that a check rejected."""
