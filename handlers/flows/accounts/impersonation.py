"""Links by which the network's staff sign in as a publisher: once, for an hour, audited under both names."""

from datetime import timedelta
from hashlib import sha256

import sql.accounts.account
import sql.accounts.login_directory
import sql.accounts.one_time_token
import sql.accounts.sign_in_failure
from handlers.flows.accounts.credentials import issue_token
from handlers.flows.accounts.sign_in import lock_verified, open_session
from handlers.flows.accounts.two_step import verify_code
from rpc import Code, Fault, Guest
from rpc.calls.audit import record
from rpc.security.tokens import AUTOLOGIN
from schema.accounts.account import permissions_of
from schema.accounts.auth import email_login, login_of
from schema.accounts.social_login import AutologinUrl, SignInAdmin, ThirdSignedIn
from sql.accounts.account import Login, Owner
from sql.accounts.one_time_token import OneTimeToken
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
IMPERSONATE = "account.impersonate"
LINK_LIFETIME = timedelta(seconds=60)
SESSION_LIFETIME = timedelta(hours=1)
EITHER = "Give either `attributes.uid` or `attributes.email`"


async def create_link(ctx: Guest, sign_in: SignInAdmin) -> AutologinUrl:
    """A link for one of the staff, whom their password identifies."""
    operator = await authenticate_operator(ctx, sign_in)
    owner = await find_publisher(ctx, sign_in)
    async with ctx.db.transaction():
        token = await issue_token(
            ctx,
            owner,
            AUTOLOGIN,
            purpose=sql.accounts.one_time_token.AUTOLOGIN,
            lifetime=LINK_LIFETIME,
            payload={
                "operator_id": operator.account_id,
                "operator_name": operator.name,
                "operator_uid": operator.publisher_id,
                "operator_stamp": operator.security_stamp,
            },
        )
        of = Login(owner.publisher_id, owner.account_id)
        await record(ctx, of, operator_id=operator.account_id, reason=sign_in.reason)
    url = f"{ctx.resources.settings.public_url}/autologin?code={token}"
    return AutologinUrl(url, ctx.now + LINK_LIFETIME)


async def authenticate_operator(ctx: Guest, sign_in: SignInAdmin) -> Owner:
    """The member of staff who asks. Who works here is no secret; their password is guarded like any other."""
    identifier = sha256(login_of(sign_in.account).encode()).digest()
    if not await sql.accounts.sign_in_failure.count(ctx.db, identifier, ctx.now):
        raise Fault(Code.TOO_MANY_ATTEMPTS)
    login = await sql.accounts.login_directory.find(ctx.db, login_of(sign_in.account))
    owner = login and await sql.accounts.account.get(ctx.db, login.publisher_id, login.account_id)
    if not owner or owner.role != "operator" or owner.closed_at:
        raise Fault(Code.USER_UNKNOWN)
    if IMPERSONATE not in permissions_of(owner.role):
        raise Fault(Code.NOT_ALLOWED)
    if not await ctx.resources.passwords.matches(owner.password_hash, sign_in.password):
        await record(ctx, Login(owner.publisher_id, owner.account_id), "refused")
        raise Fault(Code.PASSWORD_INCORRECT)
    if refusal := owner.refusal():
        raise Fault(refusal)
    if owner.two_step_at is not None:
        await verify_code(ctx, owner, sign_in.otp)
    await sql.accounts.sign_in_failure.clear(ctx.db, identifier)
    return owner


async def find_publisher(ctx: Guest, sign_in: SignInAdmin) -> Owner:
    """The publisher's account to sign in as. 20019 for an unknown uid, 20057 for an unknown address."""
    if (sign_in.uid is None) == (sign_in.email is None):
        raise Fault(Code.REQUEST_INVALID, EITHER, field="attributes.uid")
    unknown = Code.USER_UNKNOWN if sign_in.email is None else Code.EMAIL_UNKNOWN
    if sign_in.email is None:
        login = await sql.accounts.account.owner_of(ctx.db, sign_in.uid or 0)
    else:
        login = await sql.accounts.login_directory.find(ctx.db, email_login(sign_in.email))
    owner = login and await sql.accounts.account.get(ctx.db, login.publisher_id, login.account_id)
    if not owner or owner.role != "owner" or owner.closed_at:
        raise Fault(unknown)
    if owner.locked_at:
        raise Fault(Code.USER_LOCKED)
    return owner


async def sign_in(ctx: Guest, code: str) -> ThirdSignedIn:
    """Open the session of a link, once and in time. 20038 for a link that does not work."""
    token = ctx.resources.tokens.read(AUTOLOGIN, code)
    if token is None:
        raise Fault(Code.THIRD_PARTY_UNKNOWN)
    purpose = sql.accounts.one_time_token.AUTOLOGIN
    link = await sql.accounts.one_time_token.find(ctx.db, token.owner, token.hash, purpose=purpose)
    owner = link and await sql.accounts.account.get(ctx.db, token.owner, link.account_id)
    if not link or not owner or owner.closed_at or owner.locked_at:
        raise Fault(Code.THIRD_PARTY_UNKNOWN)
    async with ctx.db.transaction():
        await lock_verified(ctx, owner, Code.THIRD_PARTY_UNKNOWN)
        if not await still_authorized(ctx, link) or not link.works(owner, ctx.now):
            raise Fault(Code.THIRD_PARTY_UNKNOWN)
        if not await sql.accounts.one_time_token.use(
            ctx.db, token.owner, token.hash, purpose=purpose, now=ctx.now
        ):
            raise Fault(Code.THIRD_PARTY_UNKNOWN)
        staff = Staff(link.payload["operator_id"], link.payload["operator_name"])
        session = await open_session(
            ctx, owner, SESSION_LIFETIME, SESSION_LIFETIME, kind="autologin", staff=staff
        )
    return ThirdSignedIn(session.token, session.expires_at)


async def still_authorized(ctx: Guest, link: OneTimeToken) -> bool:
    """Lock the account of whoever made the link. False if its credentials changed since, or it was locked."""
    uid, operator_id = link.payload.get("operator_uid"), link.payload["operator_id"]
    if uid is None:
        return False
    stamp = await sql.accounts.account.lock(ctx.db, uid, operator_id)
    return stamp is not None and stamp == link.payload["operator_stamp"]
