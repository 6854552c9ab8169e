"""Brands, their terms and keys, exchange rates, and the channels that promote them."""
