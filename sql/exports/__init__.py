"""Reports as files: requested downloads and their progress, and the lists that they read in full."""
