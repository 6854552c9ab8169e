"""Payments that a provider has accepted, followed to their end."""

from datetime import timedelta
from typing import Any

import pytest

from handlers.network.money.reconcile import check_publisher
from tests.support.orders.orders import Deal
from tests.support.orders.payouts import pay, request, withdrawable
from tests.support.orders.settling import run_job
from tests.support.portal import Portal


async def hand_over_payment(bank: Portal) -> tuple[Deal, dict[str, Any]]:
    """A publisher with a payment of 30 EUR, which was taken into a batch and handed over."""
    it = await withdrawable(bank, "300.00")
    made = await request(it)
    await pay(bank)
    await bank.work()
    return it, await find_payment(it, made)


async def find_payment(it: Deal, payment: dict[str, Any]) -> dict[str, Any]:
    """The payment as the staff see it now."""
    filter = {"payment_id": payment["payment_id"]}
    operator = await it.portal.operator()
    [row] = (await it.portal.ok("/network/payments", operator, filter=filter))["list"]
    async with it.portal.db() as db:
        assert await check_publisher(db, it.who.uid) == []
    seen: dict[str, Any] = row
    return seen


async def ask(bank: Portal, after: timedelta = timedelta(hours=7)) -> None:
    """The job that asks the provider, some time later."""
    clock = bank.resources.clock
    later = clock.now() + after
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(clock, "now", lambda: later)
        await run_job(bank, "/payments/ask_payouts")
