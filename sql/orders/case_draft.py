"""Cases that agents have prepared."""

from datetime import datetime

from msgspec import Struct

from schema.orders.order_case import CaseDraft
from schema.orders.prepared_case import DRAFTS_KEPT
from sql.accounts.account import Login
from sql.core.db import Connection, all_rows, one_value, run, text


class StoredDraft(Struct, frozen=True, kw_only=True):
    id: int
    agent: str
    created_at: datetime
    draft: CaseDraft


async def list_recent(
    db: Connection, publisher_id: int, now: datetime, *, account_id: int | None
) -> list[StoredDraft]:
    """A publisher's drafts, or those of an account, newest first."""
    query = text(
        """
        select draft_id as id, agent, created_at, draft
          from case_draft
         where publisher_id = :publisher_id and created_at > :since
           and (:account_id::bigint is null or account_id = :account_id)
         order by draft_id desc
        """,
        publisher_id=publisher_id,
        account_id=account_id,
        since=now - DRAFTS_KEPT,
    )
    return await all_rows(db, query, StoredDraft)


async def add(db: Connection, of: Login, agent: str, draft: CaseDraft, now: datetime) -> int:
    """Add a draft, or find the same one of the account. Returns its id."""
    query = text(
        """
        with same as (
            select draft_id from case_draft
             where publisher_id = :publisher_id and account_id = :account_id and draft = :draft::jsonb
               and created_at > :since
             order by draft_id limit 1),
        added as (
            insert into case_draft (publisher_id, account_id, agent, draft, created_at)
            select :publisher_id, :account_id, :agent, :draft::jsonb, :now where not exists (select from same)
            returning draft_id)
        select draft_id from same union all select draft_id from added
        """,
        publisher_id=of.publisher_id,
        account_id=of.account_id,
        agent=agent,
        draft=draft,
        now=now,
        since=now - DRAFTS_KEPT,
    )
    return int(await one_value(db, query))


async def remove(
    db: Connection, publisher_id: int, draft_id: int, *, account_id: int | None
) -> bool:
    """Delete a draft of a publisher, or of an account. Returns whether there was one."""
    query = text(
        """
        delete from case_draft
         where publisher_id = :publisher_id and draft_id = :draft_id
           and (:account_id::bigint is null or account_id = :account_id)
        """,
        publisher_id=publisher_id,
        draft_id=draft_id,
        account_id=account_id,
    )
    return bool(await run(db, query))
