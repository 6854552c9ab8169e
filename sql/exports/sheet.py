"""Addresses at which spreadsheets read saved views."""

from datetime import date, datetime
from typing import Any

from msgspec import Struct, json

from schema.accounts.permission import Role
from schema.accounts.team import Access
from schema.exports.sheet import (
    FETCHES_SHOWN,
    UNUSED_LIFETIME,
    Sheet,
    SheetDates,
    SheetDecimal,
    SheetDraft,
    SheetFetch,
    SheetLook,
    SheetSep,
)
from schema.reports.saved_view import ViewDays, ViewReport, filter_on
from sql.accounts.account import Login, Owner
from sql.core.db import Connection, all_rows, maybe_row, one_value, run, text
from sql.core.sql_template import piece

IS_LIVE = piece(
    """
    sheet.ended_at is null and account.locked_at is null and account.closed_at is null
    and sheet.security_stamp = account.security_stamp
    and coalesce(sheet.last_used_at, sheet.created_at) > :unused_since""",
)
"""That an address works: it was not revoked, its maker is still who made it, and it was used lately."""
OF_ACCOUNT = piece(
    "from sheet join account on account.publisher_id = sheet.publisher_id and account.account_id = sheet.account_id"
)
FIND = piece(
    """
    select sheet.sheet_id, sheet.decimal, sheet.sep, sheet.dates, view.report, view.filter, view.days,
           role, case when role <> 'owner' then site_ids end as site_ids, with_money""",
    OF_ACCOUNT,
    """
      join saved_view as view on view.publisher_id = sheet.publisher_id and view.view_id = sheet.view_id
     where sheet.publisher_id = :publisher_id and sheet.hash = :hash and""",
    IS_LIVE,
)
LIST = piece(
    """
    select sheet_id as id, sheet.name, coalesce(nullif(nickname, ''), username) as maker, sheet.view_id,
           view.name as view, view.report, sheet.decimal, sheet.sep, sheet.dates, sheet.created_at, last_used_at,
           coalesce(last_used_at, sheet.created_at) + :lifetime::interval as ends_at, fetches""",
    OF_ACCOUNT,
    """
      join saved_view as view on view.publisher_id = sheet.publisher_id and view.view_id = sheet.view_id
     where sheet.publisher_id = :publisher_id
       and (:account_id::bigint is null or sheet.account_id = :account_id) and""",
    IS_LIVE,
    "order by sheet_id desc",
)
COUNT = piece(
    "select count(*)", OF_ACCOUNT, "where sheet.publisher_id = :publisher_id and", IS_LIVE
)


class FoundSheet(Struct, frozen=True, kw_only=True):
    """An address that works: how it is written, its view, and what its maker may see."""

    sheet_id: int
    decimal: SheetDecimal
    sep: SheetSep
    dates: SheetDates
    report: ViewReport
    filter: dict[str, Any]
    days: ViewDays | None
    role: Role
    site_ids: list[int] | None
    with_money: bool

    @property
    def look(self) -> SheetLook:
        return SheetLook(self.decimal, self.sep, self.dates)

    @property
    def access(self) -> Access:
        return Access(role=self.role, site_ids=self.site_ids, with_money=self.with_money)

    def filter_on(self, today: date) -> dict[str, Any]:
        return filter_on(self.filter, self.days, today)


async def find(db: Connection, publisher_id: int, hash: bytes, now: datetime) -> FoundSheet | None:
    """The address with this secret, if it still works."""
    query = text(FIND, publisher_id=publisher_id, hash=hash, unused_since=now - UNUSED_LIFETIME)
    return await maybe_row(db, query, FoundSheet)


async def add(db: Connection, maker: Owner, draft: SheetDraft, hash: bytes, now: datetime) -> int:
    """Add an address. Returns its id."""
    query = text(
        """
        insert into sheet (publisher_id, account_id, view_id, name, hash, decimal, sep, dates, security_stamp,
                           created_at)
        values (:publisher_id, :account_id, :view_id, :name, :hash, :decimal, :sep, :dates, :security_stamp,
                :now)
        returning sheet_id
        """,
        publisher_id=maker.publisher_id,
        account_id=maker.account_id,
        view_id=draft.view_id,
        name=draft.name,
        hash=hash,
        decimal=draft.decimal,
        sep=draft.sep,
        dates=draft.dates,
        security_stamp=maker.security_stamp,
        now=now,
    )
    return int(await one_value(db, query))


async def replace(db: Connection, of: Login, id: int, draft: SheetDraft) -> bool:
    """Change one of a member's addresses. False if there is none with this id that was not revoked."""
    query = text(
        """
        update sheet set view_id = :view_id, name = :name, decimal = :decimal, sep = :sep, dates = :dates
         where publisher_id = :publisher_id and account_id = :account_id and sheet_id = :sheet_id and ended_at is null
        """,
        publisher_id=of.publisher_id,
        account_id=of.account_id,
        sheet_id=id,
        view_id=draft.view_id,
        name=draft.name,
        decimal=draft.decimal,
        sep=draft.sep,
        dates=draft.dates,
    )
    return bool(await run(db, query))


async def list_live(
    db: Connection, publisher_id: int, account_id: int | None, now: datetime
) -> list[Sheet]:
    """The addresses that work, of a member or, without one, all of the publisher's; newest first."""
    query = text(
        LIST,
        publisher_id=publisher_id,
        account_id=account_id,
        unused_since=now - UNUSED_LIFETIME,
        lifetime=UNUSED_LIFETIME,
    )
    return await all_rows(db, query, Sheet)


async def count_live(db: Connection, publisher_id: int, now: datetime) -> int:
    query = text(COUNT, publisher_id=publisher_id, unused_since=now - UNUSED_LIFETIME)
    return int(await one_value(db, query))


async def end(
    db: Connection, publisher_id: int, account_id: int | None, id: int, now: datetime
) -> bool:
    """End an address of a member or, without a member, anyone's. False if it was ended before."""
    query = text(
        """
        update sheet set ended_at = :now
         where publisher_id = :publisher_id and sheet_id = :sheet_id and ended_at is null
           and (:account_id::bigint is null or account_id = :account_id)
        """,
        publisher_id=publisher_id,
        account_id=account_id,
        sheet_id=id,
        now=now,
    )
    return bool(await run(db, query))


async def end_since(db: Connection, publisher_id: int, since: datetime, now: datetime) -> None:
    """End a publisher's addresses that were made since a time."""
    query = text(
        """
        update sheet set ended_at = :now
         where publisher_id = :publisher_id and ended_at is null and created_at >= :since
        """,
        publisher_id=publisher_id,
        since=since,
        now=now,
    )
    await run(db, query)


async def record_fetch(db: Connection, publisher_id: int, id: int, fetch: SheetFetch) -> None:
    """Add a fetch before the previous ones, of which the latest are kept."""
    query = text(
        """
        update sheet
           set last_used_at = :now,
               fetches = (select jsonb_agg(each order by n)
                            from jsonb_array_elements(cast(:newest as text)::jsonb || fetches)
                                 with ordinality as latest (each, n)
                           where n <= :shown)
         where publisher_id = :publisher_id and sheet_id = :sheet_id
        """,
        publisher_id=publisher_id,
        sheet_id=id,
        now=fetch.at,
        newest=json.encode([fetch]).decode(),
        shown=FETCHES_SHOWN,
    )
    await run(db, query)
