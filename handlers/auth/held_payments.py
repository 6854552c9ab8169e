"""Payments that are held because a change of payment details was stopped, and their release."""

from datetime import datetime

import sql.payments.payment_method
from rpc import Guest
from schema.accounts.account import Role
from schema.payments.guarded_change import counts_as_factor
from sql.accounts.account import Owner


async def release_payments(ctx: Guest, owner: Owner, *, factor_since: datetime | None) -> None:
    """Release the publisher's payments if an owner signs in with a factor, in the transaction that opens the session.

    A passkey or second step younger than three days does not count, nor does an owner of less than three days: whoever
    made the change could have added it, or them.
    """
    trusted = owner.trusted_from is None or owner.trusted_from <= ctx.now
    if owner.role == Role.OWNER and trusted and counts_as_factor(factor_since, ctx.now):
        await sql.payments.payment_method.release(ctx.db, owner.publisher_id)
