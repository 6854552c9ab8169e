"""Keeps a call that an app asks for until its person decides: it is tried, and nothing of it stays."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

import msgspec

import sql.accounts.agent_request
from rpc.calls.context import Member
from schema.accounts.agent_request import (
    ARGUMENTS_BYTES_MAX,
    REQUEST_LIFETIME,
    REQUESTS_MAX,
    AgentRequestMade,
)
from schema.core.envelope import Results
from schema.core.errors import Code, Fault
from sql.accounts.account import Login
from sql.core.db import Connection

PAGE = "/agents/"
FULL = f"{REQUESTS_MAX} requests wait already: your person decides them at {{url}}, or they expire after 24 hours"
TOO_LONG = f"A person is to read the arguments: send at most {ARGUMENTS_BYTES_MAX:,} bytes at once"


class TriedOut(Exception):
    """Rolls back a call that was only tried."""


async def ask_person(
    context: Member,
    path: str,
    arguments: Mapping[str, Any],
    call: Callable[[], Awaitable[Any]],
) -> AgentRequestMade:
    """Keep a request for the call, or return the same one that still waits. Raises the Fault that the call would."""
    if len(msgspec.json.encode(arguments)) > ARGUMENTS_BYTES_MAX:
        raise Fault(Code.REQUEST_INVALID, TOO_LONG)
    check_result(await try_out(context.db, call))
    assert context.grant_id is not None  # API tokens were refused
    uid, grant_id = context.publisher_id, context.grant_id
    public_url = context.resources.settings.public_url
    await sql.accounts.agent_request.lock_publisher(context.db, uid)
    found = await sql.accounts.agent_request.find_open(
        context.db, uid, grant_id, path, arguments, context.now
    )
    if found is None:
        waiting = await sql.accounts.agent_request.count_open(context.db, uid, context.now)
        if waiting >= REQUESTS_MAX:
            text = FULL.format(url=f"{public_url}/settings/login")
            raise Fault(Code.TOO_MANY_REQUESTS, text)
        of = Login(uid, context.account.id)
        id = await sql.accounts.agent_request.add(
            context.db, of, grant_id, path, arguments, context.now
        )
        found = id, context.now + REQUEST_LIFETIME
    return AgentRequestMade(
        request_id=found[0], url=f"{public_url}{PAGE}{found[0]}", expires_at=found[1]
    )


async def try_out(db: Connection, call: Callable[[], Awaitable[Any]]) -> Any:
    """The result of a call of which nothing stays. Raises its Fault."""
    result: Any = None
    try:
        async with db.transaction():
            result = await call()
            raise TriedOut
    except TriedOut:
        return result


def check_result(result: Any) -> None:
    """Raise a Fault for a result in which no item would succeed: there would be nothing to approve."""
    if isinstance(result, Results) and result.rows and all(row.code for row in result.rows):
        first = result.rows[0].message
        data = {"list": msgspec.to_builtins(result.rows)}
        raise Fault(Code.REQUEST_INVALID, f"None of it can be done: {first}", data=data)
