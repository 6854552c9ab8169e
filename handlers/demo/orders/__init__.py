"""The demonstration's year of clicks and orders, made from the real order file."""
