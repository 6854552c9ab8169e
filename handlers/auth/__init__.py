"""Calls below /auth: sign-up, sign-in, sign-out and password resets."""
