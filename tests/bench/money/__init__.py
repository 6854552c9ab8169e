"""Comparisons of money."""
