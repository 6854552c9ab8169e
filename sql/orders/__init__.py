"""Orders: taken in by batch, attributed, rated, written, reviewed."""
