"""Calls below /tools: tracking links, and the pages about the API."""
