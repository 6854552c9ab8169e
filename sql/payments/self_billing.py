"""Agreements to self-billing: at most one in force, and those that have ended."""

from datetime import datetime

from schema.payments.vat_standing import Agreement
from sql.core.db import Connection, maybe_row, run, text


async def in_force(db: Connection, publisher_id: int, now: datetime) -> Agreement | None:
    """The agreement in force, which has neither been ended nor expired."""
    query = text(
        """
        select version, number, country, agreed_at, ends_at from self_billing
         where publisher_id = :publisher_id and ended_at is null and ends_at > :now
        """,
        publisher_id=publisher_id,
        now=now,
    )
    return await maybe_row(db, query, Agreement)


async def add(
    db: Connection, publisher_id: int, agreement: Agreement, account_id: int | None
) -> None:
    """Add an agreement, with the account that agreed."""
    query = text(
        """
        insert into self_billing (publisher_id, agreed_at, version, account_id, country, number, ends_at)
        values (:publisher_id, :agreed_at, :version, :account_id, :country, :number, :ends_at)
        """,
        publisher_id=publisher_id,
        agreed_at=agreement.agreed_at,
        version=agreement.version,
        account_id=account_id,
        country=agreement.country,
        number=agreement.number,
        ends_at=agreement.ends_at,
    )
    await run(db, query)


async def end(db: Connection, publisher_id: int, reason: str, now: datetime) -> bool:
    """End the agreement that has not been ended yet; False if there is none."""
    query = text(
        """
        update self_billing set ended_at = :now, end_reason = :reason
         where publisher_id = :publisher_id and ended_at is null
        """,
        publisher_id=publisher_id,
        now=now,
        reason=reason,
    )
    return bool(await run(db, query))


async def set_asked(db: Connection, publisher_id: int, now: datetime) -> bool:
    """Record that the publisher was asked to renew its agreement; False if it was asked before."""
    query = text(
        """
        update self_billing set asked_at = :now
         where publisher_id = :publisher_id and ended_at is null and asked_at is null
        """,
        publisher_id=publisher_id,
        now=now,
    )
    return bool(await run(db, query))
