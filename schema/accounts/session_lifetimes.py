"""How long a session lasts (contract §3)."""

from datetime import timedelta

SHORT_LIFETIMES = timedelta(hours=2), timedelta(hours=24)
REMEMBERED_LIFETIMES = timedelta(days=7), timedelta(days=30)


def session_lifetimes(remember: bool) -> tuple[timedelta, timedelta]:
    """How long a session may be idle, and how long it lasts at most."""
    return REMEMBERED_LIFETIMES if remember else SHORT_LIFETIMES
