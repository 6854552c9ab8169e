"""Files of orders: read, imported in batches, with progress to show on screen."""
