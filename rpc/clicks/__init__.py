"""A click on its way from the redirect to its row (docs/clicks.md)."""
