"""The resources of a process, opened and closed together, and its memory."""
