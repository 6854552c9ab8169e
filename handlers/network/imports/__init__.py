"""Imports of files of orders and of decisions, in batches, with progress for the screen."""
