"""Records in the activity log who made which call, in the transaction of that call."""

import sql.accounts.audit
from rpc.calls.context import Guest
from sql.accounts.account import Login


async def record(
    ctx: Guest, login: Login, result: str = "ok", *, operator_id: int | None = None, **details: str
) -> None:
    """Add an entry to the activity log of an account; `details` must contain no secret. An agent is named in it."""
    if ctx.agent:
        details["agent"] = ctx.agent
    await sql.accounts.audit.add(
        ctx.db,
        login.publisher_id,
        login.account_id or None,
        ctx.request.path,
        at=ctx.now,
        ip=ctx.request.ip,
        request_id=ctx.request.request_id,
        result=result,
        operator_id=ctx.operator_id if operator_id is None else operator_id,
        details=details,
    )
