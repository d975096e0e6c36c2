"""Source readers, one public source a file."""
