"""Environment conditions, one a file, each with plan and apply."""
