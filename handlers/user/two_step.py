"""Two-step sign-in: turned on with a code from an authenticator app, and off with one, too, or after a wait."""

import secrets
from base64 import b32encode
from typing import Any

import pyotp

import sql.accounts.two_step
from handlers.flows.accounts.credentials import end_all_access
from handlers.flows.accounts.guarded_changes import record_change
from handlers.flows.accounts.memberships import record_everywhere
from handlers.flows.accounts.two_step import (
    IS_OFF,
    associated_data,
    decrypt_secret,
    recovery_code_indexes,
    verify_code,
)
from rpc import Code, Fault, Member, procedure
from rpc.calls.reauth import (
    confirm,
    forbid_impersonation,
    lock_credentials,
    lock_session,
)
from rpc.files.qr_svg import qr_svg
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
from schema.payments.guarded_change import ChangeKind, Waiting, counts_as_factor
from sql.accounts.account import Login
from sql.payments.guarded_change import ChangeRow

IS_ON = "Two-step sign-in is on: turn it off first"


@procedure("/user/two_step_begin", permission=None, narrowed="account", secret=True)
async def two_step_begin(ctx: Member) -> TwoStepBegun:
    """Get a secret for an authenticator app. Two-step sign-in is off until a code confirms it."""
    forbid_impersonation(ctx)
    of, secret = ctx.home, pyotp.random_base32()
    stored = await sql.accounts.two_step.get(ctx.db, of)
    bound = Login(stored.sealed_uid, of.account_id) if stored else of
    sealed = ctx.resources.encryption.seal(secret, associated_data(bound, "two_step_pending"))
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
    of = ctx.home
    await ctx.resources.shared_limits.otp.spend(
        ctx.db, f"{of.publisher_id}:{of.account_id}", ctx.now
    )
    stored = await sql.accounts.two_step.get(ctx.db, of)
    if stored is None or stored.two_step_pending is None:
        raise Fault(Code.NOT_ALLOWED, IS_ON if stored and stored.two_step_at else IS_OFF)
    bound = Login(stored.sealed_uid, of.account_id)
    secret = decrypt_secret(ctx, bound, "two_step_pending", stored.two_step_pending)
    step = find_step(secret, normalize_otp(attributes.otp), ctx.now)
    if step is None:
        raise Fault(Code.VERIFICATION_CODE_INVALID)
    codes = [generate_recovery_code() for _ in range(RECOVERY_CODE_COUNT)]
    sealed = ctx.resources.encryption.seal(secret, associated_data(bound, "two_step_secret"))
    indexes = [recovery_code_indexes(ctx, bound, normalize_otp(code))[-1] for code in codes]
    async with ctx.db.transaction():
        owner = await lock_session(ctx)
        former = await sql.accounts.two_step.snapshot(ctx.db, of)
        stamp = await sql.accounts.two_step.confirm(
            ctx.db, of, sealed, step=step, marks=indexes, now=ctx.now
        )
        if stamp is None:
            raise Fault(Code.NOT_ALLOWED, IS_ON)
        await end_all_access(ctx, owner, stamp, keep=ctx.session_key)
        await record_everywhere(ctx, of)
        await guard(ctx, of, ChangeKind.TWO_STEP_ON, former)
    return RecoveryCodes(codes)


@procedure(
    "/user/two_step_end",
    permission=None,
    narrowed="account",
    raises=[Code.LOGIN_PASSWORD_INVALID, Code.VERIFICATION_CODE_INVALID],
    atomic=False,
    hashes=True,
)
async def two_step_end(ctx: Member, attributes: TwoStepEnd) -> Waiting:
    """Turn off two-step sign-in: at once with a code or a passkey of three days, otherwise after 72 hours.

    For three days it can be put back, or kept before it is off. A second step younger than that goes at once.
    """
    owner, passkey_since = await confirm(ctx, attributes)
    of = Login(owner.publisher_id, owner.account_id)
    by_code = attributes.otp is not None
    if by_code:
        await verify_code(ctx, owner, attributes.otp)
    async with ctx.db.transaction():
        await lock_credentials(ctx, owner)
        if owner.two_step_at is None:
            raise Fault(Code.NOT_ALLOWED, IS_OFF)
        former = await sql.accounts.two_step.snapshot(ctx.db, of)
        is_old = counts_as_factor(owner.two_step_at, ctx.now)
        now = by_code or not is_old or counts_as_factor(passkey_since, ctx.now)
        if now:
            stamp = await sql.accounts.two_step.end(ctx.db, of)
            assert stamp is not None
            await end_all_access(ctx, owner, stamp, keep=ctx.session_key)
        await record_everywhere(ctx, of, result="ok" if now else "waits")
        change = await guard(ctx, of, ChangeKind.TWO_STEP_OFF, former, applied=now)
    return Waiting(waits_until=None if now else change.waits_until)


async def guard(
    ctx: Member, of: Login, kind: ChangeKind, former: dict[str, Any], *, applied: bool = True
) -> ChangeRow:
    """Let a change of two-step sign-in be undone, or stopped before it takes effect, for three days."""
    return await record_change(
        ctx,
        of.publisher_id,
        kind,
        f"two_step:{of.account_id}",
        account_id=of.account_id,
        subject_id=of.account_id,
        applied=applied,
        former=former,
    )


def generate_recovery_code() -> str:
    """A recovery code of 50 random bits: `k7dmq-2xw9a`."""
    text = b32encode(secrets.token_bytes(10)).decode().lower()
    return f"{text[:5]}-{text[5:10]}"
