"""Flows of the network's staff."""
