"""Expected dates of payments, by the publisher's history or the terms, and the progress of a payment."""

from datetime import UTC, date, datetime, timedelta
from typing import Any

from schema.core.days import next_month
from tests.support.orders.orders import Deal, deal
from tests.support.orders.payouts import add_method, pay, request, set_state, withdrawable
from tests.support.orders.settling import earn, pay_brand, settle
from tests.support.portal import Portal


def day_after(at: str, days: int) -> str:
    return f"{datetime.fromisoformat(at).astimezone(UTC) + timedelta(days=days):%Y-%m-%d}"


async def had(it: Deal, *days: int) -> None:
    """Insert past payments of the publisher, each paid a number of days after its request."""
    async with it.portal.db() as db:
        for number, each in enumerate(days):
            await db.execute(
                "insert into payment (publisher_id, payment_id, state, payment_method_id, method, payee,"
                " currency, gross, fee, vat, net, payout_currency, requested_at, paid_at)"
                " values ($1, nextval('payment_id'), 'paid', 1, 'bank', 'x', 'EUR', 1, 0, 0, 1, 'EUR', $2, $3)",
                *(it.who.uid, datetime(2026, number + 1, 1, 12, tzinfo=UTC)),
                datetime(2026, number + 1, 1, 12, tzinfo=UTC) + timedelta(days=each),
            )


async def summary(it: Deal, payment: dict[str, Any]) -> dict[str, Any]:
    filter = {"payment_id": payment["payment_id"]}
    [row] = (await it.portal.ok("/payments/summary", it.who, filter=filter))["list"]
    found: dict[str, Any] = row
    return found


class TestPayment:
    async def test_three_past_payments_give_the_expected_day_of_the_next(
        self, portal: Portal
    ) -> None:
        it = await withdrawable(portal, "300.00")
        await portal.ok("/user/edit", it.who, attributes={"time_zone": "UTC"})
        await had(it, 4, 30, 6)

        made = await request(it)

        assert (made["expected_date"], made["expected_from"]) == (
            day_after(made["request_date"], 6), "past",
        )  # fmt: skip

    async def test_two_past_payments_give_no_expected_day_until_the_next_is_processed(
        self, portal: Portal
    ) -> None:
        it = await withdrawable(portal, "300.00")
        await had(it, 4, 30)
        other = await withdrawable(portal, "300.00")
        await had(other, 1, 1, 1)

        made = await request(it)
        assert (made["expected_date"], made["expected_from"]) == (None, None)
        await pay(portal)

        row = await summary(it, made)
        assert row["expected_from"] == "terms"
        assert row["expected_date"] > row["request_date"][:10]

    async def test_failed_payment_has_no_expected_day(self, portal: Portal) -> None:
        it = await withdrawable(portal, "300.00")
        await had(it, 4, 5, 6)
        made = await request(it)
        await pay(portal)
        await set_state(portal, made, "failed")

        assert (await summary(it, made))["expected_from"] is None


class TestSettlement:
    async def test_settlement_is_expected_by_the_brands_terms_until_it_has_paid_three_times(
        self, portal: Portal
    ) -> None:
        it = await deal(portal, payment_days=30)
        for months in (5, 4, 3):
            await earn(it, "300.00", months=months)
            await settle(portal, it.brand.mcid, months=months)
            row = await waiting(it)
            month = date.fromisoformat(f"{row['period']}-01")
            agreed = next_month(month) + timedelta(days=30)
            assert (row["expected_date"], row["expected_from"]) == (agreed.isoformat(), "terms")
            await pay_brand(it, months=months)
        async with portal.db() as db:
            await db.execute(
                "update settlement set payable_at ="
                " (period::timestamp + interval '42 days 12 hours') at time zone 'UTC'"
                " where publisher_id = $1",
                it.who.uid,
            )
        await earn(it, "300.00", months=2)
        await settle(portal, it.brand.mcid, months=2)

        row = await waiting(it)

        usual = date.fromisoformat(f"{row['period']}-01") + timedelta(days=42)
        assert (row["expected_date"], row["expected_from"]) == (usual.isoformat(), "past")
        orders = await portal.ok(
            "/payments/settlement_orders", it.who, filter={"settlement_id": row["settlement_id"]}
        )
        assert orders["settlement"]["expected_date"] == row["expected_date"]


async def waiting(it: Deal) -> dict[str, Any]:
    rows = await it.portal.ok("/payments/settlements", it.who, filter={"state": "waiting"})
    [row] = rows["list"]
    found: dict[str, Any] = row
    return found


class TestProgress:
    async def test_each_step_of_a_payments_progress_has_its_day(self, portal: Portal) -> None:
        it = await withdrawable(portal, "300.00")
        made = await request(it)
        await pay(portal)

        steps = await progress(it, made)

        assert [step["stage"] for step in steps] == [
            "approved", "month_closed", "brand_paid", "payable", "requested", "processing", "sent", "paid",
        ]  # fmt: skip
        assert [step["at"] is not None for step in steps] == [True] * 6 + [False] * 2
        assert steps[-1]["expected"] is not None
        await set_state(portal, made, "sent", "paid")
        steps = await progress(it, made)
        assert all(step["at"] for step in steps)
        assert [step["expected"] for step in steps] == [None] * 8

    async def test_progress_of_a_failed_payment_ends_at_the_failure(self, portal: Portal) -> None:
        it = await withdrawable(portal, "300.00")
        made = await request(it)
        await pay(portal)
        await set_state(portal, made, "failed")

        steps = await progress(it, made)

        assert [step["stage"] for step in steps[-2:]] == ["processing", "failed"]
        assert all(step["at"] for step in steps)

    async def test_progress_of_a_bonus_payment_has_no_order_stages(self, portal: Portal) -> None:
        it = await deal(portal, publisher={"currency": "EUR"})
        await add_method(it)
        given = {"uid": it.who.uid, "amount": "40.00", "reference": "a", "note": "n"}
        await portal.ok("/network/bonus_add", await portal.operator(), attributes=given)

        steps = await progress(it, await request(it))

        assert [step["stage"] for step in steps][:2] == ["payable", "requested"]

    async def test_details_of_all_payments_together_have_no_progress(self, portal: Portal) -> None:
        it = await withdrawable(portal, "300.00")
        await request(it)
        assert (await portal.ok("/payments/details", it.who))["progress"] == []


async def progress(it: Deal, payment: dict[str, Any]) -> list[dict[str, Any]]:
    filter = {"payment_id": payment["payment_id"]}
    answer = await it.portal.ok("/payments/details", it.who, filter=filter)
    steps: list[dict[str, Any]] = answer["progress"]
    return steps
