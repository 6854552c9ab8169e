"""Reports as files, and the files that are made in the background."""
