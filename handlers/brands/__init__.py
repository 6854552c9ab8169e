"""Calls below /brands: finding brands, reading about them, comparing them, and applying to them."""
