"""Calls below /network: for the network's staff and for brands' servers."""
