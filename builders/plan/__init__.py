"""What a build would read, ask, speak and cost, reckoned before anything is spent."""
