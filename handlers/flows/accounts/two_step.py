"""The secret of two-step sign-in and its recovery codes, encrypted, and the check of a code, which works once."""

import pyotp

import sql.accounts.two_step
from rpc import Code, Fault, Guest
from rpc.calls.audit import record
from rpc.security.encryption import AssociatedData, DecryptionError
from schema.accounts.two_step import find_step, normalize_otp
from sql.accounts.account import Login, Owner

IS_OFF = "Two-step sign-in is not on"


def associated_data(of: Login, column: str) -> AssociatedData:
    """What a secret is bound to. `of` names the publisher in which it was made, which stays when the home moves."""
    return AssociatedData("account", column, str(of.account_id), of.publisher_id)


def decrypt_secret(ctx: Guest, of: Login, column: str, sealed: str) -> str:
    """The secret, or a random one if its key was lost: then no code matches, but recovery codes still work."""
    try:
        return ctx.resources.encryption.open(sealed, associated_data(of, column))
    except DecryptionError:
        return pyotp.random_base32()


def recovery_code_indexes(ctx: Guest, of: Login, code: str) -> list[bytes]:
    whole = f"recovery|{of.publisher_id}|{of.account_id}|{code}"
    return ctx.resources.encryption.blind_index(whole)


async def verify_code(ctx: Guest, owner: Owner, otp: str | None) -> None:
    """Accept a code from the account's authenticator app or a recovery code, once. Attempts are limited.

    Raises 20060 for any other code.
    """
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
    bound = Login(stored.sealed_uid, of.account_id)
    step = find_step(
        decrypt_secret(ctx, bound, "two_step_secret", stored.two_step_secret), otp, ctx.now
    )
    if step is not None:
        return await sql.accounts.two_step.use_step(ctx.db, of, step)
    indexes = recovery_code_indexes(ctx, bound, otp)
    return await sql.accounts.two_step.use_recovery_code(ctx.db, of, indexes, ctx.now)
