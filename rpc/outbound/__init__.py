"""Requests to other servers: sign-in providers, publishers' receivers, shops, a payout provider, name servers."""
