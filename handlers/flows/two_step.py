"""The second step of signing in: when it is due, what proves it, how it begins and ends."""

import secrets
from base64 import b32encode

import pyotp

import sql.accounts.account
import sql.accounts.one_time_token
import sql.accounts.two_step
from handlers.flows.oidc_sign_in import redeem
from handlers.flows.sign_in import open_session
from rpc import Code, Fault, Guest, Member
from rpc.calls.audit import record
from rpc.jobs.notify import notify_account
from rpc.outside.qr import qr_svg
from rpc.security.encryption import AssociatedData, DecryptionError
from rpc.security.tokens import TWO_STEP
from schema.accounts.auth import SignedIn, SignIn
from schema.accounts.two_step import (
    RECOVERY_CODE_COUNT,
    RecoveryCodes,
    TwoStepBegun,
    find_step,
    normalize_otp,
    provisioning_uri,
)
from sql.accounts.account import Login, Owner

ON = "Two-step sign-in is on: turn it off first"
OFF = "Two-step sign-in is not on"
PURPOSE = sql.accounts.one_time_token.TWO_STEP


def place(of: Login, column: str) -> AssociatedData:
    return AssociatedData("account", column, str(of.account_id), of.publisher_id)


async def enter(ctx: Guest, attributes: SignIn) -> SignedIn:
    """A session for whoever passed the first step, as the ticket says, and has a code. 20068 for no such ticket."""
    token = ctx.resources.tokens.read(TWO_STEP, attributes.ticket or "")
    link = token and await sql.accounts.one_time_token.find(
        ctx.db, token.owner, token.hash, purpose=PURPOSE
    )
    if not token or not link or link.used_at or link.expires_at <= ctx.now:
        raise Fault(Code.TOKEN_INVALID)
    owner = await sql.accounts.account.get(ctx.db, token.owner, link.account_id)
    if owner is None or owner.closed_at:
        raise Fault(Code.TOKEN_INVALID)
    if refusal := owner.refusal():
        raise Fault(refusal)
    await proven(ctx, owner, attributes.otp)
    async with ctx.db.transaction():
        if not await sql.accounts.one_time_token.use(
            ctx.db, token.owner, token.hash, purpose=PURPOSE, now=ctx.now
        ):
            raise Fault(Code.TOKEN_INVALID)
        await redeem(ctx, owner, attributes.third_ticket)
        return await open_session(ctx, owner, *attributes.lifetimes)


async def proven(ctx: Guest, owner: Owner, otp: str | None) -> None:
    """Use up a code of the account's app, or a recovery code; 20060 for any other. Guesses are counted."""
    of = Login(owner.publisher_id, owner.account_id)
    await ctx.resources.shared_limits.otp.spend(
        ctx.db, f"{of.publisher_id}:{of.account_id}", ctx.now
    )
    if not await spent(ctx, of, normalize_otp(otp or "")):
        await record(ctx, of, Code.VERIFICATION_CODE_INVALID.name.lower())
        raise Fault(Code.VERIFICATION_CODE_INVALID)


async def spent(ctx: Guest, of: Login, otp: str) -> bool:
    kept = await sql.accounts.two_step.get(ctx.db, of)
    if kept is None or kept.two_step_secret is None:
        return False
    step = find_step(opened(ctx, of, "two_step_secret", kept.two_step_secret), otp, ctx.now)
    if step is not None:
        return await sql.accounts.two_step.spend_step(ctx.db, of, step)
    return await sql.accounts.two_step.spend_recovery(ctx.db, of, marks(ctx, of, otp), ctx.now)


def opened(ctx: Guest, of: Login, column: str, sealed: str) -> str:
    """A secret. One that a lost key sealed fits no code, and is no crash: recovery codes are left."""
    try:
        return ctx.resources.encryption.open(sealed, place(of, column))
    except DecryptionError:
        return pyotp.random_base32()


def marks(ctx: Guest, of: Login, code: str) -> list[bytes]:
    whole = f"recovery|{of.publisher_id}|{of.account_id}|{code}"
    return ctx.resources.encryption.blind_index(whole)


async def begin(ctx: Member) -> TwoStepBegun:
    """A new secret, which counts once a code of it is given."""
    of, secret = Login(ctx.publisher_id, ctx.account.id), pyotp.random_base32()
    sealed = ctx.resources.encryption.seal(secret, place(of, "two_step_pending"))
    if not await sql.accounts.two_step.begin(ctx.db, of, sealed):
        raise Fault(Code.NOT_ALLOWED, ON)
    url = provisioning_uri(secret, ctx.account.login_email)
    return TwoStepBegun(secret, url, qr_svg(url))


async def confirm(ctx: Member, otp: str) -> RecoveryCodes:
    """From now on a second step is due; 20060 if this is no code of the secret."""
    of = Login(ctx.publisher_id, ctx.account.id)
    await ctx.resources.shared_limits.otp.spend(
        ctx.db, f"{of.publisher_id}:{of.account_id}", ctx.now
    )
    kept = await sql.accounts.two_step.get(ctx.db, of)
    if kept is None or kept.two_step_pending is None:
        raise Fault(Code.NOT_ALLOWED, ON if kept and kept.two_step_at else OFF)
    secret = opened(ctx, of, "two_step_pending", kept.two_step_pending)
    step = find_step(secret, normalize_otp(otp), ctx.now)
    if step is None:
        raise Fault(Code.VERIFICATION_CODE_INVALID)
    codes = [drawn() for _ in range(RECOVERY_CODE_COUNT)]
    sealed = ctx.resources.encryption.seal(secret, place(of, "two_step_secret"))
    kept_marks = [marks(ctx, of, normalize_otp(code))[-1] for code in codes]
    async with ctx.db.transaction():
        if not await sql.accounts.two_step.confirm(
            ctx.db, of, sealed, step=step, marks=kept_marks, now=ctx.now
        ):
            raise Fault(Code.NOT_ALLOWED, ON)
        await record(ctx, of)
        await notify_account(ctx, of, "two_step_on")
    return RecoveryCodes(codes)


async def end(ctx: Member, owner: Owner) -> None:
    """No second step any more; whoever asks has given the password."""
    of = Login(owner.publisher_id, owner.account_id)
    async with ctx.db.transaction():
        if not await sql.accounts.two_step.end(ctx.db, of):
            raise Fault(Code.NOT_ALLOWED, OFF)
        await record(ctx, of)
        await notify_account(ctx, of, "two_step_off")


def drawn() -> str:
    """A recovery code of 50 random bits: `k7dmq-2xw9a`."""
    text = b32encode(secrets.token_bytes(10)).decode().lower()
    return f"{text[:5]}-{text[5:10]}"
