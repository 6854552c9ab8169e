"""The account log: entries are only added, and read by the account they are about."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from msgspec import Struct

from schema.accounts.security import WRONG_SIGN_IN, AuditEntry, By
from schema.core.cursor import decode_cursor, encode_cursor
from schema.core.envelope import History, Page
from schema.core.scalar import Count
from sql.core.db import Connection, all_rows, one_value, run, text

LIST, POSITION = "user/audit", (datetime, UUID, Count)
NEWEST = datetime(9000, 1, 1, tzinfo=UTC), UUID(int=0), 0
"""Later than any entry."""


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
    """Add an entry; `action` is the call's path, and `details` contain no secrets."""
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


class Entry(Struct, frozen=True, kw_only=True):
    """An entry of the log; `operator_id` is set if one of the network's staff made the call."""

    at: datetime
    audit_id: UUID
    action: str
    result: str
    operator_id: int | None
    ip: str
    details: dict[str, str]

    @property
    def by(self) -> By:
        if self.operator_id is not None:
            return By.NETWORK
        return By.UNKNOWN if self.result in WRONG_SIGN_IN else By.YOU

    def to_wire(self, country: Callable[[str], str | None]) -> AuditEntry:
        """As its account may read it, without the address of the network's staff."""
        own = self.operator_id is None
        return AuditEntry(
            at=self.at,
            action=self.action,
            result=self.result,
            by=self.by,
            ip=self.ip if own else "",
            country=country(self.ip) if own else None,
            details=self.details,
        )


async def of_account(
    db: Connection, publisher_id: int, account_id: int, page: Page
) -> History[Entry]:
    """What was done with an account or the whole publisher, newest first.

    The cursor contains the total counted with the first page.
    """
    until, last, total = (
        NEWEST if page.cursor is None else decode_cursor(page.cursor, LIST, POSITION)
    )
    query = text(
        """
        select at, audit_id, action, result, operator_id, ip, details from audit
         where publisher_id = $1 and (account_id = $2 or account_id is null)
           and (at, audit_id) < ($3, $4)
         order by at desc, audit_id desc limit $5 offset $6
        """,
        publisher_id,
        account_id,
        until,
        last,
        page.size + 1,
        0 if page.cursor else page.offset,
    )
    rows = await all_rows(db, query, Entry)
    if page.cursor is None:
        total = await _count(db, publisher_id, account_id)
    entries = rows[: page.size]
    more = len(rows) > page.size
    return History(
        entries,
        total,
        encode_cursor(LIST, (entries[-1].at, entries[-1].audit_id, total)) if more else None,
    )


async def _count(db: Connection, publisher_id: int, account_id: int) -> int:
    query = text(
        """
        select count(*) from audit
         where publisher_id = $1 and (account_id = $2 or account_id is null)
        """,
        publisher_id,
        account_id,
    )
    total: int = await one_value(db, query)
    return total
