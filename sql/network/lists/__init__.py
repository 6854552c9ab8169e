"""Lists of orders, channels and relationships across publishers."""
