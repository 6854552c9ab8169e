"""Settlements, payments and what brands decide, across publishers."""
