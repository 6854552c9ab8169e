"""What the calls of postbacks share."""
