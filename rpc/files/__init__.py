"""Uploaded and generated files: what is in them, made harmless, and where they are stored."""
