"""Postbacks and their deliveries."""
