"""A look at the texts of a subset: duplicates, lengths, languages, leftovers, leaks, categories."""
