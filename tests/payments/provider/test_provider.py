"""Payments by a payout provider that fails in various ways."""

import asyncio
from datetime import timedelta

import pytest

from handlers.payments import provider_payouts
from rpc import Code
from rpc.calls.context import Worker
from tests.support.accounts.mails import mails_to
from tests.support.orders.payouts import ledger, request, set_state
from tests.support.payments.provider_payments import ask, find_payment, hand_over_payment
from tests.support.portal import Portal
from tests.support.process.payout_provider import Provider

ON_ITS_WAY = {"bank": "30.00", "clearing": "-30.00"}


async def test_payment_through_a_provider_is_sent_and_recorded_as_paid(
    bank: Portal, provider: Provider
) -> None:
    it, payment = await hand_over_payment(bank)
    assert (payment["status"], payment["channel"]) == ("sent", "provider")
    assert payment["trace_id"] == f"P{payment['payment_id']}"

    await provider.arrange(payment_id=payment["payment_id"], state="paid")
    await ask(bank)

    assert (await find_payment(it, payment))["status"] == "paid"
    assert await ledger(it) == {}
    assert (await provider.count_executed())[str(payment["payment_id"])] == 1
    [mail] = mails_to(bank, it.who.email, subject=f"Payment {payment['payment_id']} ")
    assert (
        "EUR\u00a030.00 to your payment method: bank account, •••• 3000. The bank's reference is"
        f" {payment['trace_id']}." in mail
    )


@pytest.mark.parametrize("fault", ["timeout", "status", "garbage", "other", "refuse"])
async def test_payment_without_a_clear_answer_of_the_provider_is_retried_with_the_same_key(
    bank: Portal, provider: Provider, fault: str
) -> None:
    await provider.arrange(faults=[fault])
    it, payment = await hand_over_payment(bank)
    assert (payment["status"], payment["problem"]) == ("processing", None)
    assert await ledger(it) == ON_ITS_WAY
    given = {"payment_id": payment["payment_id"]}
    await bank.refuses(Code.STATE_FORBIDS, "/payments/cancel", it.who, attributes=given)
    by_hand = {**given, "status": "failed", "reason": "no answer"}
    operator = await bank.operator()
    await bank.refuses(Code.STATE_FORBIDS, "/network/payment_set", operator, attributes=by_hand)

    await ask(bank)

    assert (await find_payment(it, payment))["status"] == "sent"
    number = str(payment["payment_id"])
    assert (await provider.count_executed())[number] == 1
    posts = {key: count for key, count in (await provider.count_posts()).items() if number in key}
    assert posts == {f"{number} {number}": 2}


async def test_concurrent_answers_of_a_payout_provider_are_recorded_once(
    bank: Portal, provider: Provider
) -> None:
    await provider.arrange(faults=["status"])
    it, payment = await hand_over_payment(bank)

    async def follow() -> None:
        async with bank.db() as db:
            ctx = Worker(db=db, now=bank.resources.clock.now(), resources=bank.resources)
            await provider_payouts.follow(ctx, it.who.uid, payment["payment_id"])

    await asyncio.gather(*(follow() for _ in range(3)))

    assert (await find_payment(it, payment))["status"] == "sent"
    kinds = [line["kind"] for line in await it.rows("ledger", "at, line")]
    assert kinds.count("sent") == 2  # one posting has two lines
    events = (await bank.ok("/reports/events", it.who))["list"]
    assert [each["event_type"] for each in events].count(4) == 1
    assert (await provider.count_executed())[str(payment["payment_id"])] == 1


async def test_payment_reported_by_the_provider_with_another_amount_is_left_to_operators(
    bank: Portal, provider: Provider
) -> None:
    operator = await bank.operator()
    await provider.arrange(faults=["amount"])
    it, payment = await hand_over_payment(bank)

    assert payment["status"] == "processing"
    assert "EUR\u00a030.01, but EUR\u00a030.00 was to be paid" in payment["problem"]
    assert mails_to(bank, operator.email, subject="resolved by hand")
    await ask(bank)
    assert (await find_payment(it, payment))["status"] == "processing"
    done = await set_state(bank, payment, "sent")
    assert (done["status"], await ledger(it)) == ("sent", {})


