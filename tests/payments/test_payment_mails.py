"""Mails about payments: one for each state that the network or the provider records, none for what publishers do."""

from typing import Any

import pytest

from tests.support.accounts.mails import mails_to
from tests.support.orders.orders import Deal
from tests.support.orders.payouts import pay, request, set_state, withdrawable
from tests.support.portal import Portal


async def get_mails(it: Deal, payment: dict[str, Any]) -> list[str]:
    """The texts of all mails about a payment."""
    await it.portal.work()
    return mails_to(it.portal, it.who.email, subject=f"Payment {payment['payment_id']} ")


async def take_into_batch(portal: Portal) -> tuple[Deal, dict[str, Any]]:
    """A publisher, and a payment of 30 EUR that is in a batch for the bank."""
    it = await withdrawable(portal, "300.00")
    made = await request(it)
    await pay(portal)
    return it, made


class TestSentPayment:
    async def test_mail_about_a_payment_names_amount_method_and_reference_once(
        self, portal: Portal
    ) -> None:
        it, payment = await take_into_batch(portal)
        assert await get_mails(it, payment) == []

        await set_state(portal, payment, "sent", "sent", "paid")

        [mail] = await get_mails(it, payment)
        for words in ("EUR\u00a030.00", "bank account, •••• 3000", "bank-1"):
            assert words in mail
        assert f"/payments/details?payment_id={payment['payment_id']}" in mail

    async def test_payment_mail_is_not_sent_after_opting_out(self, portal: Portal) -> None:
        it, payment = await take_into_batch(portal)
        unwanted = {"payments": False, "brands": True, "links": True, "news": True}
        await portal.ok("/user/edit", it.who, attributes={"notifications": unwanted})

        await set_state(portal, payment, "sent")

        assert await get_mails(it, payment) == []


class TestFailedOrCancelled:
    @pytest.mark.parametrize("states", [("failed",), ("sent", "returned")])
    async def test_mail_about_a_failed_payment_gives_the_reason_and_the_next_step(
        self, portal: Portal, states: tuple[str, ...]
    ) -> None:
        it, payment = await take_into_batch(portal)

        await set_state(portal, payment, *states, states[-1])

        *before, mail = await get_mails(it, payment)
        assert len(before) == len(states) - 1
        for words in ("The reason: account closed", "Check your payment method", "EUR\u00a030.00"):
            assert words in mail
        assert "/settings/payment" in mail

    async def test_mail_about_a_failed_payment_lists_the_options_on_the_payment_page(
        self, portal: Portal
    ) -> None:
        it, payment = await take_into_batch(portal)

        await set_state(portal, payment, "failed")

        [mail] = await get_mails(it, payment)
        for words in ("choose another method", "paid again", "or cancel it"):
            assert words in mail
        assert f"/payments/details?payment_id={payment['payment_id']}" in mail
        assert "The network" not in mail

    async def test_each_failed_attempt_of_a_payment_is_mailed(self, portal: Portal) -> None:
        it, payment = await take_into_batch(portal)

        await set_state(portal, payment, "failed", "processing", "failed")

        assert len(await get_mails(it, payment)) == 2

    async def test_cancellation_of_a_payment_by_the_network_is_mailed(self, portal: Portal) -> None:
        it = await withdrawable(portal, "300.00")
        payment = await request(it)
        given = {"payment_id": payment["payment_id"], "status": "cancelled", "reason": "Duplicate"}
        for _ in range(2):
            await portal.ok("/network/payment_set", await portal.operator(), attributes=given)

        [mail] = await get_mails(it, payment)

        assert "The network cancelled your payment of EUR\u00a030.00" in mail
        assert "The reason: Duplicate" in mail

    async def test_cancellation_of_a_payment_by_its_publisher_is_not_mailed(
        self, portal: Portal
    ) -> None:
        it = await withdrawable(portal, "300.00")
        payment = await request(it)
        given = {"payment_id": payment["payment_id"]}
        await portal.ok("/payments/cancel", it.who, attributes=given)

        assert await get_mails(it, payment) == []
