"""Verifies the code of two-step sign-in; each code works once."""

import sql.accounts.two_step
from handlers.flows.accounts.two_step import decrypt_secret, recovery_code_indexes
from rpc import Code, Fault, Guest
from rpc.calls.audit import record
from schema.accounts.two_step import find_step, normalize_otp
from sql.accounts.account import Login, Owner


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
    step = find_step(
        decrypt_secret(ctx, of, "two_step_secret", stored.two_step_secret), otp, ctx.now
    )
    if step is not None:
        return await sql.accounts.two_step.use_step(ctx.db, of, step)
    indexes = recovery_code_indexes(ctx, of, otp)
    return await sql.accounts.two_step.use_recovery_code(ctx.db, of, indexes, ctx.now)
