"""Calls below /home: the dashboard, search, help and news."""
