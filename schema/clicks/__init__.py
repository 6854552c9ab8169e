"""Clicks, and the URLs by which visitors arrive."""
