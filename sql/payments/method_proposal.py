"""Proposed payment methods, whose fields are encrypted before they get here."""

from collections.abc import Sequence
from datetime import datetime
from typing import LiteralString

from schema.payments.method_proposal import PROPOSAL_LIFETIME, StoredProposal
from schema.payments.payee import Layout
from schema.payments.payment_method import SealedMethod
from sql.accounts.account import Login
from sql.core.db import Connection, all_rows, maybe_row, one_value, run, text
from sql.core.sql_template import compose

WAITING: LiteralString = """
select p.proposal_id as id, p.payment_method_id as method_id, p.account_id,
       coalesce(nullif(account.nickname, ''), account.username) as proposed_by, p.kind, p.country, p.currency,
       p.entity, p.row_key::text, p.sealed, p.ending, p.created_at
  from method_proposal as p
  join account on account.publisher_id = p.publisher_id and account.account_id = p.account_id
 where p.publisher_id = :publisher_id and p.created_at > :since
"""
LIST = compose(WAITING, "order by proposal_id desc")
BY_ID = compose(WAITING, "and proposal_id = :proposal_id")


async def list_waiting(db: Connection, publisher_id: int, now: datetime) -> list[StoredProposal]:
    """The publisher's proposals, newest first."""
    query = text(LIST, publisher_id=publisher_id, since=now - PROPOSAL_LIFETIME)
    return await all_rows(db, query, StoredProposal)


async def get(
    db: Connection, publisher_id: int, proposal_id: int, now: datetime
) -> StoredProposal | None:
    query = text(
        BY_ID, publisher_id=publisher_id, since=now - PROPOSAL_LIFETIME, proposal_id=proposal_id
    )
    return await maybe_row(db, query, StoredProposal)


async def is_waiting(
    db: Connection, publisher_id: int, marks: Sequence[bytes], now: datetime
) -> bool:
    """Whether the same account is proposed already, by its blind index under any key."""
    query = text(
        """
        select exists (select from method_proposal
                        where publisher_id = :publisher_id and mark = any(:marks::bytea[]) and created_at > :since)
        """,
        publisher_id=publisher_id,
        marks=marks,
        since=now - PROPOSAL_LIFETIME,
    )
    return bool(await one_value(db, query))


async def add(
    db: Connection,
    of: Login,
    method_id: int | None,
    layout: Layout,
    method: SealedMethod,
    now: datetime,
) -> int:
    """Add a member's proposal. Returns its id."""
    query = text(
        """
        insert into method_proposal (publisher_id, account_id, payment_method_id, kind, country, currency, entity,
                                     row_key, sealed, mark, ending, created_at)
        values (:publisher_id, :account_id, :method_id, :kind, :country, :currency, :entity,
                :row_key::uuid, :sealed, :mark, :ending, :now)
        returning proposal_id
        """,
        publisher_id=of.publisher_id,
        account_id=of.account_id,
        method_id=method_id,
        **layout._asdict(),
        row_key=method.row_key,
        sealed=method.sealed,
        mark=method.blind_indexes[-1],
        ending=method.ending,
        now=now,
    )
    return int(await one_value(db, query))


async def remove(db: Connection, publisher_id: int, proposal_id: int) -> bool:
    """Delete a proposal. False if somebody else did meanwhile."""
    query = text(
        "delete from method_proposal where publisher_id = :publisher_id and proposal_id = :proposal_id",
        publisher_id=publisher_id,
        proposal_id=proposal_id,
    )
    return bool(await run(db, query))


async def remove_of(db: Connection, of: Login) -> None:
    """Delete all proposals of a member."""
    query = text(
        "delete from method_proposal where publisher_id = :publisher_id and account_id = :account_id",
        publisher_id=of.publisher_id,
        account_id=of.account_id,
    )
    await run(db, query)


async def remove_since(db: Connection, publisher_id: int, since: datetime) -> None:
    """Delete the proposals that were made since a time."""
    query = text(
        "delete from method_proposal where publisher_id = :publisher_id and created_at >= :since",
        publisher_id=publisher_id,
        since=since,
    )
    await run(db, query)
