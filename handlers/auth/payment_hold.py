"""Payments that are held because a change of payment details was stopped, and their release."""

from datetime import datetime

import sql.accounts.membership
import sql.payments.payment_method
from rpc import Guest
from schema.accounts.permission import Role
from schema.payments.guarded_change import counts_as_factor
from sql.accounts.account import Owner


async def release_payments(ctx: Guest, owner: Owner, *, factor_since: datetime | None) -> None:
    """Release the payments of each publisher of which somebody is an owner who signs in with a factor.

    In the transaction that opens the session. A passkey or second step younger than three days does not count, nor does
    an owner of less than three days: whoever made the change could have added it, or them.
    """
    if not counts_as_factor(factor_since, ctx.now):
        return
    rows = await sql.accounts.membership.open_rows(ctx.db, owner.account_id) or [owner]
    for row in sorted(rows, key=lambda each: each.publisher_id):
        trusted = row.trusted_from is None or row.trusted_from <= ctx.now
        if row.role == Role.OWNER and trusted:
            await sql.payments.payment_method.release(ctx.db, row.publisher_id)
