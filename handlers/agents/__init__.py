"""Requests of agents: what apps ask for, and what their person decides."""
