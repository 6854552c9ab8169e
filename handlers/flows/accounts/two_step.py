"""Two-step sign-in: verifying a code, turning it on and turning it off."""

import secrets
from base64 import b32encode

import pyotp

import sql.accounts.account
import sql.accounts.one_time_token
import sql.accounts.two_step
from handlers.flows.accounts.credentials import end_access
from handlers.flows.accounts.oidc_sign_in import redeem_ticket
from handlers.flows.accounts.sign_in import lock_verified, open_session
from rpc import Code, Fault, Guest, Member, Operator
from rpc.calls.audit import record
from rpc.calls.reauth import lock_credentials, lock_session
from rpc.files.qr_code import qr_svg
from rpc.jobs.notify import notify_account
from rpc.security.encryption import AssociatedData, DecryptionError
from rpc.security.tokens import TWO_STEP
from schema.accounts.auth import SignedIn, SignIn
from schema.accounts.session_lifetimes import session_lifetimes
from schema.accounts.two_step import (
    RECOVERY_CODE_COUNT,
    RecoveryCodes,
    TwoStepBegun,
    find_step,
    normalize_otp,
    provisioning_uri,
)
from schema.network.account import TwoStepOff
from sql.accounts.account import Login, Owner

IS_ON = "Two-step sign-in is on: turn it off first"
IS_OFF = "Two-step sign-in is not on"
PURPOSE = sql.accounts.one_time_token.TWO_STEP


def associated_data(of: Login, column: str) -> AssociatedData:
    return AssociatedData("account", column, str(of.account_id), of.publisher_id)


async def complete_sign_in(ctx: Guest, attributes: SignIn) -> SignedIn:
    """Open a session for whoever has the ticket of the first step and a code. 20068 for a ticket that does not work."""
    token = ctx.resources.tokens.read(TWO_STEP, attributes.ticket or "")
    link = token and await sql.accounts.one_time_token.find(
        ctx.db, token.owner, token.hash, purpose=PURPOSE
    )
    if not token or not link:
        raise Fault(Code.TOKEN_INVALID)
    owner = await sql.accounts.account.get(ctx.db, token.owner, link.account_id)
    if owner is None or owner.closed_at:
        raise Fault(Code.TOKEN_INVALID)
    if refusal := owner.refusal():
        raise Fault(refusal)
    if not link.works(owner, ctx.now):
        raise Fault(Code.TOKEN_INVALID)
    await verify_code(ctx, owner, attributes.otp)
    async with ctx.db.transaction():
        await lock_verified(ctx, owner, Code.TOKEN_INVALID)
        if not await sql.accounts.one_time_token.use(
            ctx.db, token.owner, token.hash, purpose=PURPOSE, now=ctx.now
        ):
            raise Fault(Code.TOKEN_INVALID)
        await redeem_ticket(ctx, owner, attributes.third_ticket)
        return await open_session(ctx, owner, *session_lifetimes(attributes.remember))


async def verify_code(ctx: Guest, owner: Owner, otp: str | None) -> None:
    """Use up a code of the account's app, or a recovery code. 20060 for any other; attempts are limited."""
    of = Login(owner.publisher_id, owner.account_id)
    await ctx.resources.shared_limits.otp.spend(
        ctx.db, f"{of.publisher_id}:{of.account_id}", ctx.now
    )
    if not await use_code(ctx, of, normalize_otp(otp or "")):
        await record(ctx, of, Code.VERIFICATION_CODE_INVALID.name.lower())
        raise Fault(Code.VERIFICATION_CODE_INVALID)


async def use_code(ctx: Guest, of: Login, otp: str) -> bool:
    stored = await sql.accounts.two_step.get(ctx.db, of)
    if stored is None or stored.two_step_secret is None:
        return False
    step = find_step(
        decrypt_secret(ctx, of, "two_step_secret", stored.two_step_secret), otp, ctx.now
    )
    if step is not None:
        return await sql.accounts.two_step.use_step(ctx.db, of, step)
    indexes = recovery_code_indexes(ctx, of, otp)
    return await sql.accounts.two_step.use_recovery_code(ctx.db, of, indexes, ctx.now)


def decrypt_secret(ctx: Guest, of: Login, column: str, sealed: str) -> str:
    """The secret, or a random one if its key was lost: then no code matches, but recovery codes still work."""
    try:
        return ctx.resources.encryption.open(sealed, associated_data(of, column))
    except DecryptionError:
        return pyotp.random_base32()


