"""Orders and their items: how they are reported, rated and changed."""
