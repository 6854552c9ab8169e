"""The demonstration: its data, created once, and its shops."""
