"""Publishers' payment methods."""
