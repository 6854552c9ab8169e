"""What `make soak` tries for an hour: nothing acknowledged is lost when a process dies, and no attack gets in."""
