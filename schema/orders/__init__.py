"""Orders and their items: how they are taken in, rated and changed."""
