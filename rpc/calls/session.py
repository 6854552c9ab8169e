"""Finds a caller's session and account by the token it sent: that of a session, of an app, or an API token."""

from collections.abc import Awaitable, Callable
from datetime import datetime
from typing import TYPE_CHECKING

import msgspec

import sql.accounts.agent_grant
import sql.accounts.api_token
import sql.accounts.audit
import sql.accounts.sandbox
import sql.accounts.session
from rpc.security.rate_limits import publisher_rate
from rpc.security.tokens import AGENT_ACCESS, API_TOKEN, SESSION
from schema.accounts.account import Account, DefaultSite
from schema.accounts.agent import ACCESS_PREFIX, granted_permissions
from schema.accounts.api_token import PREFIX, TEST_PREFIX
from schema.accounts.company import Company
from schema.accounts.permission import NO_SCOPES, permissions_of
from schema.accounts.sandbox import OF_LIVE_ACCOUNT
from schema.core.errors import Code, Fault
from schema.core.sandbox import is_live
from sql.accounts.session import Session
from sql.core.db import Connection, pooled_connection

if TYPE_CHECKING:
    from rpc.calls.context import RequestInfo
    from rpc.process.resources import Resources

FindSession = Callable[[Connection, int, bytes, datetime], Awaitable[Session | None]]


async def find_session(resources: "Resources", request: "RequestInfo") -> Session | None:
    """The session of a request's token, counted towards its rate limit; 401 for a token that is not ours.

    Agents come with the token of an app or an API token, and the former count nowhere else.
    """
    text, purpose = request.token, SESSION
    find: FindSession | None = None
    prefix = next((each for each in (PREFIX, TEST_PREFIX) if text.startswith(each)), None)
    if prefix is not None:
        text, purpose, find = text.removeprefix(prefix), API_TOKEN, sql.accounts.api_token.find
    elif request.by_agent:
        text, purpose = text.removeprefix(ACCESS_PREFIX), AGENT_ACCESS
        find = sql.accounts.agent_grant.find
    token = resources.tokens.read(purpose, text) if text else None
    if token is None or (prefix is not None and is_live(token.owner) != (prefix == PREFIX)):
        raise Fault(Code.UNAUTHORIZED)
    resources.rate_limiter.spend(token.hash, resources.session_rate, request.quota)
    if find is not None:
        now = resources.clock.now()
        async with resources.pool_for_calls.connection() as db:
            session = await find(db, token.owner, token.hash, now)
    else:
        session = await resources.sessions.find(token)
    if session is not None and session.sandbox_of is not None:
        session = await follow_original(resources, session, session.sandbox_of)
    # Only for valid sessions: an old token could otherwise use up the rate of its publisher.
    if session is not None and session.publisher_id and not (session.ended or session.expired):
        rate = publisher_rate(resources.session_rate)
        resources.rate_limiter.spend(session.publisher_id, rate)
    return session


async def follow_original(
    resources: "Resources", session: Session, live_uid: int
) -> Session | None:
    """A session or token of a sandbox as the live account allows it now; None if it does not any more.

    It has that account's role, and ends with it, with its credentials, and with the sandbox.
    """
    async with resources.pool_for_calls.connection() as db:
        original = await sql.accounts.sandbox.find_original(
            db, live_uid, session.account_id, session.publisher_id
        )
    by_session = session.scopes is None
    if original is None or not original.is_open:
        return None
    if by_session and original.security_stamp != session.security_stamp:
        return None
    return msgspec.structs.replace(session, role=original.role)


async def record_use(
    db: Connection,
    session: Session,
    now: datetime,
    resources: "Resources",
    request: "RequestInfo",
) -> None:
    """Record when a session or token was used, and every call of an operator signed in as a publisher."""
    if session.touch_due and session.grant_id is not None:
        await sql.accounts.agent_grant.touch(db, session.publisher_id, session.grant_id, now)
    elif session.touch_due and session.token_id is not None:
        await sql.accounts.api_token.touch(db, session.publisher_id, session.token_id, now)
    elif session.touch_due:
        await sql.accounts.session.touch(db, session.publisher_id, session.hash, now)
    if session.operator_id is not None:
        await audit_impersonation(session, now, resources, request)


def session_permissions(session: Session) -> tuple[str, ...]:
    """The permissions of a session: those of the account's role, limited to the scopes of its token or app if any."""
    names = permissions_of(
        session.role,
        impersonated=session.operator_id is not None,
        narrowed=session.site_ids is not None,
        with_money=session.with_money,
        guarded=session.guarded_until is not None,
    )
    if session.sandbox_of is not None:
        names = tuple(name for name in names if name not in OF_LIVE_ACCOUNT)
    if session.scopes is None:
        return names
    scopes = frozenset(session.scopes)
    if session.grant_id is not None:
        scopes = granted_permissions(session.scopes)
    return tuple(name for name in names if name in scopes or name in NO_SCOPES)


async def audit_impersonation(
    session: Session, now: datetime, resources: "Resources", request: "RequestInfo"
) -> None:
    """Add a call to the activity log in a transaction of its own, so that a refusal does not undo the entry."""
    async with pooled_connection(resources.pool) as db:
        await sql.accounts.audit.add(
            db,
            session.publisher_id,
            session.account_id,
            request.path,
            at=now,
            ip=request.ip,
            request_id=request.request_id,
            result="called",
            operator_id=session.operator_id,
        )


def account_of(session: Session, resources: "Resources") -> Account:
    """The signed-in account, as the portal shows it to its owner."""
    site = None
    if session.default_site_id is not None and session.default_site_name is not None:
        site = DefaultSite(session.default_site_id, session.default_site_name)
    return Account(
        id=session.account_id,
        uid=session.publisher_id,
        username=session.username,
        nickname=session.nickname,
        avatar=session.avatar,
        account=session.username,
        login_email=session.email,
        email_verified=session.email_verified,
        default_site=site,
        roles=[session.role],
        permissions=list(session_permissions(session)),
        site_ids=session.site_ids,
        company=msgspec.convert(session.company, Company | None),
        time_zone=session.time_zone,
        currency=session.currency,
        language=session.language,
        referral_url=f"{resources.settings.public_url}/auth/refer?uid={session.publisher_id}",
        two_step=session.two_step,
        impersonated_by=session.operator_name,
        guarded_until=session.guarded_until,
        session_expires_at=session.expires_at,
        sandbox=session.sandbox_of is not None,
    )
