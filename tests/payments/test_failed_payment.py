"""A failed payment waits for its publisher to retry it, by the same method or another."""

from typing import Any

import pytest

from rpc import Code
from schema.payments.method_failure import lies_in_method
from tests.support.accounts.payments import draft, paypal, save_method
from tests.support.orders.orders import Deal
from tests.support.orders.payouts import add_method, ledger, pay, request, set_state, withdrawable
from tests.support.portal import Portal


async def fail(portal: Portal, *states: str) -> tuple[Deal, dict[str, Any]]:
    """A publisher whose payment of 30 EUR failed."""
    it = await withdrawable(portal, "300.00")
    made = await request(it)
    await pay(portal)
    return it, await set_state(portal, made, *states, "failed")


def retry_of(payment: dict[str, Any], **attributes: Any) -> dict[str, Any]:
    return {"payment_id": payment["payment_id"], **attributes}


async def details_of(it: Deal, payment: dict[str, Any]) -> dict[str, Any]:
    ask = {"payment_id": payment["payment_id"]}
    found: dict[str, Any] = await it.portal.ok("/payments/details", it.who, filter=ask)
    return found


async def failures_of(it: Deal) -> list[str | None]:
    rows = (await it.portal.ok("/payments/methods", it.who))["list"]
    return [row["last_failure"] for row in rows]


class TestBalance:
    async def test_balance_counts_a_failed_payment_as_needing_action(self, portal: Portal) -> None:
        it, _ = await fail(portal)

        found = await portal.ok("/payments/balance", it.who)

        assert (found["needs_you"], found["on_the_way"], found["withdrawable"]) == (
            "30.00", "0.00", "0.00",
        )  # fmt: skip
        board = await portal.ok("/home/dashboard", it.who)
        assert board["balance"]["needs_you"] == "30.00"


class TestMethods:
    @pytest.mark.parametrize("states", [(), ("sent",)])
    async def test_payment_method_shows_why_its_last_payment_failed(
        self, portal: Portal, states: tuple[str, ...]
    ) -> None:
        it, failed = await fail(portal, *states)
        assert await failures_of(it) == ["account closed"]

        await portal.ok("/payments/retry", it.who, attributes=retry_of(failed))
        await pay(portal)
        await set_state(portal, failed, "sent", "paid")

        assert await failures_of(it) == [None]

    async def test_payment_method_shows_why_its_last_payment_was_returned(
        self, portal: Portal
    ) -> None:
        it = await withdrawable(portal, "300.00")
        made = await request(it)
        await pay(portal)

        await set_state(portal, made, "sent", "returned")

        assert await failures_of(it) == ["account closed"]

    async def test_retry_of_a_payment_with_another_method_keeps_the_failure_of_the_first(
        self, portal: Portal
    ) -> None:
        it, failed = await fail(portal)
        other = await add_method(it, iban="DE02120300000000202051")

        await portal.ok("/payments/retry", it.who, attributes=retry_of(failed, method_id=other))

        assert await failures_of(it) == ["account closed", None]

    async def test_changed_payment_method_no_longer_shows_a_failure(self, portal: Portal) -> None:
        it, failed = await fail(portal)
        [method] = (await portal.ok("/payments/methods", it.who))["list"]
        given = {"iban": "DE02120300000000202051"}
        change = draft("bank", "DE", "EUR", given, id=method["id"])

        saved = await save_method(portal, it.who, change)

        assert (saved["id"], saved["last_failure"]) == (method["id"], None)
        assert await failures_of(it) == [None]
        await portal.ok("/payments/cancel", it.who, attributes=retry_of(failed))
        assert await failures_of(it) == [None]

    async def test_cancelled_payment_is_not_shown_as_a_failure_of_its_method(
        self, portal: Portal
    ) -> None:
        it = await withdrawable(portal, "300.00")
        made = await request(it)
        given = {"payment_id": made["payment_id"], "status": "cancelled", "reason": "Duplicate"}

        await portal.ok("/network/payment_set", await portal.operator(), attributes=given)

        assert await failures_of(it) == [None]

    async def test_method_whose_account_is_closed_is_marked_with_the_day_until_it_is_confirmed(
        self, portal: Portal
    ) -> None:
        it, failed = await fail(portal)
        [method] = (await portal.ok("/payments/methods", it.who))["list"]
        [row] = (await portal.ok("/payments/summary", it.who))["list"]
        assert (method["holds_schedule"], row["method_at_fault"]) == (True, True)
        assert method["last_failed_at"] is not None
        await portal.ok("/payments/cancel", it.who, attributes=retry_of(failed))

        again = await request(it)

        [method] = (await portal.ok("/payments/methods", it.who))["list"]
        assert (method["last_failure"], method["holds_schedule"]) == ("account closed", False)
        assert again["method_at_fault"] is False

    async def test_failure_that_does_not_lie_in_the_method_leaves_the_schedule(
        self, portal: Portal
    ) -> None:
        it = await withdrawable(portal, "300.00")
        made = await request(it)
        await pay(portal)
        given = {"payment_id": made["payment_id"], "status": "failed", "reason": "Bank holiday"}

        failed = await portal.ok("/network/payment_set", await portal.operator(), attributes=given)

        [method] = (await portal.ok("/payments/methods", it.who))["list"]
        assert (method["last_failure"], method["holds_schedule"]) == ("Bank holiday", False)
        [row] = (await portal.ok("/payments/summary", it.who))["list"]
        assert (failed["status"], row["method_at_fault"]) == ("failed", False)


