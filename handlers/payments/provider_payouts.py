"""Payments sent through the payout provider: submitted, polled, and updated with its answers (contract §15)."""

import json
from datetime import timedelta

import structlog

import sql.network.payment
import sql.payments.followed_payment
from handlers.flows.payments.payment_transitions import Change, lock, transition
from handlers.flows.staff_mail import notify_staff
from rpc import Worker, job
from rpc.outbound.payout_client import PayoutProvider, PayoutUnknown
from schema.core.envelope import Nothing
from schema.payments.payment import NEXT_STATES, PaymentState, StoredPayment
from schema.payments.payment_method import associated_data
from schema.payments.payout_polling import (
    ASKED_FOR,
    PAYMENTS_NAMED,
    FollowedPayment,
    FollowPayout,
    next_wait,
)
from schema.payments.payout_report import PayoutOrder, PayoutReport, PayoutState

log = structlog.get_logger()

STEPS = {
    PayoutState.PENDING: (),
    PayoutState.SENT: (PaymentState.SENT,),
    PayoutState.PAID: (PaymentState.SENT, PaymentState.PAID),
    PayoutState.FAILED: (PaymentState.FAILED,),
    PayoutState.RETURNED: (PaymentState.SENT, PaymentState.RETURNED),
}
"""The states that a payment passes through up to each state that the provider reports."""
ORDER = (PaymentState.PROCESSING, PaymentState.SENT, PaymentState.PAID, PaymentState.RETURNED)
PROVIDER_GONE = (
    "No payout provider is set any more (PAYOUT_URL). Ask the provider what became of the payment, "
    "then record the outcome by hand"
)
ASK_MAX = 1_000
"""Payments that are polled in one run."""


@job("/payments/follow_payout", attempts=5, atomic=False)
async def follow_payout(ctx: Worker, attributes: FollowPayout) -> None:
    """Submit a payment to the provider, or poll its outcome. Safe to interrupt and to repeat."""
    await follow(ctx, attributes.publisher_id, attributes.payment_id)


@job("/payments/ask_payouts", every=timedelta(minutes=5), atomic=False)
async def ask_payouts(ctx: Worker, attributes: Nothing) -> None:  # noqa: ARG001 - as all jobs
    """Poll the provider for the payments whose next poll is due. Without a provider, leave them to the staff."""
    if ctx.resources.payout_provider is None:
        await leave_to_staff(ctx)
        return
    for uid, payment_id in await sql.network.payment.find_to_ask(ctx.db, ctx.now, ASK_MAX):
        await follow_payout.later(ctx.db, FollowPayout(uid, payment_id), key=f"ask:{payment_id}")


async def follow(ctx: Worker, uid: int, payment_id: int) -> None:
    """Submit a payment to the provider, or poll its outcome, and record the answer.

    Idempotent, even when run concurrently: the payment's number is the key, and an answer is recorded once.
    """
    provider = ctx.resources.payout_provider
    followed = await sql.payments.followed_payment.get(ctx.db, uid, payment_id)
    if followed is None or provider is None:
        return
    # The answer counts for the attempt that was asked about: the lock is taken anew to record it.
    report = None if ctx.now >= followed.asked_until else await ask(ctx, provider, followed)
    async with ctx.db.transaction():
        payment = await lock(ctx, uid, payment_id)
        if payment.attempt == followed.attempt and payment.next_ask_at is not None:
            await record(ctx, payment, followed, report)


async def ask(
    ctx: Worker, provider: PayoutProvider, followed: FollowedPayment
) -> PayoutReport | None:
    """Submit the payment or poll its outcome. Returns the provider's report on this attempt, or None if unknown."""
    report: PayoutReport | None
    try:
        if followed.state is PaymentState.PROCESSING and followed.sealed and followed.row_key:
            report = await provider.send(to_order(ctx, followed, followed.sealed, followed.row_key))
        else:  # also where the payee has changed since: another one must not be named under the same key
            report = await provider.ask(followed.payment_id)
    except PayoutUnknown as error:
        log.warning("a payout is not known", payment_id=followed.payment_id, reason=str(error))
        return None
    return report if report is not None and report.attempt == followed.attempt else None


