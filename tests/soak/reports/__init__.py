"""Trials of reports: their files under kills."""
