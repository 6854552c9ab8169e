"""How far a copy of the database has come (PostgreSQL, "Recovery Information Functions")."""

from sql.core.db import Connection, one_value, text


async def wal_position(db: Connection) -> str:
    """How far the database's log is on the disk: all that was committed stands before it."""
    found: str = await one_value(db, text("select pg_current_wal_flush_lsn()::text"))
    return found


async def has_replayed(copy: Connection, place: str) -> bool:
    """Whether a copy has taken over the log up to there; no more once it is a database of its own."""
    query = text(
        "select pg_is_in_recovery() and coalesce(pg_last_wal_replay_lsn() >= $1::text::pg_lsn, false)",
        place,
    )
    return bool(await one_value(copy, query))
