"""The demonstration's brands, their shops and programmes."""
