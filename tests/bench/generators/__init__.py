"""Strangers' generators against the portal's OpenAPI document."""
