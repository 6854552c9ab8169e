"""The command `portal`."""
