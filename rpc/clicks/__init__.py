"""Recording clicks, from the redirect of a visit to the row in the database (docs/clicks.md)."""
