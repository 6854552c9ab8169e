"""A provider removed from the settings: operators get its open payments, and one mail about them."""

import pytest

from rpc import Code
from tests.support.accounts.mails import mails_to
from tests.support.orders.orders import Deal
from tests.support.orders.payouts import ledger, set_state
from tests.support.payments.provider_payments import ask, find_payment, hand_over_payment
from tests.support.portal import Portal
from tests.support.process.payout_provider import Provider


async def remove_provider(bank: Portal, patch: pytest.MonkeyPatch) -> None:
    """Take PAYOUT_URL away, and let the job find out."""
    patch.setitem(vars(bank.resources), "payout_provider", None)
    await ask(bank)


async def payees(it: Deal, batch_id: int) -> str:
    given = {"batch_id": batch_id, "format": "csv"}
    operator = await it.portal.operator()
    file = await it.portal.ok("/network/payout_file", operator, attributes=given)
    return str(file["content"])


async def test_payment_in_progress_is_left_to_operators_when_the_provider_is_removed(
    bank: Portal, provider: Provider, monkeypatch: pytest.MonkeyPatch
) -> None:
    operator = await bank.operator()
    sent_it, sent = await hand_over_payment(bank)
    await provider.arrange(rates={"status": 1})
    it, payment = await hand_over_payment(bank)
    by_hand = {"payment_id": payment["payment_id"], "status": "failed", "reason": "refused"}
    await bank.refuses(Code.STATE_FORBIDS, "/network/payment_set", operator, attributes=by_hand)
    before = len(mails_to(bank, operator.email, subject="resolved by hand"))

    await remove_provider(bank, monkeypatch)
    await ask(bank)

    now = await find_payment(it, payment)
    assert (now["status"], "PAYOUT_URL" in now["problem"]) == ("processing", True)
    mails = mails_to(bank, operator.email, subject="resolved by hand")[before:]
    assert len(mails) == 1
    assert all(str(each["payment_id"]) in mails[0] for each in (payment, sent))
    failed = await set_state(bank, payment, "failed")
    assert failed["status"] == "failed"
    assert (await find_payment(it, payment))["problem"] is None
    assert await ledger(it) == {"bank": "30.00", "publisher": "-30.00"}
    assert (await set_state(bank, sent, "paid"))["status"] == "paid"
    assert (await find_payment(sent_it, sent))["problem"] is None


async def test_payment_that_failed_is_retried_by_bank_file_when_the_provider_is_removed(
    bank: Portal, provider: Provider, monkeypatch: pytest.MonkeyPatch
) -> None:
    await provider.arrange(outcome="failed")
    it, payment = await hand_over_payment(bank)
    assert payment["status"] == "failed"
    await remove_provider(bank, monkeypatch)

    await set_state(bank, payment, "processing")

    now = await find_payment(it, payment)
    assert (now["status"], now["channel"], now["problem"]) == ("processing", "file", None)
    assert str(payment["payment_id"]) in await payees(it, now["batch_id"])
    assert (await set_state(bank, payment, "sent", "paid"))["status"] == "paid"


async def test_paid_payment_can_still_be_returned_when_the_provider_is_removed(
    bank: Portal, provider: Provider, monkeypatch: pytest.MonkeyPatch
) -> None:
    it, payment = await hand_over_payment(bank)
    await provider.arrange(payment_id=payment["payment_id"], state="paid")
    await ask(bank)

    await remove_provider(bank, monkeypatch)

    now = await find_payment(it, payment)
    assert (now["status"], now["problem"]) == ("paid", None)
    assert (await set_state(bank, payment, "returned"))["status"] == "returned"
    assert await ledger(it) == {"bank": "30.00", "publisher": "-30.00"}
