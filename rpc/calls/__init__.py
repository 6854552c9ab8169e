"""A call from its envelope to its response: registry, callers, dispatcher, codec."""