@pytest.mark.parametrize(
    ("reason", "fault"),
    [
        ("The bank says that the account is closed", True),
        ("No such account", True),
        ("Wrong name of the holder", True),
        ("Holder does not match", True),
        ("AC04", True),
        ("Unknown IBAN", True),
        ("Our balance was too low", False),
        ("The bank was offline", False),
        (None, False),
    ],
)
def test_failure_reason_is_classified_as_caused_by_the_method_or_not(
    reason: str | None, fault: bool
) -> None:
    assert lies_in_method(reason) is fault


class TestRetry:
    @pytest.mark.parametrize("states", [(), ("sent",)])
    async def test_retry_of_a_payment_with_the_same_method_is_paid_in_the_next_batch(
        self, portal: Portal, states: tuple[str, ...]
    ) -> None:
        it, failed = await fail(portal, *states)

        again = await portal.ok("/payments/retry", it.who, attributes=retry_of(failed))

        assert (again["payment_id"], again["status"], again["failure_reason"]) == (
            failed["payment_id"], "requested", None,
        )  # fmt: skip
        assert (again["payout_amount"], again["sent_date"], again["trace_id"]) == (None, None, None)
        found = await portal.ok("/payments/balance", it.who)
        assert (found["needs_you"], found["on_the_way"]) == ("0.00", "30.00")
        await pay(portal)
        paid = await set_state(portal, failed, "sent", "paid")
        assert (paid["status"], paid["net"]) == ("paid", "30.00")
        assert (await ledger(it)).get("publisher") in (None, "0")

    async def test_retry_of_a_payment_with_another_method_makes_a_new_payment(
        self, portal: Portal
    ) -> None:
        it, failed = await fail(portal)
        other = await add_method(it, iban="DE02120300000000202051")

        again = await portal.ok(
            "/payments/retry", it.who, attributes=retry_of(failed, method_id=other)
        )

        assert again["payment_id"] != failed["payment_id"]
        assert (again["status"], again["gross"], again["payee"]) == (
            "requested", failed["gross"], "•••• 2051",
        )  # fmt: skip
        rows = (await portal.ok("/payments/summary", it.who))["list"]
        assert {row["payment_id"]: row["status"] for row in rows} == {
            failed["payment_id"]: "cancelled",
            again["payment_id"]: "requested",
        }

    async def test_failed_payment_and_its_replacement_refer_to_each_other(
        self, portal: Portal
    ) -> None:
        it, failed = await fail(portal)
        other = await add_method(it, iban="DE02120300000000202051")
        again = await portal.ok(
            "/payments/retry", it.who, attributes=retry_of(failed, method_id=other)
        )

        old, new = await details_of(it, failed), await details_of(it, again)

        assert (old["replaces"], old["replaced_by"]) == (None, again["payment_id"])
        assert (new["replaces"], new["replaced_by"]) == (failed["payment_id"], None)
        stages = [step["stage"] for step in old["progress"]]
        assert stages[-3:] == ["processing", "failed", "cancelled"]
        assert all(step["at"] for step in old["progress"])
        assert "failed" not in [step["stage"] for step in new["progress"]]
        ask = {"payment_id": failed["payment_id"]}
        [row] = (await portal.ok("/payments/summary", it.who, filter=ask))["list"]
        assert (row["status"], row["failure_reason"]) == ("cancelled", "account closed")

    async def test_progress_of_a_retried_payment_includes_its_failure(self, portal: Portal) -> None:
        it, failed = await fail(portal, "sent")
        await portal.ok("/payments/retry", it.who, attributes=retry_of(failed))

        found = await details_of(it, failed)

        stages = [step["stage"] for step in found["progress"]]
        assert stages[-5:] == ["requested", "failed", "processing", "sent", "paid"]
        assert (found["replaces"], found["replaced_by"]) == (None, None)

    async def test_payment_requested_after_a_cancellation_replaces_no_earlier_payment(
        self, portal: Portal
    ) -> None:
        it, failed = await fail(portal)
        ask = {"payment_id": failed["payment_id"]}
        await portal.ok("/payments/cancel", it.who, attributes=ask)

        new = await request(it)

        assert (await details_of(it, failed))["replaced_by"] is None
        assert (await details_of(it, new))["replaces"] is None

    async def test_retry_of_a_payment_with_a_method_not_yet_usable_is_refused(
        self, portal: Portal
    ) -> None:
        it, failed = await fail(portal)
        new = await save_method(portal, it.who, paypal("new@example.com"))

        await portal.refuses(
            Code.METHOD_NOT_USABLE, "/payments/retry", it.who,
            attributes=retry_of(failed, method_id=new["id"]),
        )  # fmt: skip

        [row] = (await portal.ok("/payments/summary", it.who))["list"]
        assert row["status"] == "failed"

    async def test_payment_that_did_not_fail_cannot_be_retried(self, portal: Portal) -> None:
        it = await withdrawable(portal, "300.00")
        made = await request(it)
        await portal.refuses(
            Code.STATE_FORBIDS, "/payments/retry", it.who, attributes=retry_of(made)
        )
        await pay(portal)
        await set_state(portal, made, "sent", "paid")
        await portal.refuses(
            Code.STATE_FORBIDS, "/payments/retry", it.who, attributes=retry_of(made)
        )

    async def test_payment_of_another_publisher_is_not_found(self, portal: Portal) -> None:
        _, failed = await fail(portal)
        bob = await withdrawable(portal, "300.00")
        await portal.refuses(
            Code.NOT_FOUND, "/payments/retry", bob.who, attributes=retry_of(failed)
        )
