"""Accounts, sign-in, profile and uploads, and the pages about the API."""
