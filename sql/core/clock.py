"""The database's time, and how to tell that the database is away."""

import asyncio
from datetime import datetime

import asyncpg

from sql.core.db import Connection, one_value, text

CONNECTION_LOST: tuple[type[BaseException], ...] = (
    OSError,
    asyncio.TimeoutError,
    asyncpg.PostgresConnectionError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,
    asyncpg.InsufficientResourcesError,
    asyncpg.OperatorInterventionError,
    asyncpg.PostgresSystemError,
    asyncpg.ReadOnlySQLTransactionError,
)
"""What asyncpg raises when the connection is lost, none is to be had, or the server cannot do its work.

They have no common base. Among them are a full disk, a server that shuts down or starts, a statement
that took too long, and a standby.
"""

RETRYABLE = (
    asyncpg.SerializationError,
    asyncpg.DeadlockDetectedError,
    asyncpg.LockNotAvailableError,
)
"""Two transactions got in each other's way; the one that is told so did nothing and may be run again."""


async def now(db: Connection) -> datetime:
    found: datetime = await one_value(db, text("select clock_timestamp()"))
    return found
