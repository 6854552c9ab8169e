"""Two-step sign-in: turned on with a code from an authenticator app, and off with the password."""

import secrets
from base64 import b32encode

import pyotp

import sql.accounts.two_step
from handlers.flows.accounts.credentials import end_access
from handlers.flows.accounts.two_step import (
    IS_OFF,
    associated_data,
    decrypt_secret,
    recovery_code_indexes,
)
from rpc import Code, Fault, Member, procedure
from rpc.calls.audit import record
from rpc.calls.reauth import (
    forbid_impersonation,
    lock_credentials,
    lock_session,
    require_reauth,
)
from rpc.files.qr_svg import qr_svg
from rpc.jobs.notify import notify_account
from schema.accounts.two_step import (
    RECOVERY_CODE_COUNT,
    RecoveryCodes,
    TwoStepBegun,
    TwoStepConfirm,
    TwoStepEnd,
    find_step,
    normalize_otp,
    provisioning_uri,
)
from sql.accounts.account import Login

IS_ON = "Two-step sign-in is on: turn it off first"


@procedure("/user/two_step_begin", permission=None, narrowed="account", secret=True)
async def two_step_begin(ctx: Member) -> TwoStepBegun:
    """Get a secret for an authenticator app. Two-step sign-in is off until a code confirms it."""
    forbid_impersonation(ctx)
    of, secret = Login(ctx.publisher_id, ctx.account.id), pyotp.random_base32()
    sealed = ctx.resources.encryption.seal(secret, associated_data(of, "two_step_pending"))
    if not await sql.accounts.two_step.begin(ctx.db, of, sealed):
        raise Fault(Code.NOT_ALLOWED, IS_ON)
    url = provisioning_uri(secret, ctx.account.login_email)
    return TwoStepBegun(secret, url, qr_svg(url))


@procedure(
    "/user/two_step_confirm",
    permission=None,
    narrowed="account",
    raises=[Code.VERIFICATION_CODE_INVALID],
    atomic=False,
    secret=True,
)
async def two_step_confirm(ctx: Member, attributes: TwoStepConfirm) -> RecoveryCodes:
    """Turn on two-step sign-in. The returned recovery codes are shown only this once."""
    forbid_impersonation(ctx)
    of = Login(ctx.publisher_id, ctx.account.id)
    await ctx.resources.shared_limits.otp.spend(
        ctx.db, f"{of.publisher_id}:{of.account_id}", ctx.now
    )
    stored = await sql.accounts.two_step.get(ctx.db, of)
    if stored is None or stored.two_step_pending is None:
        raise Fault(Code.NOT_ALLOWED, IS_ON if stored and stored.two_step_at else IS_OFF)
    secret = decrypt_secret(ctx, of, "two_step_pending", stored.two_step_pending)
    step = find_step(secret, normalize_otp(attributes.otp), ctx.now)
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


@procedure(
    "/user/two_step_end",
    permission=None,
    narrowed="account",
    raises=[Code.LOGIN_PASSWORD_INVALID],
    atomic=False,
    hashes=True,
)
async def two_step_end(ctx: Member, attributes: TwoStepEnd) -> None:
    """Turn off two-step sign-in."""
    owner = await require_reauth(ctx, attributes)
    of = Login(owner.publisher_id, owner.account_id)
    async with ctx.db.transaction():
        await lock_credentials(ctx, owner)
        stamp = await sql.accounts.two_step.end(ctx.db, of)
        if stamp is None:
            raise Fault(Code.NOT_ALLOWED, IS_OFF)
        await end_access(ctx, owner, stamp, keep=ctx.session_hash)
        await record(ctx, of)
        await notify_account(ctx, of, "two_step_off")


def generate_recovery_code() -> str:
    """A recovery code of 50 random bits: `k7dmq-2xw9a`."""
    text = b32encode(secrets.token_bytes(10)).decode().lower()
    return f"{text[:5]}-{text[5:10]}"
