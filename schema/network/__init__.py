"""What the network's operators ask and decide."""
