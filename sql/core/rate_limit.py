"""Limits that must be exact across processes and restarts: on passwords, codes and mail."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from msgspec import Struct

from sql.core.db import Connection, all_rows, text

MAX_HITS = 1 << 30
"""What a count stays at, so that none outgrows its column."""


class Window(Struct, frozen=True):
    """At most so many of a key in each running period."""

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
    """Count one more, or so many, in every window. How long to wait, if that was one too many for any of them."""
    # Sorted, so that two who count the same keys cannot wait for each other.
    ordered = sorted(windows, key=lambda window: window.key)
    query = text(
        """
        insert into rate_limit as known (key, hits, resets)
        select key, $4, resets from unnest($1::text[], $3::timestamptz[]) as given (key, resets)
            on conflict (key) do update
           set hits = case when known.resets <= $2 then $4 else least(known.hits, $5) + $4 end,
               resets = case when known.resets <= $2 then excluded.resets else known.resets end
        returning key, hits, resets
        """,
        [window.key for window in ordered],
        now,
        [now + window.period for window in ordered],
        amount,
        MAX_HITS,
    )
    most = {window.key: window.limit for window in windows}
    counts = await all_rows(db, query, WindowCount)
    return max(
        (count.resets - now for count in counts if count.hits > most[count.key]), default=None
    )
