"""Broken links: found, reported and fixed."""
