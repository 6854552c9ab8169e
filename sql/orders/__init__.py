"""Orders: reported in batches, attributed, rated, written and reviewed."""
