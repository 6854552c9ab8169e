"""Requests of agents: listed, shown with what they would change, and decided by the person who connected the app."""

from dataclasses import replace
from typing import Any

import msgspec

import sql.accounts.agent_request
from handlers.agents.changes import describe_changes
from rpc import Code, Fault, Publisher, procedure, query
from rpc.calls.audit import record
from rpc.calls.codec import decode_call
from rpc.calls.reauth import forbid_impersonation
from rpc.calls.registry import registry
from rpc.calls.registry_entry import Procedure
from schema.accounts.agent_request import (
    CHANGES_SHOWN,
    AgentRequest,
    AgentRequestDecided,
    AgentRequestDecision,
    AgentRequestRef,
    AgentRequestRow,
    RequestChange,
    RequestOutcome,
    RequestState,
)
from schema.core.envelope import APP_ID, Listing, Results
from sql.accounts.account import Login
from sql.accounts.agent_request import StoredRequest
from sql.core.narrowing import narrow

DECIDED = {
    RequestState.APPROVED: "This request was approved already",
    RequestState.DECLINED: "This request was declined already",
    RequestState.EXPIRED: "This request expired after 24 hours: ask the agent to make it again",
    RequestState.ENDED: "The connection of this app has ended, and its requests with it",
}
TRANSIENT = (Code.TOO_MANY_REQUESTS, Code.UNAVAILABLE)
"""Refusals after which a request goes on waiting, because the same decision may succeed a moment later."""


@query("/agents/requests", permission=None, narrowed="account")
async def requests(ctx: Publisher) -> Listing[AgentRequestRow]:
    """List what your connected apps asked for in the last 30 days: what waits for you first, then the newest."""
    forbid_impersonation(ctx)
    rows = await sql.accounts.agent_request.list_recent(ctx.db, login_of(ctx), ctx.now)
    return Listing(rows, len(rows))


@query("/agents/request_info", permission=None, narrowed="account")
async def request_info(ctx: Publisher, attributes: AgentRequestRef) -> AgentRequest:
    """Get a request of an app, with its arguments and what it would change. Only who connected the app can."""
    forbid_impersonation(ctx)
    stored = await sql.accounts.agent_request.find(ctx.db, login_of(ctx), attributes.id, ctx.now)
    if stored is None:
        raise Fault(Code.NOT_FOUND, field="attributes.id")
    changes = stored.changes
    if changes is None:
        changes = await changes_now(ctx, stored)
    return AgentRequest(
        id=stored.id,
        app=stored.app,
        path=stored.path,
        state=stored.state,
        created_at=stored.created_at,
        expires_at=stored.expires_at,
        decided_at=stored.decided_at,
        outcome=stored.outcome,
        goes_to=stored.goes_to,
        arguments=stored.arguments,
        changes=changes[:CHANGES_SHOWN],
        changes_total=len(changes),
    )


@procedure(
    "/agents/request_decide", permission=None, narrowed="account", raises=[Code.STATE_FORBIDS]
)
async def request_decide(ctx: Publisher, attributes: AgentRequestDecision) -> AgentRequestDecided:
    """Approve or decline a request of an app, once. An approved call is made at once, with your role and channels.

    `outcome` says what came of the call, which may have been refused.
    """
    forbid_impersonation(ctx)
    of = login_of(ctx)
    stored = await sql.accounts.agent_request.find(ctx.db, of, attributes.id, ctx.now, lock=True)
    if stored is None:
        raise Fault(Code.NOT_FOUND, field="attributes.id")
    if stored.state is not RequestState.PENDING:
        raise Fault(Code.STATE_FORBIDS, DECIDED[stored.state], field="attributes.id")
    changes = await changes_now(ctx, stored)
    outcome = await make_call(ctx, stored) if attributes.approve else None
    decision = RequestState.DECLINED if outcome is None else RequestState.APPROVED
    await sql.accounts.agent_request.decide(
        ctx.db,
        ctx.publisher_id,
        stored.id,
        decision,
        ctx.now,
        changes=changes,
        outcome=outcome,
    )
    if outcome is None or outcome.code:
        result = "ok" if outcome is None else "failed"
        await record(ctx, of, result, app=stored.app, call=stored.path)
    return AgentRequestDecided(state=decision, outcome=outcome)


async def changes_now(ctx: Publisher, stored: StoredRequest) -> list[RequestChange]:
    """What a request would change at this moment, as far as its person sees it."""
    try:
        arguments = read_arguments(find_procedure(stored), stored)
    except Fault:
        return []
    return await describe_changes(acting(ctx, stored), stored.path, arguments["attributes"])


async def make_call(ctx: Publisher, stored: StoredRequest) -> RequestOutcome:
    """Make the call of a request as the person who approves it; a refusal is its outcome."""
    context = acting(ctx, stored)
    try:
        async with ctx.db.transaction():
            procedure = find_procedure(stored)
            procedure.check_permission(context)
            result = await procedure(context, read_arguments(procedure, stored))
    except Fault as fault:
        if fault.code in TRANSIENT:
            raise
        return RequestOutcome(code=fault.number, message=str(fault), refused=[])
    return RequestOutcome(code=0, message="ok", refused=refused_items(result))


def acting(ctx: Publisher, stored: StoredRequest) -> Publisher:
    """The context of the stored call: the person's own, narrowed to their channels, with the app's name for the log."""
    request = msgspec.structs.replace(ctx.request, path=stored.path, idempotency_key=None)
    db = narrow(ctx.db, ctx.site_ids)
    return replace(ctx, request=request, db=db, agent=stored.app)


def find_procedure(stored: StoredRequest) -> Procedure:
    """The call of a request. Raises a Fault if a later release no longer lets apps ask for it."""
    procedure = registry.find(stored.path, Procedure)
    if procedure.agents != "request":
        raise Fault(Code.NOT_ALLOWED)
    return procedure


def read_arguments(procedure: Procedure, stored: StoredRequest) -> dict[str, Any]:
    """The arguments as the call takes them. Raises a Fault if a later release no longer does."""
    body = msgspec.json.encode({"appId": APP_ID, "req": stored.arguments})
    decoded = decode_call(procedure, body)
    if decoded.fault is not None:
        raise decoded.fault
    return decoded.arguments


def refused_items(result: object) -> list[str]:
    """Which items of a call were refused, and why."""
    if not isinstance(result, Results):
        return []
    items = [(getattr(row, "mcid", None) or row.id, row) for row in result.rows if row.code]
    return [f"{name}: {row.message}" for name, row in items][:CHANGES_SHOWN]


def login_of(ctx: Publisher) -> Login:
    return Login(ctx.publisher_id, ctx.account.id)
