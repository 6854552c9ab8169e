"""Brands, what they pay, and who may promote them."""
