"""Calls that apps ask for, and that are made only if their person approves them."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import cache
from typing import Any, LiteralString

from msgspec import Struct

from schema.accounts.agent import IDLE_LIFETIME
from schema.accounts.agent_request import (
    REQUEST_LIFETIME,
    REQUESTS_LISTED,
    AgentRequestRow,
    RequestChange,
    RequestOutcome,
    RequestState,
)
from sql.accounts.account import Login
from sql.core.db import Connection, Template, all_rows, maybe_row, one_value, run, text
from sql.core.sql_template import compose

COLUMNS: LiteralString = """
request_id as id, client_name as app, path,
       case when decision is not null then decision
            when request.expires_at <= :now then 'expired'
            when agent.ended_at is not null or agent.security_stamp <> account.security_stamp
                 or agent.expires_at <= :now or agent.renewed_at + :idle::interval <= :now then 'ended'
            else 'pending' end as state,
       request.created_at, request.expires_at, decided_at, outcome
"""
REQUESTS = """
  from agent_request as request
  join agent_grant as agent on agent.publisher_id = request.publisher_id and agent.grant_id = request.grant_id
  join account on account.publisher_id = request.publisher_id and account.account_id = request.account_id
 where request.publisher_id = :publisher_id and request.account_id = :account_id
"""


class StoredRequest(Struct, frozen=True, kw_only=True):
    """A request with its arguments. `changes` are null until it is decided."""

    id: int
    app: str
    path: str
    state: RequestState
    created_at: datetime
    expires_at: datetime
    decided_at: datetime | None
    outcome: RequestOutcome | None
    goes_to: str
    arguments: dict[str, Any]
    changes: list[RequestChange] | None


async def lock_publisher(db: Connection, publisher_id: int) -> None:
    """Let only one transaction at a time count and add a publisher's requests."""
    query = text(
        "select pg_advisory_xact_lock(hashtextextended('agent_request', :publisher_id))",
        publisher_id=publisher_id,
    )
    await one_value(db, query)


async def find_open(
    db: Connection,
    publisher_id: int,
    grant_id: int,
    path: str,
    arguments: Mapping[str, Any],
    now: datetime,
) -> tuple[int, datetime] | None:
    """The id and the end of the same request of the same app, if it still waits."""
    query = text(
        """
        select request_id as id, expires_at from agent_request
         where publisher_id = :publisher_id and grant_id = :grant_id and path = :path and arguments = :arguments::jsonb
           and decision is null and expires_at > :now
         order by request_id limit 1
        """,
        publisher_id=publisher_id,
        grant_id=grant_id,
        path=path,
        arguments=arguments,
        now=now,
    )
    row = await maybe_row(db, query, Open)
    return None if row is None else (row.id, row.expires_at)


class Open(Struct, frozen=True):
    id: int
    expires_at: datetime


async def count_open(db: Connection, publisher_id: int, now: datetime) -> int:
    """How many requests of a publisher's apps wait; those of apps that ended count until they expire."""
    query = text(
        """
        select count(*) from agent_request
         where publisher_id = :publisher_id and created_at > :since and decision is null and expires_at > :now
        """,
        publisher_id=publisher_id,
        since=now - REQUEST_LIFETIME,
        now=now,
    )
    count: int = await one_value(db, query)
    return count


async def add(
    db: Connection,
    of: Login,
    grant_id: int,
    path: str,
    arguments: Mapping[str, Any],
    now: datetime,
) -> int:
    query = text(
        """
        insert into agent_request (publisher_id, account_id, grant_id, path, arguments, created_at, expires_at)
        values (:publisher_id, :account_id, :grant_id, :path, :arguments, :now, :expires_at)
        returning request_id
        """,
        publisher_id=of.publisher_id,
        account_id=of.account_id,
        grant_id=grant_id,
        path=path,
        arguments=arguments,
        now=now,
        expires_at=now + REQUEST_LIFETIME,
    )
    return int(await one_value(db, query))


async def list_recent(db: Connection, of: Login, now: datetime) -> list[AgentRequestRow]:
    """The requests of an account's apps of the last 30 days: those that wait first, then the newest."""
    query = text(
        recent_template(),
        publisher_id=of.publisher_id,
        account_id=of.account_id,
        now=now,
        idle=IDLE_LIFETIME,
        since=now - REQUESTS_LISTED,
    )
    return await all_rows(db, query, AgentRequestRow)


@cache
def recent_template() -> Template:
    return compose(
        "select",
        COLUMNS,
        REQUESTS,
        """
           and request.created_at > :since
         order by decision is null and request.expires_at > :now desc, request_id desc limit 200
        """,
    )


async def find(
    db: Connection, of: Login, request_id: int, now: datetime, *, lock: bool = False
) -> StoredRequest | None:
    """A request of an account's apps; `lock` keeps it as it is until the transaction ends."""
    query = text(
        one_template(lock),
        publisher_id=of.publisher_id,
        account_id=of.account_id,
        request_id=request_id,
        now=now,
        idle=IDLE_LIFETIME,
    )
    return await maybe_row(db, query, StoredRequest)


@cache
def one_template(lock: bool) -> Template:
    return compose(
        "select",
        COLUMNS,
        ", goes_to, arguments, changes",
        REQUESTS,
        "and request_id = :request_id",
        "for update of request" if lock else "",
    )


async def decide(
    db: Connection,
    publisher_id: int,
    request_id: int,
    decision: RequestState,
    now: datetime,
    *,
    changes: Sequence[RequestChange],
    outcome: RequestOutcome | None,
) -> None:
    """Record how a request was decided, what it would change then, and what came of it."""
    query = text(
        """
        update agent_request
           set decision = :decision, decided_at = :now, changes = :changes, outcome = :outcome
         where publisher_id = :publisher_id and request_id = :request_id
        """,
        publisher_id=publisher_id,
        request_id=request_id,
        decision=decision,
        now=now,
        changes=changes,
        outcome=outcome,
    )
    await run(db, query)
