"""Limits that must be exact across processes and restarts: on passwords, codes and mail."""

from datetime import datetime, timedelta

from sql.db import Connection, one_value, text


async def spend(db: Connection, key: str, *, most: int, per: timedelta, now: datetime) -> bool:
    """Count one more for `key`. False once there were `most` in the running period."""
    query = text(
        """
        insert into rate_limit as known (key, hits, resets)
        values ($1, 1, $3)
            on conflict (key) do update
           set hits = case when known.resets <= $2 then 1 else known.hits + 1 end,
               resets = case when known.resets <= $2 then excluded.resets else known.resets end
        returning hits
        """,
        key,
        now,
        now + per,
    )
    return bool(await one_value(db, query) <= most)
