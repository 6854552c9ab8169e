"""Reads everything stored about a publisher and one of its accounts, table by table, for the export of their data."""

from collections.abc import AsyncIterator
from datetime import UTC, date, datetime
from typing import Any, NamedTuple
from uuid import UUID

from schema.accounts.permission import Role
from schema.orders.note_redaction import show_note
from sql.accounts.account import Login
from sql.core.db import Connection, number_once, one_value, text
from sql.exports import data_export_statements as statements

PAGE = 2_000
"""How many rows are held in memory at once."""

EARLIEST, NIL_UUID = datetime(1970, 1, 1, tzinfo=UTC), UUID(int=0)


class Table(NamedTuple):
    """A table of the export: its name, its query, the columns of its key, and the position before all rows."""

    name: str
    statement: str
    key: tuple[str, ...]
    first: tuple[Any, ...]
    of_account: bool = False
    hidden: tuple[str, ...] = ()
    """Columns that are only needed to find the next page."""
    notes: tuple[str, ...] = ()
    """Columns with notes of brands and the network, which are shown without data of customers."""


PERSON = Table("account", statements.ACCOUNT, ("account_id",), (0,), of_account=True)
FILES = Table("uploads", statements.UPLOADS, ("name",), ("",))
TABLES = [
    Table("emails", statements.EMAILS, ("email", "since"), ("", EARLIEST), of_account=True),
    Table("connected_accounts", statements.IDENTITIES, ("provider",), ("",), of_account=True),
    Table("passkeys", statements.PASSKEYS, ("passkey_id",), (0,), of_account=True),
    Table("sessions", statements.SESSIONS, ("created_at", "id"), (EARLIEST, ""), of_account=True, hidden=("id",)),
    Table("activity", statements.ACTIVITY, ("at", "audit_id"), (EARLIEST, NIL_UUID), of_account=True,
          hidden=("audit_id",)),
    Table("api_tokens", statements.TOKENS, ("token_id",), (0,), of_account=True),
    Table("apps", statements.APPS, ("grant_id",), (0,), of_account=True),
    Table("agent_requests", statements.AGENT_REQUESTS, ("request_id",), (0,), of_account=True),
    Table("saved_views", statements.VIEWS, ("view_id",), (0,), of_account=True),
    Table("spreadsheets", statements.SHEETS, ("sheet_id",), (0,), of_account=True),
    Table("downloads", statements.DOWNLOADS, ("download_id",), (0,), of_account=True),
    Table("members", statements.MEMBERS, ("account_id",), (0,)),
    Table("invitations", statements.INVITATIONS, ("invitation_id",), (0,)),
    Table("notices", statements.NOTICES, ("notice_id",), (0,)),
    Table("notices_read", statements.NOTICES_READ, ("notice_id",), (0,), of_account=True),
    Table("referrals", statements.REFERRALS, ("referred_uid",), (0,), hidden=("referred_uid",)),
    Table("channels", statements.CHANNELS, ("site_id",), (0,)),
    Table("media_kits", statements.KITS, ("media_kit_id",), (0,)),
    FILES,
    Table("brands", statements.BRANDS, ("site_id", "mid"), (0, 0)),
    Table("links", statements.LINKS, ("link_id",), (0,)),
    Table("link_checks", statements.LINK_CHECKS, ("link_id",), (0,)),
    Table("alerts", statements.ALERTS, ("alert_id",), (0,)),
    Table("case_drafts", statements.CASE_DRAFTS, ("draft_id",), (0,)),
    Table("schedules", statements.SCHEDULES, ("schedule_id",), (0,)),
    Table("schedule_runs", statements.SCHEDULE_RUNS, ("run_id",), (0,)),
    Table("postbacks", statements.POSTBACKS, ("postback_id",), (0,)),
    Table("deliveries", statements.DELIVERIES, ("delivery_id",), (NIL_UUID,)),
    Table("orders", statements.ORDERS, ("oid",), (0,)),
    Table("order_items", statements.ITEMS, ("oid", "item_id"), (0, ""), notes=("note",)),
    Table("order_history", statements.HISTORY, ("oid", "at", "history_id"), (0, EARLIEST, NIL_UUID),
          hidden=("history_id",)),
    Table("book_comparisons", statements.BOOK_COMPARISONS, ("comparison_id",), (0,)),
    Table("book_rows", statements.BOOK_ROWS, ("comparison_id", "row"), (0, 0)),
    Table("cases", statements.CASES, ("case_id",), (0,)),
    Table("case_steps", statements.CASE_STEPS, ("case_id", "step"), (0, 0)),
    Table("payment_methods", statements.METHODS, ("payment_method_id",), (0,)),
    Table("method_proposals", statements.METHOD_PROPOSALS, ("proposal_id",), (0,)),
    Table("guarded_changes", statements.GUARDED_CHANGES, ("change_id",), (0,)),
    Table("vat", statements.VAT, ("uid",), (0,), hidden=("uid",)),
    Table("self_billing", statements.SELF_BILLING, ("agreed_at",), (EARLIEST,)),
    Table("payment_schedule", statements.SCHEDULE, ("uid",), (0,), hidden=("uid",)),
    Table("settlements", statements.SETTLEMENTS, ("settlement_id",), (0,)),
    Table("payments", statements.PAYMENTS, ("payment_id",), (0,)),
    Table("payment_lines", statements.PAYMENT_LINES, ("payment_id", "settlement_id"), (0, 0)),
    Table("payment_files", statements.PAYMENT_FILES, ("payment_id", "attempt"), (0, 0)),
    Table("expected_dates", statements.EXPECTED_DATES,
          ("kind", "mid", "ref", "started_on", "expected_on", "came"), (0, 0, 0, date.min, date.min, date.min),
          hidden=("mid", "came")),
    Table("payment_documents", statements.DOCUMENTS, ("payment_id", "kind"), (0, "")),
    Table("clicks_recounted", statements.RECOUNTS, ("click_time", "click_id"), (EARLIEST, NIL_UUID),
          hidden=("click_id",)),
    Table("clicks_overruled", statements.CLICKS_OVERRULED, ("click_id",), (NIL_UUID,), hidden=("click_id",)),
    Table("click_values", statements.CLICK_VALUES, ("kind", "month", "key"), ("", date.min, 0)),
    Table("clicks", statements.CLICKS, ("click_time", "click_id"), (EARLIEST, NIL_UUID), hidden=("click_id",)),
]  # fmt: skip


