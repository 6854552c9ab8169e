"""The endpoint of agents (Model Context Protocol)."""
