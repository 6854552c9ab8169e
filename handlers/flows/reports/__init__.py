"""What the calls of reports share."""
