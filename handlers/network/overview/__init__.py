"""What waits for the network's staff."""
