"""The page /status, for everybody."""
