"""Trials of exhausted resources: disk and memory."""
