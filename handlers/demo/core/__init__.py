"""Shared by every step of the demonstration data: the marks of finished steps."""