def tables_of(role: str) -> list[Table]:
    """The tables in the copy of an account's data: its own and, for an owner, those of the whole publisher."""
    whole = role in (Role.OWNER, "operator")
    return [table for table in TABLES if whole or table.of_account]


class Rows(NamedTuple):
    """A page of a table's rows, without the hidden columns."""

    columns: tuple[str, ...]
    rows: list[tuple[Any, ...]]


async def read_pages(db: Connection, of: Login, table: Table) -> AsyncIterator[Rows]:
    """All rows, page by page: at least one page, which may be empty."""
    named = number_once(table.statement)
    statement = await db.prepare(named.statement)
    names = [column.name for column in statement.get_attributes()]
    positions = [position for position, name in enumerate(names) if name not in table.hidden]
    columns, position = tuple(names[n] for n in positions), table.first
    notes = {n for n in positions if names[n] in table.notes}
    while True:
        after = {f"after_{name}": value for name, value in zip(table.key, position, strict=True)}
        values = {"publisher_id": of.publisher_id, "account_id": of.account_id, **after}
        page = await statement.fetch(*named.bind({**values, "size": PAGE}).values)
        rows = [
            tuple(show_note(row[n]) if n in notes else row[n] for n in positions) for row in page
        ]
        yield Rows(columns, rows)
        if len(page) < PAGE:
            return
        position = tuple(page[-1][name] for name in table.key)


async def file_names(db: Connection, of: Login) -> AsyncIterator[str]:
    """The names of the publisher's uploaded files in the storage."""
    async for page in read_pages(db, of, FILES):
        for name, *_ in page.rows:
            yield name


async def estimate_rows(db: Connection, publisher_id: int) -> int:
    """The approximate number of rows to export, from the figures by month."""
    query = text(
        """
        select coalesce(sum(clicks + 4 * (pending_orders + approved_orders + rejected_orders)), 0)::bigint
          from rollup where publisher_id = :publisher_id and grain = 'month'
        """,
        publisher_id=publisher_id,
    )
    estimate: int = await one_value(db, query)
    return estimate
