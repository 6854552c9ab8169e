"""The commands that import files, and the processes that share the work."""
