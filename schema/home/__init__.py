"""What the network tells publishers: help, notices and banners; and the search over everything."""
