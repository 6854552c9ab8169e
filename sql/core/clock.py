"""The database's time, and the exceptions that mean it is unreachable or can be retried."""

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
"""The errors of asyncpg if the connection is lost, none is available, or the server cannot work.

They have no common base class. They include a full disk, a server that is starting or shutting down, a statement
that took too long, and a standby.
"""

NODE_LOST = (asyncpg.InternalServerError,)
"""The errors that a cluster raises in addition, if a node breaks off in the middle of a COPY."""
NODE_LOST_SAYS = (
    "failure on connection marked as essential",
    "server closed the connection unexpectedly",
    "connection not open",
)
"""The messages of a lost node, for which Citus has no error code of its own; any other internal error is a bug."""

RETRYABLE = (
    asyncpg.SerializationError,
    asyncpg.DeadlockDetectedError,
    asyncpg.LockNotAvailableError,
)
"""Two transactions conflicted; the one with the error was rolled back and can be retried."""


def is_away(error: BaseException) -> bool:
    """Whether the database or a node of a cluster is unreachable or broke off; its transaction is undone."""
    if isinstance(error, NODE_LOST):
        return any(words in str(error) for words in NODE_LOST_SAYS)
    return isinstance(error, CONNECTION_LOST)


async def now(db: Connection) -> datetime:
    time: datetime = await one_value(db, text("select clock_timestamp()"))
    return time
