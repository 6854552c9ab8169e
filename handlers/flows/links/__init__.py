"""Tracking links: making one or many, changing them, and showing them."""
