"""One-time links with which the network's staff sign in as a publisher for an hour. The activity log names both."""

from hashlib import sha256

import sql.accounts.account
import sql.accounts.login_directory
import sql.accounts.one_time_token
import sql.accounts.sign_in_failure
from handlers.flows.accounts.credentials import issue_token
from handlers.flows.accounts.two_step import verify_code
from rpc import Code, Fault, Guest, Rule, procedure
from rpc.calls.audit import record
from rpc.security.tokens import AUTOLOGIN
from schema.accounts.auth import email_login, login_of
from schema.accounts.oidc_sign_in import AutologinUrl, SignInAdmin
from schema.accounts.permission import permissions_of
from schema.accounts.session_lifetimes import AUTOLOGIN_LINK_LIFETIME
from sql.accounts.account import Login, Owner

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
EITHER = "Give either `attributes.uid` or `attributes.email`"


@procedure("/auth/sign_in_admin", raises=REFUSALS, atomic=False, hashes=True, secret=True)
async def sign_in_admin(ctx: Guest, attributes: SignInAdmin) -> AutologinUrl:
    """Create a one-time link that signs a member of the network's staff in as a publisher."""
    await ctx.resources.shared_limits.sign_in.spend(ctx.db, ctx.request.network, ctx.now)
    operator = await authenticate_operator(ctx, attributes)
    owner = await find_publisher(ctx, attributes)
    async with ctx.db.transaction():
        token = await issue_token(
            ctx,
            owner,
            AUTOLOGIN,
            purpose=sql.accounts.one_time_token.AUTOLOGIN,
            lifetime=AUTOLOGIN_LINK_LIFETIME,
            payload={
                "operator_id": operator.account_id,
                "operator_name": operator.name,
                "operator_uid": operator.publisher_id,
                "operator_stamp": operator.security_stamp,
            },
        )
        of = Login(owner.publisher_id, owner.account_id)
        await record(ctx, of, operator_id=operator.account_id, reason=attributes.reason)
    url = f"{ctx.resources.settings.public_url}/autologin?code={token}"
    return AutologinUrl(url, ctx.now + AUTOLOGIN_LINK_LIFETIME)


async def authenticate_operator(ctx: Guest, sign_in: SignInAdmin) -> Owner:
    """Check the sign-in details of the member of staff who asks for the link, and return their account.

    The errors may reveal who works for the network, but password attempts are limited as for any account.
    """
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
    """The publisher's account to sign in as. Raises 20019 for an unknown uid, 20057 for an unknown address."""
    if (sign_in.uid is None) == (sign_in.email is None):
        raise Fault(Code.REQUEST_INVALID, EITHER, field="attributes.uid", rule=Rule.REQUIRED)
    unknown = Code.USER_UNKNOWN if sign_in.email is None else Code.EMAIL_UNKNOWN
    if sign_in.email is None:
        login = await sql.accounts.account.owner_of(ctx.db, sign_in.uid or 0)
    else:
        login = await sql.accounts.login_directory.find(ctx.db, email_login(sign_in.email))
    owner = login and await sql.accounts.account.get(ctx.db, login.publisher_id, login.account_id)
    if not owner or owner.role == "operator" or owner.closed_at:
        raise Fault(unknown)
    if owner.locked_at:
        raise Fault(Code.USER_LOCKED)
    return owner
