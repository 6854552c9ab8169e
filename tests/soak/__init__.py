"""What `make soak` tries for an hour: nothing acknowledged is lost, whoever dies; nobody gets in who may not."""
