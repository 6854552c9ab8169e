"""Orders reported by brands, cases about them, and the decisions of the network's staff."""
