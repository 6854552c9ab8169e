"""OAuth 2.1 for agents: how an app gets a token with which it acts for a member."""
