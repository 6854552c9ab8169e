"""Calls below /common: API tokens, downloads, file uploads and reference data."""
