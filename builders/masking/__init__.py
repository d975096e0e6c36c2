"""EAR masking: answer spans, function words, maskers."""
