"""Tracking links: created one by one or in bulk, edited, and listed."""
