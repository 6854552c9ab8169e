"""What several calls share: signing in and up, mailed links, profile, exports."""
