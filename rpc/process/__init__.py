"""What a process holds: its resources, opened and closed together, and its memory."""
