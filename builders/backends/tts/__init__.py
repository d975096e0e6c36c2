"""Text to speech engines, one a file."""
