"""Backups from a shell: `portal backup`, `portal verify` and `portal restore`."""
