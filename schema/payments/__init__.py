"""Payment methods and the fields each needs."""
