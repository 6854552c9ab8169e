"""The record of expected dates: what was told, when it came true, and what is said of it."""

from datetime import UTC, date, datetime, timedelta
from typing import Any

from tests.payments.test_expected_dates import had
from tests.support.orders.orders import Deal, deal
from tests.support.orders.payouts import pay as make_batch
from tests.support.orders.payouts import request, set_state, withdrawable
from tests.support.orders.settling import earn, pay_brand, run_job, settle
from tests.support.portal import Portal, SomeBrand, Someone

RECORD = "/payments/record_dates"
SUM = "/payments/sum_dates"


def today(portal: Portal) -> date:
    return portal.resources.clock.now().astimezone(UTC).date()


async def pending(it: Deal, count: int, days: int) -> list[dict[str, Any]]:
    """Orders of that many days ago, which wait for the brand."""
    at = (it.portal.resources.clock.now() - timedelta(days=days)).isoformat()
    orders = [it.order(order_time=at) for _ in range(count)]
    await it.report(*orders)
    return orders


async def decide(it: Deal, orders: list[dict[str, Any]], status: str = "Approved") -> None:
    await it.report(
        *(
            {**order, "items": [{**item, "status": status} for item in order["items"]]}
            for order in orders
        )
    )


async def dates_of(it: Deal, kind: int) -> list[tuple[Any, ...]]:
    async with it.portal.db() as db:
        rows = await db.fetch(
            "select ref, expected_on, came_on, dates from expected_date"
            " where publisher_id = $1 and kind = $2 order by ref, expected_on, came_on",
            *(it.who.uid, kind),
        )
    return [tuple(row) for row in rows]


async def records(portal: Portal, who: Someone, brand: SomeBrand) -> tuple[Any, Any]:
    info = await portal.ok("/brands/info", who, attributes={"mcid": brand.mcid})
    return info["decision_record"], info["payment_record"]


async def add_payments(
    portal: Portal, brand: SomeBrand, off: list[int], publishers: int
) -> list[Someone]:
    """Each of these publishers was told dates of the brand's payments, which were that many days off."""
    whos = [await portal.someone() for _ in range(publishers)]
    start = today(portal) - timedelta(days=200)
    async with portal.db() as db:
        for who in whos:
            await db.executemany(
                "insert into expected_date (publisher_id, kind, mid, ref, started_on, expected_on, came_on, dates)"
                " values ($1, 2, $2, $3, $4, $5, $6, 1)",
                [
                    (who.uid, brand.mid, number, start, start + timedelta(days=30),
                     start + timedelta(days=30 + days))
                    for number, days in enumerate(off, 1)
                ],
            )  # fmt: skip
    return whos


class TestDecisions:
    async def test_brand_decisions_on_the_expected_day_count_as_dates_kept(
        self, portal: Portal
    ) -> None:
        it = await deal(portal, validation_days=30)
        await decide(it, await pending(it, 12, 30))
        [waiting] = await pending(it, 1, 5)

        for _ in range(2):  # a second run counts nothing twice
            await run_job(portal, RECORD)

        record, _ = await records(portal, it.who, it.brand)
        assert (record["dates"], record["kept_percent"], record["source"]) == (12, 100, "own")
        assert record["keeps_dates"]
        assert 29 <= record["p90_days"] <= 31
        found = await portal.ok(
            "/reports/transactions",
            it.who,
            filter={"order_id": waiting["order_id"], **days(portal)},
        )
        asked = {"oid": found["list"][0]["oid"]}
        story = await portal.ok("/reports/transaction", it.who, attributes=asked)
        assert story["decision_record"] == record

    async def test_overdue_brand_decision_counts_as_a_date_not_kept_before_and_after_it_is_made(
        self, portal: Portal
    ) -> None:
        it = await deal(portal, validation_days=30, after_validation="hold")
        await decide(it, await pending(it, 12, 30))
        late = await pending(it, 4, 50)
        await run_job(portal, RECORD)
        overdue, _ = await records(portal, it.who, it.brand)

        await decide(it, late)
        await run_job(portal, RECORD)

        decided, _ = await records(portal, it.who, it.brand)
        assert [(each["dates"], each["kept_percent"]) for each in (overdue, decided)] == [
            (16, 75)
        ] * 2

    async def test_first_decision_on_an_order_decides_whether_its_date_was_kept(
        self, portal: Portal
    ) -> None:
        it = await deal(portal, validation_days=30)
        orders = await pending(it, 11, 30)
        await decide(it, orders)
        await run_job(portal, RECORD)
        await decide(it, orders[:3], "Rejected")
        await run_job(portal, RECORD)

        record, _ = await records(portal, it.who, it.brand)

        assert (record["dates"], record["kept_percent"]) == (11, 100)

    async def test_item_that_was_decided_when_reported_has_no_expected_decision_date(
        self, portal: Portal
    ) -> None:
        it = await deal(portal)
        await earn(it, *["10.00"] * 12)
        await run_job(portal, RECORD)

        assert await dates_of(it, 1) == []
        assert await records(portal, it.who, it.brand) == (None, None)


def days(portal: Portal) -> dict[str, str]:
    day = today(portal)
    return {"start_date": f"{day - timedelta(days=90)}", "end_date": f"{day + timedelta(days=1)}"}


