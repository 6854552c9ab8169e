"""What a process holds while it runs, opened and closed together."""
