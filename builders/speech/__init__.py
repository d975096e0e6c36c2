"""Speech steps: speak, check, vary the speaker."""
