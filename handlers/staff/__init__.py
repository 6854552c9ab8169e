"""Calls below /staff: managing who may sign in as an operator."""