def to_order(ctx: Worker, followed: FollowedPayment, sealed: str, row_key: str) -> PayoutOrder:
    where = associated_data(followed.publisher_id, row_key)
    account: dict[str, str] = json.loads(ctx.resources.encryption.open(sealed, where))
    return PayoutOrder(
        payment_id=followed.payment_id,
        attempt=followed.attempt,
        amount=followed.payout_amount,
        currency=followed.payout_currency,
        method=followed.method,
        country=followed.country or "",
        account=account,
        text=f"Commission, payment {followed.payment_id}",
    )


async def record(
    ctx: Worker, payment: StoredPayment, followed: FollowedPayment, report: PayoutReport | None
) -> None:
    """Change the payment according to the provider's report, in the caller's transaction."""
    if report is not None:
        problem = report.find_problem(followed.payout_amount, followed.payout_currency)
        problem = problem or find_contradiction(payment.state, report.state)
        if problem:
            await set_problem(ctx, payment, problem)
            return
        payment = await take_steps(ctx, payment, report)
    if ctx.now < followed.asked_until or payment.state is not PaymentState.PROCESSING:
        wait = next_wait(payment.state, followed.asks) if ctx.now < followed.asked_until else None
        again = None if wait is None else ctx.now + wait
        await sql.payments.followed_payment.set_next_ask(ctx.db, payment, again)
    else:
        why = (
            f"The provider has not reported an outcome in {ASKED_FOR.days} days. "
            "Ask it, then record the outcome by hand"
        )
        await set_problem(ctx, payment, why)


def find_contradiction(state: PaymentState, reported: PayoutState) -> str | None:
    """Why a report contradicts an earlier one, such as money that arrived but never left; None if it does not."""
    if reported is PayoutState.FAILED and PaymentState.FAILED not in NEXT_STATES[state]:
        return f"The provider says failed of a payment that it called {state} before"
    return None


async def take_steps(ctx: Worker, payment: StoredPayment, report: PayoutReport) -> StoredPayment:
    """Take the payment through the states up to the reported one, skipping those that it has passed."""
    for step in STEPS[report.state]:
        passed = step in ORDER and ORDER.index(step) <= ORDER.index(payment.state)
        if passed or step not in NEXT_STATES[payment.state]:
            continue
        change = Change(
            step,
            reference=report.reference or f"provider {payment.payment_id}",
            reason=report.reason or f"The payout provider says {report.state}",
        )
        await transition(ctx, payment, change)
        payment = await lock(ctx, payment.publisher_id, payment.payment_id)
    return payment


async def leave_to_staff(ctx: Worker) -> None:
    """Stop following payments, because no provider is configured any more. The staff get one mail."""
    async with ctx.db.transaction():
        payment_ids = await sql.network.payment.leave_to_staff(ctx.db, PROVIDER_GONE)
        if not payment_ids:
            return
        log.error(
            "payouts have to be settled by hand", payments=len(payment_ids), reason=PROVIDER_GONE
        )
        named = ", ".join(map(str, payment_ids[:PAYMENTS_NAMED]))
        if len(payment_ids) > PAYMENTS_NAMED:
            named += f" and {len(payment_ids) - PAYMENTS_NAMED} more"
        await notify_staff(ctx, "payout_provider_gone", payments=named)


async def set_problem(ctx: Worker, payment: StoredPayment, problem: str) -> None:
    """Leave a payment to the staff, who get a mail. Its state stays unchanged."""
    log.error("a payout has to be settled by hand", payment_id=payment.payment_id, reason=problem)
    await sql.payments.followed_payment.set_problem(ctx.db, payment, problem)
    await notify_staff(ctx, "payout_problem", payment=str(payment.payment_id), problem=problem)