async def test_payment_returned_by_the_provider_after_a_week_can_be_withdrawn_again(
    bank: Portal, provider: Provider
) -> None:
    it, payment = await hand_over_payment(bank)
    number = payment["payment_id"]
    await provider.arrange(payment_id=number, state="paid")
    await ask(bank)
    await provider.arrange(payment_id=number, state="returned", reason="unknown account")

    await ask(bank, timedelta(days=7))

    back = await find_payment(it, payment)
    assert (back["status"], back["failure_reason"]) == ("returned", "unknown account")
    assert await ledger(it) == {"bank": "30.00", "publisher": "-30.00"}
    assert (await request(it))["gross"] == "30.00"
    await bank.work()
    [_, mail] = mails_to(bank, it.who.email, subject=f"Payment {number} ")
    assert "The reason: unknown account" in mail


async def test_payment_that_failed_at_the_provider_is_retried_with_the_same_key(
    bank: Portal, provider: Provider
) -> None:
    await provider.arrange(outcome="failed")
    it, payment = await hand_over_payment(bank)
    assert (payment["status"], payment["failure_reason"]) == ("failed", "The account is closed")
    await bank.work()
    [mail] = mails_to(bank, it.who.email, subject=f"Payment {payment['payment_id']} ")
    assert "The reason: The account is closed" in mail
    await provider.arrange(outcome="sent")

    await set_state(bank, payment, "processing")
    await bank.work()

    assert (await find_payment(it, payment))["status"] == "sent"
    number = str(payment["payment_id"])
    assert (
        (await provider.count_executed())[number],
        (await provider.count_posts())[f"{number} {number}"],
    ) == (
        1,
        2,
    )


async def test_payment_the_provider_never_settles_is_left_to_operators_after_thirty_days(
    bank: Portal, provider: Provider
) -> None:
    await provider.arrange(rates={"status": 1})
    it, payment = await hand_over_payment(bank)

    await ask(bank, timedelta(days=29))
    assert (await find_payment(it, payment))["problem"] is None
    await ask(bank, timedelta(days=30, minutes=1))

    assert "30 days" in (await find_payment(it, payment))["problem"]
    await provider.arrange(rates={})
    await ask(bank, timedelta(days=31))
    assert (await find_payment(it, payment))["status"] == "processing"
    assert (await set_state(bank, payment, "failed"))["status"] == "failed"


async def test_payment_is_not_sent_to_the_provider_again_after_its_method_was_deleted(
    bank: Portal, provider: Provider
) -> None:
    await provider.arrange(faults=["timeout"])
    it, payment = await hand_over_payment(bank)
    [method] = (await bank.ok("/payments/methods", it.who))["list"]
    gone = {"id": method["id"], "password": it.who.password}
    await bank.ok("/payments/method_del", it.who, attributes=gone)

    await ask(bank)

    assert (await find_payment(it, payment))["status"] == "sent"
    number = str(payment["payment_id"])
    assert (await provider.count_posts())[f"{number} {number}"] == 1


async def test_payment_through_a_provider_is_not_in_the_bank_file(
    bank: Portal, provider: Provider
) -> None:
    await provider.arrange(faults=["refuse"])
    _, payment = await hand_over_payment(bank)
    given = {"batch_id": payment["batch_id"], "format": "csv"}
    reply = await bank.refuses(
        Code.NOTHING_TO_PAY, "/network/payout_file", await bank.operator(), attributes=given
    )
    assert "provider" in reply.message


async def test_payment_that_the_provider_reports_failed_after_paid_stays_paid(
    bank: Portal, provider: Provider
) -> None:
    it, payment = await hand_over_payment(bank)
    await provider.arrange(payment_id=payment["payment_id"], state="paid")
    await ask(bank)
    await provider.arrange(payment_id=payment["payment_id"], state="failed")

    await ask(bank, timedelta(days=1))

    now = await find_payment(it, payment)
    assert now["status"] == "paid"
    assert "called paid before" in now["problem"]
