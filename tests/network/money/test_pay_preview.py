"""The preview of a batch of payments."""

from datetime import timedelta
from decimal import Decimal
from typing import Any

from tests.support.databases import earlier
from tests.support.orders.payouts import pay, request, withdrawable
from tests.support.portal import Portal


def growth(before: dict[str, Any], now: dict[str, Any], field: str) -> dict[str, Decimal]:
    """By how much each currency's amount has grown."""
    old = before[field]
    return {
        name: Decimal(amount) - Decimal(old.get(name, 0)) for name, amount in now[field].items()
    }


async def test_batch_preview_counts_requested_and_scheduled_payments(portal: Portal) -> None:
    await pay(portal)
    operator = await portal.operator()
    before = await portal.ok("/network/pay_preview", operator)
    for currency in ("EUR", "EUR", "GBP"):
        await request(await withdrawable(portal, "300.00", currency=currency))
    due = await withdrawable(portal, "400.00")
    await portal.ok("/payments/schedule", due.who, attributes={"day": 1})

    now = await portal.ok("/network/pay_preview", operator)

    assert now["payments"] - before["payments"] == 3
    assert growth(before, now, "amounts") == {"EUR": 60, "GBP": 30}
    async with portal.db() as db:
        await db.execute(
            f"update settlement set {earlier('payable_at', '$2')} where publisher_id = $1",
            *(due.who.uid, timedelta(days=62)),
        )
    now = await portal.ok("/network/pay_preview", operator)
    assert now["scheduled"] - before["scheduled"] == 1
    assert growth(before, now, "scheduled_amounts") == {"EUR": 40}
    assert (await portal.ok("/network/pay_preview", operator)) == now
