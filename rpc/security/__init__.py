"""Tokens, passwords, encryption, and the limits that guard them."""
