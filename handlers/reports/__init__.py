"""Calls below /reports: performance, orders, clicks, cases and saved views."""