def recovery_code_indexes(ctx: Guest, of: Login, code: str) -> list[bytes]:
    whole = f"recovery|{of.publisher_id}|{of.account_id}|{code}"
    return ctx.resources.encryption.blind_index(whole)


async def begin(ctx: Member) -> TwoStepBegun:
    """Store a new secret, which takes effect once a code of it is given."""
    of, secret = Login(ctx.publisher_id, ctx.account.id), pyotp.random_base32()
    sealed = ctx.resources.encryption.seal(secret, associated_data(of, "two_step_pending"))
    if not await sql.accounts.two_step.begin(ctx.db, of, sealed):
        raise Fault(Code.NOT_ALLOWED, IS_ON)
    url = provisioning_uri(secret, ctx.account.login_email)
    return TwoStepBegun(secret, url, qr_svg(url))


async def confirm(ctx: Member, otp: str) -> RecoveryCodes:
    """Turn the second step on. 20060 if this is not a code of the secret."""
    of = Login(ctx.publisher_id, ctx.account.id)
    await ctx.resources.shared_limits.otp.spend(
        ctx.db, f"{of.publisher_id}:{of.account_id}", ctx.now
    )
    stored = await sql.accounts.two_step.get(ctx.db, of)
    if stored is None or stored.two_step_pending is None:
        raise Fault(Code.NOT_ALLOWED, IS_ON if stored and stored.two_step_at else IS_OFF)
    secret = decrypt_secret(ctx, of, "two_step_pending", stored.two_step_pending)
    step = find_step(secret, normalize_otp(otp), ctx.now)
    if step is None:
        raise Fault(Code.VERIFICATION_CODE_INVALID)
    codes = [generate_recovery_code() for _ in range(RECOVERY_CODE_COUNT)]
    sealed = ctx.resources.encryption.seal(secret, associated_data(of, "two_step_secret"))
    indexes = [recovery_code_indexes(ctx, of, normalize_otp(code))[-1] for code in codes]
    async with ctx.db.transaction():
        owner = await lock_session(ctx)
        stamp = await sql.accounts.two_step.confirm(
            ctx.db, of, sealed, step=step, marks=indexes, now=ctx.now
        )
        if stamp is None:
            raise Fault(Code.NOT_ALLOWED, IS_ON)
        await end_access(ctx, owner, stamp, keep=ctx.session_hash)
        await record(ctx, of)
        await notify_account(ctx, of, "two_step_on")
    return RecoveryCodes(codes)


async def end(ctx: Member, owner: Owner) -> None:
    """Turn the second step off; the caller's password has been verified."""
    of = Login(owner.publisher_id, owner.account_id)
    async with ctx.db.transaction():
        await lock_credentials(ctx, owner)
        stamp = await sql.accounts.two_step.end(ctx.db, of)
        if stamp is None:
            raise Fault(Code.NOT_ALLOWED, IS_OFF)
        await end_access(ctx, owner, stamp, keep=ctx.session_hash)
        await record(ctx, of)
        await notify_account(ctx, of, "two_step_off")


async def end_for_owner(ctx: Operator, attributes: TwoStepOff) -> None:
    """Turn off an account's second step for an owner who cannot sign in, in the caller's transaction.

    20198 for no such publisher, 21008 where no second step is due.
    """
    of = await sql.accounts.account.owner_of(ctx.db, attributes.uid)
    owner = of and await sql.accounts.account.get(ctx.db, of.publisher_id, of.account_id)
    if not owner or owner.closed_at:
        raise Fault(Code.USER_NOT_FOUND)
    of = Login(owner.publisher_id, owner.account_id)
    await sql.accounts.account.lock(ctx.db, of.publisher_id, of.account_id)
    stamp = await sql.accounts.two_step.end(ctx.db, of)
    if stamp is None:
        raise Fault(Code.NOT_ALLOWED, IS_OFF)
    await end_access(ctx, owner, stamp)
    await record(ctx, of, operator_id=ctx.account.id, reason=attributes.reason)
    await notify_account(ctx, of, "two_step_ended", reason=attributes.reason)


def generate_recovery_code() -> str:
    """A recovery code of 50 random bits: `k7dmq-2xw9a`."""
    text = b32encode(secrets.token_bytes(10)).decode().lower()
    return f"{text[:5]}-{text[5:10]}"
