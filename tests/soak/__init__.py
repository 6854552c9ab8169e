"""What `make soak` tries for minutes: that nothing acknowledged is lost, whoever dies meanwhile."""
