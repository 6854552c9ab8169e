"""Backups: where they are kept, what is in them, and how they are read again."""
