"""Calls below /user: the signed-in account."""
