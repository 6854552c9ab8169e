"""Files of orders: read, imported in batches, and followed on screen."""
