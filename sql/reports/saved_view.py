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
         where publisher_id = :publisher_id and account_id = :account_id and (:report::text is null or report = :report)
         order by report, is_default desc, lower(name), view_id
        """,
        publisher_id=of.publisher_id,
        account_id=of.account_id,
        report=report,
    )
    return await all_rows(db, query, StoredView)


async def lock_account(db: Connection, of: Login) -> None:
    """Let only one transaction at a time change the account's views."""
    query = text(
        "select 1 from account where publisher_id = :publisher_id and account_id = :account_id for update",
        publisher_id=of.publisher_id,
        account_id=of.account_id,
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
         where publisher_id = :publisher_id and view_id = :view_id and mail_at <= :now for update
        """,
        publisher_id=publisher_id,
        view_id=view_id,
        now=now,
    )
    return await maybe_row(db, query, StoredView)


async def clear_default(db: Connection, of: Login, report: ViewReport) -> None:
    query = text(
        """
        update saved_view set is_default = false
         where publisher_id = :publisher_id and account_id = :account_id and report = :report and is_default
        """,
        publisher_id=of.publisher_id,
        account_id=of.account_id,
        report=report,
    )
    await run(db, query)


async def add(
    db: Connection, of: Login, draft: ViewDraft, *, mail_at: datetime | None, now: datetime
) -> int | None:
    """Add a view. Returns its id, or None if there is one with this name."""
    query = text(
        """
        insert into saved_view (publisher_id, account_id, report, name, filter, days, is_default,
                                mailed, mail_after, mail_at, created_at)
        values (:publisher_id, :account_id, :report, :name, :filter, :days, :is_default, :mailed, :now, :mail_at,
                :now) on conflict do nothing
        returning view_id
        """,
        publisher_id=of.publisher_id,
        account_id=of.account_id,
        report=draft.report,
        name=draft.name,
        filter=draft.filter or {},
        days=draft.days,
        is_default=draft.is_default,
        mailed=draft.mailed,
        mail_at=mail_at,
        now=now,
    )
    view_id: int | None = await one_value(db, query)
    return view_id


async def replace(db: Connection, view: StoredView, name: str, filter: dict[str, Any]) -> None:
    """Save the changes of a view."""
    query = text(
        """
        update saved_view set name = :name, filter = :filter, days = :days, is_default = :is_default, mailed = :mailed,
               mail_after = :mail_after, mail_at = :mail_at
         where publisher_id = :publisher_id and view_id = :view_id
        """,
        publisher_id=view.publisher_id,
        view_id=view.id,
        name=name,
        filter=filter,
        days=view.days,
        is_default=view.is_default,
        mailed=view.mailed,
        mail_after=view.mail_after,
        mail_at=view.mail_at,
    )
    await run(db, query)


async def remove(db: Connection, of: Login, view_id: int) -> bool:
    query = text(
        "delete from saved_view where publisher_id = :publisher_id and account_id = :account_id and view_id = :view_id",
        publisher_id=of.publisher_id,
        account_id=of.account_id,
        view_id=view_id,
    )
    return bool(await run(db, query))


async def set_mail(
    db: Connection, view: StoredView, *, mail_after: datetime, mail_at: datetime | None
) -> None:
    """Record when a view was last mailed, and when it will be next."""
    query = text(
        "update saved_view set mail_after = :mail_after, mail_at = :mail_at"
        " where publisher_id = :publisher_id and view_id = :view_id",
        publisher_id=view.publisher_id,
        view_id=view.id,
        mail_after=mail_after,
        mail_at=mail_at,
    )
    await run(db, query)


async def stop_mail(db: Connection, of: Login, view_id: int) -> bool:
    """Stop mailing a view. False if it is not mailed or does not exist."""
    query = text(
        """
        update saved_view set mailed = :never, mail_at = null
         where publisher_id = :publisher_id and account_id = :account_id and view_id = :view_id and mailed <> :never
        """,
        publisher_id=of.publisher_id,
        account_id=of.account_id,
        view_id=view_id,
        never=Mailed.NEVER,
    )
    return bool(await run(db, query))


async def stop_mails(db: Connection, of: Login) -> None:
    """Stop mailing all of an account's views for good."""
    query = text(
        """
        update saved_view set mailed = :never, mail_at = null
         where publisher_id = :publisher_id and account_id = :account_id
        """,
        publisher_id=of.publisher_id,
        account_id=of.account_id,
        never=Mailed.NEVER,
    )
    await run(db, query)


async def pause_mails(db: Connection, of: Login) -> None:
    """Stop mailing all of an account's views until resume_mails()."""
    query = text(
        "update saved_view set mail_at = null where publisher_id = :publisher_id and account_id = :account_id",
        publisher_id=of.publisher_id,
        account_id=of.account_id,
    )
    await run(db, query)


async def resume_mails(db: Connection, of: Login, now: datetime) -> None:
    """Mail the views again that were paused: at once what was due meanwhile, the others at their time."""
    query = text(
        """
        update saved_view set mail_at = :now
         where publisher_id = :publisher_id and account_id = :account_id and mailed <> :never and mail_at is null
        """,
        publisher_id=of.publisher_id,
        account_id=of.account_id,
        now=now,
        never=Mailed.NEVER,
    )
    await run(db, query)
