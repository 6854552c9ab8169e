"""How long a session lasts (contract §3)."""

from datetime import timedelta

SHORT_LIFETIMES = timedelta(hours=2), timedelta(hours=24)
REMEMBERED_LIFETIMES = timedelta(days=7), timedelta(days=30)


def session_lifetimes(remember: bool) -> tuple[timedelta, timedelta]:
    """The idle timeout and the maximum lifetime of a session."""
    return REMEMBERED_LIFETIMES if remember else SHORT_LIFETIMES
