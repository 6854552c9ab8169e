"""Settlements, payments and brands' decisions, across publishers."""
