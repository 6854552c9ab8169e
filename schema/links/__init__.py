"""Tracking links: their targets, and whether these still work."""
