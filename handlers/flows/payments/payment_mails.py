"""Mails to a publisher about its payments: sent, failed, returned, or cancelled by the network."""

import sql.accounts.profile
import sql.payments.payment
from handlers.flows.payment_method import KIND_NAMES
from handlers.flows.payments.documents import Context
from rpc.jobs.notify import notify_account
from schema.payments.payment import Payment, StoredPayment

NOTICE_KIND = "payments"


async def notify_publisher(ctx: Context, payment: StoredPayment) -> None:
    """Queue a mail about the state that a payment now has, in the transaction that changed it."""
    uid = payment.publisher_id
    now = await sql.payments.payment.get(ctx.db, uid, payment.payment_id)
    assert now is not None
    values = {
        "payment": str(now.payment_id),
        "state": now.status.value,
        "amount": format_amount(now),
        "kind": KIND_NAMES[now.method],
        "payee": now.payee,
        "reference": now.trace_id or "",
        "reason": now.failure_reason or "",
    }
    for login in await sql.accounts.profile.subscribed_accounts(ctx.db, uid, NOTICE_KIND):
        await notify_account(ctx, login, "payment_state", **values)


def format_amount(payment: Payment) -> str:
    """What arrives; before the payment is processed, what is due in the publisher's currency."""
    if payment.payout_amount is None:
        return f"{payment.net:,} {payment.currency}"
    return f"{payment.payout_amount:,} {payment.payout_currency}"
