"""Tracking links: made, changed, listed and checked."""
