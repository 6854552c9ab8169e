"""What the network's operators see and decide."""
