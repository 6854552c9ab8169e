"""Channels, which the API calls sites: where publishers promote brands."""
