"""A link by which the network's staff sign in as a publisher: once, for an hour, under both names."""

from datetime import timedelta
from hashlib import sha256

import sql.accounts.account
import sql.accounts.one_time_token
import sql.accounts.sign_in_failure
from handlers.flows.one_time_tokens import issued
from handlers.flows.sign_in import open_session
from handlers.flows.two_step import proven
from rpc import Code, Fault, Guest
from rpc.calls.audit import record
from rpc.security.tokens import AUTOLOGIN
from schema.accounts.auth import email_login, login_of
from schema.accounts.social_login import AutologinUrl, SignInAdmin, ThirdSignedIn
from sql.accounts.account import Login, Owner
from sql.accounts.session import Staff

REFUSALS = [
    Code.USER_UNKNOWN,
    Code.PASSWORD_INCORRECT,
    Code.EMAIL_UNKNOWN,
    Code.TOO_MANY_ATTEMPTS,
    Code.EMAIL_NOT_VERIFIED,
    Code.USER_LOCKED,
    Code.PASSWORD_EXPIRED,
    Code.VERIFICATION_CODE_INVALID,
]
WITHIN = timedelta(seconds=60)
LASTS = timedelta(hours=1)
EITHER = "Give either `attributes.uid` or `attributes.email`"


async def issue(ctx: Guest, asked: SignInAdmin) -> AutologinUrl:
    """A link for one of the staff, who say by their password that it is they."""
    staff = await operator(ctx, asked)
    owner = await target(ctx, asked)
    async with ctx.db.transaction():
        token = await issued(
            ctx,
            owner,
            AUTOLOGIN,
            purpose=sql.accounts.one_time_token.AUTOLOGIN,
            within=WITHIN,
            payload={"operator_id": staff.account_id, "operator_name": staff.name},
        )
        of = Login(owner.publisher_id, owner.account_id)
        await record(ctx, of, operator_id=staff.account_id, reason=asked.reason)
    url = f"{ctx.resources.settings.public_url}/autologin?code={token}"
    return AutologinUrl(url, ctx.now + WITHIN)


async def operator(ctx: Guest, asked: SignInAdmin) -> Owner:
    """Who of the network asks. That somebody works there is no secret; their password is guarded as any."""
    identifier = sha256(login_of(asked.account).encode()).digest()
    if not await sql.accounts.sign_in_failure.count(ctx.db, identifier, ctx.now):
        raise Fault(Code.TOO_MANY_ATTEMPTS)
    found = await sql.accounts.account.find(ctx.db, login_of(asked.account))
    owner = found and await sql.accounts.account.get(ctx.db, found.publisher_id, found.account_id)
    if not owner or owner.role != "operator" or owner.closed_at:
        raise Fault(Code.USER_UNKNOWN)
    if not await ctx.resources.passwords.matches(owner.password_hash, asked.password):
        await record(ctx, Login(owner.publisher_id, owner.account_id), "refused")
        raise Fault(Code.PASSWORD_INCORRECT)
    if refusal := owner.refusal():
        raise Fault(refusal)
    if owner.two_step_at is not None:
        await proven(ctx, owner, asked.otp)
    await sql.accounts.sign_in_failure.clear(ctx.db, identifier)
    return owner


async def target(ctx: Guest, asked: SignInAdmin) -> Owner:
    """The publisher's account to sign in as. 20019 for an unknown uid, 20057 for an unknown address."""
    if (asked.uid is None) == (asked.email is None):
        raise Fault(Code.REQUEST_INVALID, EITHER, field="attributes.uid")
    unknown = Code.USER_UNKNOWN if asked.email is None else Code.EMAIL_UNKNOWN
    if asked.email is None:
        found = await sql.accounts.account.owner_of(ctx.db, asked.uid or 0)
    else:
        found = await sql.accounts.account.find(ctx.db, email_login(asked.email))
    owner = found and await sql.accounts.account.get(ctx.db, found.publisher_id, found.account_id)
    if not owner or owner.role != "owner" or owner.closed_at:
        raise Fault(unknown)
    if owner.locked_at:
        raise Fault(Code.USER_LOCKED)
    return owner


async def enter(ctx: Guest, code: str) -> ThirdSignedIn:
    """The session that a link opens, once and in time; else 20038."""
    token = ctx.resources.tokens.read(AUTOLOGIN, code)
    if token is None:
        raise Fault(Code.THIRD_PARTY_UNKNOWN)
    purpose = sql.accounts.one_time_token.AUTOLOGIN
    async with ctx.db.transaction():
        account_id = await sql.accounts.one_time_token.use(
            ctx.db, token.owner, token.hash, purpose=purpose, now=ctx.now
        )
        link = await sql.accounts.one_time_token.find(
            ctx.db, token.owner, token.hash, purpose=purpose
        )
        owner = account_id and await sql.accounts.account.get(ctx.db, token.owner, account_id)
        if not owner or link is None or owner.closed_at or owner.locked_at:
            raise Fault(Code.THIRD_PARTY_UNKNOWN)
        staff = Staff(link.payload["operator_id"], link.payload["operator_name"])
        opened = await open_session(ctx, owner, LASTS, LASTS, kind="autologin", staff=staff)
    return ThirdSignedIn(opened.token, opened.expires_at)
