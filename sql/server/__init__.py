"""The database server itself: the embedded one, and its migrations."""
