"""Brands, what they pay, and the channels that promote them."""
