"""How far a replica has caught up (PostgreSQL, "Recovery Information Functions")."""

from sql.core.db import Connection, one_value, text


async def wal_position(db: Connection) -> str:
    """The LSN up to which the write-ahead log is on disk; everything committed lies before it."""
    lsn: str = await one_value(db, text("select pg_current_wal_flush_lsn()::text"))
    return lsn


async def has_replayed(copy: Connection, lsn: str) -> bool:
    """Whether a replica has replayed the write-ahead log up to that LSN; False once it has been promoted."""
    query = text(
        "select pg_is_in_recovery() and coalesce(pg_last_wal_replay_lsn() >= :lsn::text::pg_lsn, false)",
        lsn=lsn,
    )
    return bool(await one_value(copy, query))
