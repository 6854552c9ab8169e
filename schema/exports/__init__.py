"""Reports as files, and downloads that are built in the background."""
