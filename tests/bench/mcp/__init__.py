"""The portal's tools for agents: official conformance suite and clients, and a tool beside its call."""
