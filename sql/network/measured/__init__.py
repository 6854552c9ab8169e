"""Brands measured across the network (docs/measured.md)."""
