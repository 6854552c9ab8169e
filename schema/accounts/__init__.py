"""Accounts, sign-in, profile and files."""
