"""Brands, their terms and keys, exchange rates, and who may promote them."""
