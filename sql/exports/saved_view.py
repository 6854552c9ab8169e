"""Saved views of an account's reports."""

from datetime import datetime
from typing import Any

from schema.reports.saved_view import Mailed, StoredView, ViewDraft, ViewReport
from sql.accounts.account import Login
from sql.core.db import Connection, all_rows, maybe_row, one_value, run, text


async def of_account(db: Connection, of: Login, report: ViewReport | None) -> list[StoredView]:
    """An account's views by name, the default one first."""
    query = text(
        """
        select publisher_id, view_id as id, account_id, report, name, filter, days, is_default, mailed,
               mail_after, mail_at
          from saved_view
         where publisher_id = $1 and account_id = $2 and ($3::text is null or report = $3)
         order by report, is_default desc, lower(name), view_id
        """,
        of.publisher_id,
        of.account_id,
        report,
    )
    return await all_rows(db, query, StoredView)


async def lock_account(db: Connection, of: Login) -> None:
    """Let only one transaction at a time change the account's views."""
    query = text(
        "select 1 from account where publisher_id = $1 and account_id = $2 for update",
        of.publisher_id,
        of.account_id,
    )
    await one_value(db, query)


async def lock_due(
    db: Connection, publisher_id: int, view_id: int, now: datetime
) -> StoredView | None:
    """A view that is due to be mailed, which nobody else mails until we commit."""
    query = text(
        """
        select publisher_id, view_id as id, account_id, report, name, filter, days, is_default, mailed,
               mail_after, mail_at
          from saved_view
         where publisher_id = $1 and view_id = $2 and mail_at <= $3 for update
        """,
        publisher_id,
        view_id,
        now,
    )
    return await maybe_row(db, query, StoredView)


async def clear_default(db: Connection, of: Login, report: ViewReport) -> None:
    query = text(
        """
        update saved_view set is_default = false
         where publisher_id = $1 and account_id = $2 and report = $3 and is_default
        """,
        of.publisher_id,
        of.account_id,
        report,
    )
    await run(db, query)


async def add(
    db: Connection, of: Login, draft: ViewDraft, *, mail_at: datetime | None, now: datetime
) -> int | None:
    """Keep a new view. Returns its id, or None if there is one of this name."""
    query = text(
        """
        insert into saved_view (publisher_id, account_id, report, name, filter, days, is_default,
                                mailed, mail_after, mail_at, created_at)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $10, $9, $10) on conflict do nothing
        returning view_id
        """,
        of.publisher_id,
        of.account_id,
        draft.report,
        draft.name,
        draft.filter or {},
        draft.days,
        draft.is_default,
        draft.mailed,
        mail_at,
        now,
    )
    view_id: int | None = await one_value(db, query)
    return view_id


async def replace(db: Connection, view: StoredView, name: str, filter: dict[str, Any]) -> None:
    """Keep the changes of a view."""
    query = text(
        """
        update saved_view set name = $3, filter = $4, days = $5, is_default = $6, mailed = $7,
               mail_after = $8, mail_at = $9
         where publisher_id = $1 and view_id = $2
        """,
        view.publisher_id,
        view.id,
        name,
        filter,
        view.days,
        view.is_default,
        view.mailed,
        view.mail_after,
        view.mail_at,
    )
    await run(db, query)


async def remove(db: Connection, of: Login, view_id: int) -> bool:
    query = text(
        "delete from saved_view where publisher_id = $1 and account_id = $2 and view_id = $3",
        of.publisher_id,
        of.account_id,
        view_id,
    )
    return bool(await run(db, query))


async def set_mail(
    db: Connection, view: StoredView, *, mail_after: datetime, mail_at: datetime | None
) -> None:
    """Record when it was last mailed, and when it will be next."""
    query = text(
        "update saved_view set mail_after = $3, mail_at = $4 where publisher_id = $1 and view_id = $2",
        view.publisher_id,
        view.id,
        mail_after,
        mail_at,
    )
    await run(db, query)


async def stop_mails(db: Connection, of: Login) -> None:
    """Mail an account's views no more."""
    query = text(
        """
        update saved_view set mailed = $3, mail_at = null
         where publisher_id = $1 and account_id = $2
        """,
        of.publisher_id,
        of.account_id,
        Mailed.NEVER,
    )
    await run(db, query)
