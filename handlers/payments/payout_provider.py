"""Jobs about payments that leave by the payout provider."""

from datetime import timedelta

import sql.network.payment
from handlers.flows.payments import payout_provider
from rpc import Worker, job
from schema.core.envelope import Nothing
from schema.payments.payout_provider import FollowPayout

ASK_MAX = 1_000
"""Payments that are asked about in one run."""


@job("/payments/follow_payout", attempts=5, atomic=False)
async def follow_payout(ctx: Worker, attributes: FollowPayout) -> None:
    """Hand a payment to the provider, or ask what became of it. Safe to interrupt and to repeat."""
    await payout_provider.follow(ctx, attributes.publisher_id, attributes.payment_id)


@job("/payments/ask_payouts", every=timedelta(minutes=5), atomic=False)
async def ask_payouts(ctx: Worker, attributes: Nothing) -> None:  # noqa: ARG001 - as all jobs
    """Ask the provider about the payments whose outcome is due; without one they are left to the staff."""
    if ctx.resources.payout_provider is None:
        await payout_provider.leave_to_staff(ctx)
        return
    for uid, payment_id in await sql.network.payment.find_to_ask(ctx.db, ctx.now, ASK_MAX):
        await follow_payout.later(ctx.db, FollowPayout(uid, payment_id), key=f"ask:{payment_id}")
