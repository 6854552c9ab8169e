"""The log of what was done in whose name; it is only ever added to."""

from datetime import datetime
from typing import Any

from sql.db import Connection, run, text


async def add(
    db: Connection,
    publisher_id: int,
    account_id: int | None,
    action: str,
    *,
    at: datetime,
    ip: str,
    request_id: str,
    result: str = "ok",
    operator_id: int | None = None,
    details: dict[str, Any] | None = None,
) -> None:
    """One entry; `action` is the call's path, `details` hold no secret."""
    query = text(
        """
        insert into audit (publisher_id, at, account_id, operator_id, action, result, ip,
                           request_id, details)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
        """,
        publisher_id,
        at,
        account_id,
        operator_id,
        action,
        result,
        ip,
        request_id,
        details or {},
    )
    await run(db, query)
