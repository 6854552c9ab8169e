"""What several calls of accounts share: signing in and up, credentials, mailed links."""
