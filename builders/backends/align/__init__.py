"""Word aligners: where each word of a known text stands in the audio."""
