"""Failed sign-ins per identifier, whether or not it exists. Too many block it until the password is reset."""

from datetime import datetime

from schema.accounts.auth import SIGN_IN_FAILURES_MAX
from sql.core.db import Connection, one_value, run, text


async def count(db: Connection, identifier: bytes, now: datetime) -> bool:
    """Count an attempt as failed before the password is checked, so that many at once cannot slip through.

    `identifier`: SHA-256 of the login as submitted. False once there were too many.
    """
    query = text(
        """
        insert into sign_in_failure as known (identifier, failures, last_at) values (:identifier, 1, :now)
            on conflict (identifier) do update
           set failures = known.failures + 1, last_at = excluded.last_at,
               blocked_at = case when known.failures + 1 >= :failures_max then excluded.last_at end
         where known.failures < :failures_max
        returning failures
        """,
        identifier=identifier,
        now=now,
        failures_max=SIGN_IN_FAILURES_MAX,
    )
    return await one_value(db, query) is not None


async def clear(db: Connection, identifier: bytes) -> None:
    await run(
        db,
        text("delete from sign_in_failure where identifier = :identifier", identifier=identifier),
    )
