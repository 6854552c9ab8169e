"""Channels of publishers, which the tables call sites, and their media kits."""
