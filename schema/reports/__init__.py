"""Reports, the views of them that are saved, and the feed of events."""
