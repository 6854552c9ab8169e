"""Trials of what the machine itself runs out of: disk and memory."""
