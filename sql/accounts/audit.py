"""The activity log: entries are only added, and read by the account they are about and by the publisher's owners."""

from collections.abc import Callable
from datetime import datetime
from functools import cache
from typing import Any, LiteralString
from uuid import UUID

from msgspec import Struct

from schema.accounts.security import WRONG_SIGN_IN, AuditEntry, By
from schema.core.envelope import CursorPage, Page
from schema.core.scalar import At
from sql.core.db import Connection, Template, run, text
from sql.core.keyset import Key, Keyset, read_page
from sql.core.sql_template import compose

ORDER = Keyset("user/audit", (Key("audit.at", At), Key("audit_id", UUID)), descending=True)
ENTRIES: LiteralString = """
  from audit
  left join account on account.publisher_id = audit.publisher_id and account.account_id = audit.account_id
 where audit.publisher_id = :publisher_id
   and (:account_id::bigint is null or audit.account_id = :account_id or audit.account_id is null)
"""


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
        values (:publisher_id, :at, :account_id, :operator_id, :action, :result, :ip, :request_id, :details)
        """,
        publisher_id=publisher_id,
        at=at,
        account_id=account_id,
        operator_id=operator_id,
        action=action,
        result=result,
        ip=ip,
        request_id=request_id,
        details=details or {},
    )
    await run(db, query)


class Entry(Struct, frozen=True, kw_only=True):
    """An entry of the log; `operator_id` is set if one of the network's staff made the call."""

    at: datetime
    audit_id: UUID
    action: str
    result: str
    account_id: int | None
    person: str | None
    operator_id: int | None
    ip: str
    details: dict[str, str]

    def by(self, reader: int) -> By:
        if self.operator_id is not None:
            return By.NETWORK
        if self.result in WRONG_SIGN_IN:
            return By.UNKNOWN
        return By.YOU if self.account_id == reader else By.MEMBER

    def to_wire(self, reader: int, country: Callable[[str], str | None]) -> AuditEntry:
        """The entry as an account with the id `reader` may read it, without the IP address of the network's staff."""
        own = self.operator_id is None
        return AuditEntry(
            at=self.at,
            action=self.action,
            result=self.result,
            by=self.by(reader),
            person=self.person,
            ip=self.ip if own else "",
            country=country(self.ip) if own else None,
            details=self.details,
        )


async def page(
    db: Connection, publisher_id: int, account_id: int | None, page: Page
) -> CursorPage[Entry]:
    """A page of a publisher's log entries, newest first: those of one account and of none, or, without one, all."""
    values = {"publisher_id": publisher_id, "account_id": account_id}
    part = await read_page(db, ORDER, page, values, rows=page_template, count=count_template())
    return await part.to_page(Entry)


@cache
def page_template(continued: bool) -> Template:
    columns: LiteralString = """
        audit.at, audit_id, action, result, audit.account_id, coalesce(nullif(nickname, ''), username) as person,
        operator_id, ip, details
    """
    return ORDER.page_of(columns, ENTRIES, continued)


@cache
def count_template() -> Template:
    return compose("select count(*)", ENTRIES)
