"""T3, small form: no double payout; `make soak TRIALS=payouts` also kills processes."""

import asyncio
from typing import Any

import httpx2

from tests.support.orders.orders import Deal
from tests.support.orders.payouts import pay, request, withdrawable
from tests.support.payments.provider_payments import ask, find_payment
from tests.support.portal import Portal
from tests.support.process.payout_provider import KEY, Provider


class TestRaces:
    async def test_racing_payment_is_never_paid_twice_or_both_cancelled_and_paid(
        self, bank: Portal, provider: Provider
    ) -> None:
        deals = [await withdrawable(bank, "300.00") for _ in range(6)]
        payments = [(it, await request(it)) for it in deals]
        await provider.arrange(rates={"status": 0.3, "timeout": 0.1, "refuse": 0.2})

        async def cancel(it: Deal, payment: dict[str, Any]) -> None:
            given = {"payment_id": payment["payment_id"]}
            await bank.post("/payments/cancel", it.who, attributes=given)

        racing = [asyncio.create_task(each) for each in (pay(bank), pay(bank))]
        racing += [asyncio.create_task(cancel(*each)) for each in payments[::2]]
        await asyncio.gather(*racing)
        workers = [asyncio.create_task(bank.work()) for _ in range(3)]
        await asyncio.wait(workers, timeout=0.2)
        workers[0].cancel()  # as a kill, wherever it is
        await asyncio.gather(*workers, return_exceptions=True)
        await provider.arrange(rates={})
        await ask(bank)
        await ask(bank)

        executed, posts = await provider.count_executed(), await provider.count_posts()
        for it, payment in payments:
            number = str(payment["payment_id"])
            state = (await find_payment(it, payment))["status"]
            assert state in ("sent", "cancelled")
            assert executed.get(number, 0) == (state == "sent")
            assert {key for key in posts if key.endswith(f" {number}")} <= {f"{number} {number}"}

    async def test_payment_sent_twice_without_a_key_is_made_twice(self, provider: Provider) -> None:
        """The control: a sender that repeats a failed payment as a new one."""
        await provider.arrange(faults=["status"])
        order = {"payment_id": -1, "amount": "1.00", "currency": "EUR"}
        headers = {"authorization": f"Bearer {KEY}"}
        async with httpx2.AsyncClient(trust_env=False) as client:
            for attempt in (1, 2):
                sent = order | {"attempt": attempt}
                await client.post(f"{provider.url}/payouts", json=sent, headers=headers)

        assert (await provider.count_executed())["-1"] == 2
