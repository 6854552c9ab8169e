"""Reports as files: what is being made, the views that are saved, and lists of money that are read whole."""
