"""Agents: the calls of the registry as tools of the Model Context Protocol (docs/agents.md)."""
