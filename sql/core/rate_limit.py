"""Limits that must be exact across processes and restarts: on passwords, codes and mail."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from msgspec import Struct

from sql.core.db import Connection, all_rows, text

MAX_HITS = 1 << 30
"""The highest count that is stored, so that none overflows its column."""


class Window(Struct, frozen=True):
    """A limit of `limit` hits on a key in each period."""

    key: str
    limit: int
    period: timedelta


class WindowCount(Struct, frozen=True):
    key: str
    hits: int
    resets: datetime


async def spend(
    db: Connection, windows: Sequence[Window], now: datetime, *, amount: int = 1
) -> timedelta | None:
    """Add `amount` to the count of every window; returns the time to wait if a limit is exceeded."""
    # Sorted, so that two callers with the same keys cannot deadlock.
    ordered = sorted(windows, key=lambda window: window.key)
    query = text(
        """
        insert into rate_limit as known (key, hits, resets)
        select key, :amount, resets from unnest(:keys::text[], :resets::timestamptz[]) as given (key, resets)
            on conflict (key) do update
           set hits = case when known.resets <= :now then :amount else least(known.hits, :hits_max) + :amount end,
               resets = case when known.resets <= :now then excluded.resets else known.resets end
        returning key, hits, resets
        """,
        keys=[window.key for window in ordered],
        now=now,
        resets=[now + window.period for window in ordered],
        amount=amount,
        hits_max=MAX_HITS,
    )
    most = {window.key: window.limit for window in windows}
    counts = await all_rows(db, query, WindowCount)
    return max(
        (count.resets - now for count in counts if count.hits > most[count.key]), default=None
    )