class TestBrandPayments:
    async def test_first_expected_date_shown_to_a_publisher_is_the_one_that_counts(
        self, portal: Portal
    ) -> None:
        it = await deal(portal, payment_days=30)
        await earn(it, "300.00", months=2)
        await settle(portal, it.brand.mcid, months=2)
        await run_job(portal, RECORD)
        [(ref, expected, day, _)] = await dates_of(it, 2)
        assert day == date.max

        async with portal.db() as db:
            await db.execute("update brand set payment_days = 90 where mid = $1", it.brand.mid)
        await pay_brand(it, months=2)
        await run_job(portal, RECORD)

        assert await dates_of(it, 2) == [(ref, expected, today(portal), 1)]

    async def test_brand_whose_payments_vary_widely_is_not_said_to_keep_dates(
        self, portal: Portal
    ) -> None:
        brand = await portal.brand()
        [who] = await add_payments(portal, brand, [-20, -18, 0, 5, 20, 25, 30, 40, 41, 60], 1)

        _, record = await records(portal, who, brand)

        assert not record["keeps_dates"]
        assert (record["kept_percent"], record["early_days"], record["late_days"]) == (10, 20, 41)
        assert record["p90_days"] == 71

    async def test_dates_of_more_than_twelve_months_ago_are_in_no_record(
        self, portal: Portal
    ) -> None:
        brand, stranger = await portal.brand(), await portal.someone()
        whos = await add_payments(portal, brand, [0] * 10, 6)
        async with portal.db() as db:
            await db.execute(
                "update expected_date set started_on = started_on - 400, expected_on = expected_on - 400,"
                " came_on = came_on - 400 where mid = $1",
                brand.mid,
            )
        await run_job(portal, SUM)

        assert await records(portal, whos[0], brand) == (None, None)
        assert await records(portal, stranger, brand) == (None, None)

    async def test_waiting_settlement_shows_how_often_the_brand_kept_its_dates(
        self, portal: Portal
    ) -> None:
        it = await deal(portal, payment_days=30)
        await earn(it, "300.00")
        await settle(portal, it.brand.mcid)
        start = today(portal) - timedelta(days=200)
        async with portal.db() as db:
            await db.executemany(
                "insert into expected_date (publisher_id, kind, mid, ref, started_on, expected_on, came_on, dates)"
                " values ($1, 2, $2, $3, $4::date, $4::date + 31, $4::date + 33, 1)",
                [(it.who.uid, it.brand.mid, -number, start) for number in range(1, 11)],
            )

        rows = await portal.ok("/payments/settlements", it.who, filter={"state": "waiting"})

        assert rows["list"][0]["date_record"] == {
            "kept_percent": 100, "dates": 10, "early_days": 0, "late_days": 2, "p90_days": 33,
            "keeps_dates": True, "source": "own",
        }  # fmt: skip


class TestPayments:
    async def test_payment_is_recorded_from_its_request_until_it_arrives(
        self, portal: Portal
    ) -> None:
        it = await withdrawable(portal, "300.00")
        await had(it, 5, 6, 7)
        made = await request(it)
        asked = datetime.fromisoformat(made["request_date"]).astimezone(UTC).date()
        await run_job(portal, RECORD)
        before_arrival = (await dates_of(it, 3))[-1]

        await make_batch(portal)
        await set_state(portal, made, "sent", "paid")
        await run_job(portal, RECORD)

        ref = made["payment_id"]
        assert before_arrival == (ref, asked + timedelta(days=6), date.max, 1)
        assert (await dates_of(it, 3))[-1] == (ref, asked + timedelta(days=6), today(portal), 1)

    async def test_cancelled_payment_leaves_no_expected_date(self, portal: Portal) -> None:
        it = await withdrawable(portal, "300.00")
        await had(it, 5, 6, 7)
        made = await request(it)
        await run_job(portal, RECORD)
        before = len(await dates_of(it, 3))

        await portal.ok("/payments/cancel", it.who, attributes={"payment_id": made["payment_id"]})
        await run_job(portal, RECORD)

        assert len(await dates_of(it, 3)) == before - 1


class TestDatesOfAll:
    async def test_brands_record_of_dates_is_shown_from_enough_other_publishers(
        self, portal: Portal
    ) -> None:
        brand, stranger = await portal.brand(), await portal.someone()
        await add_payments(portal, brand, [0, 1, 2, 3, 9] * 2, 6)
        assert await records(portal, stranger, brand) == (None, None)

        await run_job(portal, SUM)

        _, record = await records(portal, stranger, brand)
        assert (record["source"], record["dates"], record["kept_percent"]) == ("all", 30, 80)

    async def test_brands_record_of_dates_of_five_publishers_is_hidden(
        self, portal: Portal
    ) -> None:
        """Whoever of them subtracts the own dates would be left with four."""
        brand, stranger = await portal.brand(), await portal.someone()
        whos = await add_payments(portal, brand, [0, 1, 2, 3, 9, 9, 9, 9, 9], 5)
        await run_job(portal, SUM)

        assert await records(portal, stranger, brand) == (None, None)
        assert await records(portal, whos[0], brand) == (None, None)

    async def test_brands_record_of_dates_that_is_mostly_one_publishers_is_hidden_from_others(
        self, portal: Portal
    ) -> None:
        brand, stranger = await portal.brand(), await portal.someone()
        [big] = await add_payments(portal, brand, [0] * 40, 1)
        await add_payments(portal, brand, [0] * 6, 6)
        await run_job(portal, SUM)

        assert await records(portal, stranger, brand) == (None, None)
        assert (await records(portal, big, brand))[1]["dates"] == 40
