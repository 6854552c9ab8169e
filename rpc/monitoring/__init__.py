"""How a running portal is observed: its log and its metrics."""
