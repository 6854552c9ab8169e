"""Sends deliveries: a loop in the worker, beside its jobs."""
