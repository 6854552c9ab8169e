"""Orders without an exchange rate: stored, shown, decided, in no figure, and rated once there is one."""

import asyncio
from datetime import timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any

import asyncpg
import pytest

import sql.network.payments.order_exchange_rates
from handlers.cli.imports.import_orders import import_orders
from handlers.network.money.reconcile import check_publisher
from handlers.network.orders import order_exchange_rates
from schema.core.errors import Code, Rule
from sql.reports.figures.reconcile import count_unrated
from tests.support.orders.cases import answer, claims
from tests.support.orders.files import mapping
from tests.support.orders.orders import Deal, deal, join_brand
from tests.support.orders.settling import (
    decided_at,
    first_instant,
    month_before,
    run_job,
    settle,
)
from tests.support.payments.rates import weekly_rates
from tests.support.portal import Portal, unique
from tests.support.reports.exports import read_export
from tests.support.timing import no_hang

D = Decimal
NULLS = {"rate", "sale_comm", "report_amount", "report_comm"}
JOB = "/network/rate_orders"


async def save_rate(portal: Portal, base: str, quote: str, rate: str, **more: Any) -> None:
    today = portal.resources.clock.now().date().isoformat()
    given = {"day": today, "base": base, "quote": quote, "rate": rate, **more}
    await portal.ok("/network/rate_save", await portal.operator(), attributes=given)
    await portal.work()


async def story(it: Deal, oid: int) -> dict[str, Any]:
    found: dict[str, Any] = await it.portal.ok(
        "/reports/transaction", it.who, attributes={"oid": oid}
    )
    return found


async def events(it: Deal) -> list[dict[str, Any]]:
    await it.portal.work()
    feed = await it.portal.ok("/reports/events", it.who, page={"perPage": 1000})
    rows: list[dict[str, Any]] = feed["list"]
    return rows


def days_of(it: Deal) -> dict[str, str]:
    """The last days, and the next."""
    today = it.portal.resources.clock.now().date()
    return {
        "start_date": str(today - timedelta(days=40)),
        "end_date": str(today + timedelta(days=1)),
    }


async def figures(it: Deal) -> dict[str, Any]:
    """What every screen with sums says of a publisher, without names and numbers of rows."""
    days = days_of(it)
    screens: dict[str, Any] = {}
    for basis in ("order", "validation"):
        for group in ("date", "brand", "site", "country", "uid1"):
            for status in ("All", "Pending", "Approved"):
                filter = {**days, "group_by": [group], "date_basis": basis}
                filter |= {} if status == "All" else {"status": status.lower()}
                found = await it.portal.ok("/reports/performance", it.who, filter=filter)
                screens[f"{basis} {group} {status}"] = (
                    found["total"],
                    [
                        {
                            name: row[name]
                            for name in row
                            if "site" not in name and "mcid" not in name
                        }
                        for row in found["list"]
                    ],
                )
    listed = await it.portal.ok("/reports/transactions", it.who, filter=days)
    screens["transactions"] = listed["totals"]
    dashboard = await it.portal.ok("/home/dashboard", it.who, filter={"period": "30d"})
    screens["dashboard"] = dashboard["totals"]
    screens["balance"] = await it.portal.ok("/payments/balance", it.who)
    return screens


class TestReports:
    async def test_order_without_an_exchange_rate_is_stored_with_a_warning(
        self, portal: Portal
    ) -> None:
        it = await deal(portal, publisher={"currency": "TOP"})

        [row] = await it.report(it.order("10.00", currency="WST", item_id="a"))

        assert (row["outcome"], row["reason"]) == ("created", None)
        [order] = await it.rows("conversion")
        [item] = await it.rows("conversion_item")
        assert order["unrated"]
        assert {name for name in NULLS if order[name] is None} == NULLS
        assert (item["sale_comm"], item["ori_comm"], item["report_comm"]) == (None, None, None)
        assert (item["comm_rate"], item["sale_amount"]) == (10, D("10.00"))
        [event] = await events(it)
        assert (event["event_name"], event["sale_amount"]) == ("order.created", "10.00")
        assert event["sale_comm"] is None
        assert event["items"][0]["sale_comm"] is None
        shown = await story(it, row["oid"])
        assert shown["unrated"]
        assert [shown[name] for name in sorted(NULLS)] == [None] * len(NULLS)
        assert [(e["kind"], e["delta_commission"]) for e in shown["timeline"]] == [("order", None)]
        await it.check_figures()
        async with portal.db() as db:
            assert await check_publisher(db, it.who.uid) == []
            assert await count_unrated(db, it.who.uid) == 1

    async def test_orders_without_an_exchange_rate_are_stored_from_a_pixel_and_a_file(
        self, portal: Portal, tmp_path: Path
    ) -> None:
        it = await deal(portal, publisher={"currency": "TOP"})
        given = {"key": it.brand.token, "code": it.code, "order_id": unique("p")}
        reply = await portal.http.get(
            "/conversion", params={**given, "amount": "5.00", "currency": "WST"}
        )
        assert reply.json()["data"]["list"][0]["outcome"] == "created"
        file = tmp_path / "orders.csv"
        file.write_text("id,value,money\nf1,2.50,WST\nf2,3.50,TOP\n")
        columns = {"order_id": "id", "amount": "value", "currency": "money"}

        result = await import_orders(portal.resources, file, mapping(it, columns, currency=""))

        assert (result.created, result.refused) == (2, [])
        states = sorted((o["sale_amount"], o["unrated"]) for o in await it.rows("conversion"))
        assert states == [(D("2.50"), True), (D("3.50"), False), (D("5.00"), True)]
        await it.check_figures()

    async def test_fixed_commission_needs_the_exchange_rate_from_the_brands_currency(
        self, portal: Portal
    ) -> None:
        groups = [{"name": "Lead", "pays": "fixed", "value": "4"}]
        it = await deal(
            portal, publisher={"currency": "STN"}, currency="SOS", commission_groups=groups
        )

        [row] = await it.report(it.order("10.00", currency="STN"))
        [before] = await it.rows("conversion")
        await save_rate(portal, "SOS", "STN", "0.04")

        [order] = await it.rows("conversion")
        assert (row["outcome"], before["unrated"], order["unrated"]) == ("created", True, False)
        assert (order["rate"], order["sale_comm"], order["report_comm"]) == (
            1,
            D("0.16"),
            D("0.16"),
        )
        await it.check_figures()

    async def test_exchange_rate_older_than_seven_days_is_not_used(self, portal: Portal) -> None:
        it = await deal(portal, publisher={"currency": "BTN"})
        today = portal.resources.clock.now().date()
        for days, unrated in ((8, True), (7, False)):
            async with portal.db() as db:
                await db.execute(
                    "insert into currency_rate values ('MVR', 'BTN', $1, 5.4)",
                    today - timedelta(days=days),
                )
            [row] = await it.report(it.order("10.00", currency="MVR"))
            orders = {order["oid"]: order for order in await it.rows("conversion")}
            assert orders[row["oid"]]["unrated"] is unrated

    async def test_cross_rate_is_calculated_at_full_precision(self, portal: Portal) -> None:
        it = await deal(portal, publisher={"currency": "LSL"})
        async with (
            weekly_rates(portal, "XDR", "LSL", "24.7"),
            weekly_rates(portal, "XDR", "NPR", "191.3"),
        ):
            [row] = await it.report(it.order("1000000.00", currency="NPR"))
        [order] = await it.rows("conversion")
        assert row["outcome"] == "created"
        assert order["rate"] == (D("24.7") / D("191.3")).quantize(D("1e-18"))
        assert order["report_amount"] == D("129116.57")

    async def test_entered_exchange_rate_takes_precedence_over_a_cross_rate(
        self, portal: Portal
    ) -> None:
        it = await deal(portal, publisher={"currency": "LSL"})
        async with (
            weekly_rates(portal, "XDR", "LSL", "24.7"),
            weekly_rates(portal, "XDR", "NPR", "191.3"),
            weekly_rates(portal, "NPR", "LSL", "0.13"),
        ):
            await it.report(it.order("10.00", currency="NPR"))
        [order] = await it.rows("conversion")
        assert order["rate"] == D("0.13")

    async def test_unrated_order_does_not_fix_the_report_currency(self, portal: Portal) -> None:
        it = await deal(portal, publisher={"currency": "TOP"})
        await it.report(it.order("10.00", currency="WST"))

        await portal.ok("/user/edit", it.who, attributes={"currency": "WST"})
        await portal.work()

        [order] = await it.rows("conversion")
        assert (order["unrated"], order["report_currency"], order["rate"]) == (False, "WST", 1)
        fixed = {"field": "attributes.currency", "rule": Rule.FIXED}
        reply = await portal.refuses(
            Code.REQUEST_INVALID, "/user/edit", it.who, attributes={"currency": "TOP"}
        )
        assert reply.data == fixed


class TestFigures:
    async def test_unrated_order_enters_all_figures_once_rated(self, portal: Portal) -> None:
        one = await deal(portal, publisher={"currency": "MWK"})
        two = await join_brand(portal, one.brand, currency="MWK")
        for it in (one, two):
            await it.report(it.order("100.00", currency="MWK", status="Approved"))
        before = await figures(one)
        assert before == await figures(two)
        given = {"currency": "ZMW", "item_id": "a", "status": "Approved"}

        [row] = await one.report(one.order("33.33", **given))

        assert await figures(one) == before
        listed = await portal.ok("/reports/transactions", one.who, filter=days_of(one))
        assert [order["unrated"] for order in listed["list"]] == [True, False]
        for sort in ("sale_comm", "-sale_amount"):
            pages = await self.pages(one, sort)
            assert sorted(pages) == sorted(order["oid"] for order in listed["list"])
        for format in ("csv", "xlsx", "parquet"):
            rows = await read_export(portal, one.who, "transactions", format, **days_of(one))
            [cells] = [each for each in rows if each["currency"] == "ZMW"]
            assert {cells[name] in (None, "") for name in ("rate", "report_comm", "sale_comm")} == {
                True
            }
        await save_rate(portal, "ZMW", "MWK", "62.317")
        await two.report(two.order("33.33", **given))
        assert await figures(one) == await figures(two) != before
        await one.check_figures()
        async with portal.db() as db:
            assert await check_publisher(db, one.who.uid) == []
        updated = (await events(one))[-1]
        assert updated["oid"] == row["oid"]
        assert (updated["event_name"], updated["reason_code"]) == ("order.updated", "rate")
        assert (updated["sale_comm"], updated["delta_commission"]) == ("3.33", "3.33")
        assert (updated["report_currency"], updated["report_comm"]) == ("MWK", "207.52")
        assert (updated["rate"], updated["delta_report_comm"]) == ("62.317", "207.52")
        entry = (await story(one, row["oid"]))["timeline"][-1]
        assert (entry["kind"], entry["delta_commission"]) == ("rate", "3.33")
        assert (entry["delta_report_amount"], entry["delta_report_comm"]) == ("2077.03", "207.52")

    async def test_recounted_figures_exclude_orders_without_an_exchange_rate(
        self, portal: Portal
    ) -> None:
        it = await deal(portal, publisher={"currency": "TOP", "time_zone": "UTC"})
        await it.report(it.order("10.00", currency="WST"), it.order("10.00", currency="TOP"))

        await portal.ok("/user/edit", it.who, attributes={"time_zone": "Asia/Tokyo"})
        await portal.work()

        assert [row["pending_orders"] for row in await it.figures()] == [1]
        await it.check_figures()

    async def pages(self, it: Deal, sort: str) -> list[int]:
        found: list[int] = []
        page: dict[str, Any] = {"perPage": 1}
        while True:
            answer = await it.portal.ok(
                "/reports/transactions", it.who, filter={**days_of(it), "sort": sort}, page=page
            )
            found += [order["oid"] for order in answer["list"]]
            if answer["next"] is None:
                return found
            page = {"perPage": 1, "cursor": answer["next"]}

    async def test_order_awaiting_an_exchange_rate_is_not_settled(self, portal: Portal) -> None:
        it = await deal(portal, publisher={"currency": "LRD"})
        [row] = await it.report(it.order("100.00", currency="SLE", status="Approved"))
        [other] = await it.report(it.order("10.00", currency="LRD", status="Approved"))
        middle = first_instant(month_before(portal), "UTC") + timedelta(days=3)
        await decided_at(it, [row["oid"], other["oid"]], middle)

        [closed] = await settle(portal, it.brand.mcid)
        assert (closed["outcome"], closed["amounts"]) == ("closed", {"LRD": "1.00"})
        await save_rate(portal, "SLE", "LRD", "8.6")

        [item] = [i for i in await it.rows("conversion_item") if i["oid"] == row["oid"]]
        now = portal.resources.clock.now()
        assert item["settlement_id"] is None
        assert item["report_comm"] == D("86.00")
        # Its own month is closed, so it joins that of its rating.
        assert (item["validation_date"].year, item["validation_date"].month) == (
            now.year,
            now.month,
        )
        await it.check_figures()
        async with portal.db() as db:
            assert await check_publisher(db, it.who.uid) == []

    async def test_order_rated_in_an_open_month_keeps_its_decision_date(
        self, portal: Portal
    ) -> None:
        it = await deal(portal, publisher={"currency": "LRD"})
        [row] = await it.report(it.order("100.00", currency="GNF", status="Approved"))
        middle = first_instant(month_before(portal), "UTC") + timedelta(days=3)
        await decided_at(it, [row["oid"]], middle)
        await save_rate(portal, "GNF", "LRD", "0.02")

        [closed] = await settle(portal, it.brand.mcid)

        assert closed["amounts"] == {"LRD": "0.20"}


class TestDecisions:
    async def test_unrated_orders_can_be_approved_rejected_and_changed(
        self, portal: Portal
    ) -> None:
        it = await deal(portal, publisher={"currency": "TOP"})
        orders = [it.order("10.00", currency="WST", item_id="a") for _ in range(3)]
        oids = [row["oid"] for row in await it.report(*orders)]

        assert (await it.review(oids[0]))[0]["outcome"] == "updated"
        rejected = await it.review(oids[1], status="Rejected", reason_code="other")
        assert rejected[0]["outcome"] == "updated"
        changed = {**orders[2], "items": [{"item_id": "a", "amount": "8.00"}]}
        more = {**orders[2], "items": [{"item_id": "b", "amount": "2.00", "status": "Approved"}]}
        assert await it.outcomes(changed) == ["updated"]
        assert await it.outcomes(more) == ["updated"]

        found = {order["oid"]: order for order in await it.rows("conversion", "oid")}
        assert [found[oid]["status"] for oid in oids] == ["Approved", "Rejected", "Pending"]
        assert found[oids[2]]["sale_amount"] == D("10.00")
        assert {order["unrated"] for order in found.values()} == {True}
        assert {event["sale_comm"] for event in await events(it)} == {None}
        assert {event["delta_commission"] for event in await events(it)} == {None}
        filter = {"uid": it.who.uid, "status": "Approved"}
        listed = await portal.ok("/network/orders", await portal.operator(), filter=filter)
        assert {(o["unrated"], o["sale_comm"], o["matched_comm"]) for o in listed["list"]} == {
            (True, None, None)
        }
        info = await portal.ok(
            "/network/order_info", await portal.operator(), attributes={"oid": oids[2]}
        )
        assert (info["unrated"], info["rate"]) == (True, None)
        await it.check_figures()
        async with weekly_rates(portal, "WST", "TOP", "0.85"):
            await run_job(portal, JOB)
        found = {order["oid"]: order for order in await it.rows("conversion", "oid")}
        assert [found[oid]["sale_comm"] for oid in oids] == [D("1.00")] * 3
        first = next(i for i in await it.rows("conversion_item") if i["ori_amount"] == 10)
        assert first["ori_comm"] == D("1.00")
        await it.check_figures()

    async def test_order_of_zero_without_an_exchange_rate_is_refused(self, portal: Portal) -> None:
        it = await deal(portal, publisher={"currency": "TOP"})
        assert "earns no commission" in await it.reason(it.order("0", currency="WST"))

    async def test_order_created_by_a_case_without_an_exchange_rate_gets_its_commission_later(
        self, portal: Portal
    ) -> None:
        it = await claims(portal)
        opened = await it.open(currency="WST")

        decided = await answer(portal, opened["case_id"], "accepted", reason="Found it")
        await portal.work()

        assert (decided["accepted_amount"], decided["accepted_comm"]) == ("50.00", None)
        yesterday = (portal.resources.clock.now() - timedelta(days=1)).date().isoformat()
        [publisher] = await it.deal.rows("publisher")
        if (await it.deal.rows("conversion"))[0]["unrated"]:
            await save_rate(portal, "WST", publisher["currency"], "0.27", day=yesterday)
        [own] = (await portal.ok("/reports/case_list", it.who))["list"]
        assert (own["accepted_amount"], own["accepted_comm"]) == ("50.00", "5.00")

    async def test_order_corrected_by_a_case_without_an_exchange_rate_gets_its_commission_later(
        self, portal: Portal
    ) -> None:
        it = await deal(portal, publisher={"currency": "NIO"})
        order = it.order(currency="CRC")
        order["items"] = [{"item_id": "a", "amount": "10.00"}, {"item_id": "b", "amount": "5.00"}]
        [row] = await it.report(order)
        given = {"kind": "incorrect", "oid": row["oid"], "item_id": "a", "amount": "30.00"}
        given |= {"note": "It was three of them"}
        opened = await portal.ok("/reports/case_open", it.who, attributes=given)

        decided = await answer(portal, opened["case_id"], "accepted", reason="So it was")
        assert (decided["accepted_amount"], decided["accepted_comm"]) == ("30.00", None)
        await save_rate(portal, "CRC", "NIO", "0.07")

        [own] = (await portal.ok("/reports/case_list", it.who))["list"]
        assert (own["accepted_amount"], own["accepted_comm"]) == ("30.00", "3.00")
        await it.check_figures()

    async def test_new_item_of_a_rated_order_is_refused_without_its_exchange_rate(
        self, portal: Portal
    ) -> None:
        groups = [
            {"name": "All", "pays": "percent", "value": "5"},
            {"name": "Lead", "pays": "fixed", "value": "4", "category": "Lead"},
        ]
        it = await deal(
            portal, publisher={"currency": "SRD"}, currency="GYD", commission_groups=groups
        )
        order = it.order("10.00", currency="SRD", item_id="a")
        await it.report(order)
        lead = {"item_id": "b", "amount": "1.00", "category": "Lead"}

        [row] = await it.report({**order, "items": [lead]})

        assert row["outcome"] == "refused"
        assert "there is no rate to SRD" in row["reason"]
        assert len(await it.rows("conversion_item")) == 1


class TestRating:
    async def test_list_of_missing_exchange_rates_counts_waiting_orders_and_their_days(
        self, portal: Portal
    ) -> None:
        it = await deal(portal, publisher={"currency": "MZN"}, currency="GBP")
        now = portal.resources.clock.now()
        early = now - timedelta(days=20)
        await it.report(
            it.order(currency="ERN", order_time=early.isoformat()), it.order(currency="ERN")
        )
        missing = await portal.ok("/network/missing_rates", await portal.operator())
        [row] = [row for row in missing["list"] if row["base"] == "ERN"]
        assert (row["quote"], row["orders"]) == ("MZN", 2)
        assert (row["first_day"], row["last_day"]) == (str(early.date()), str(now.date()))

        await save_rate(portal, "ERN", "MZN", "4.2")
        missing = await portal.ok("/network/missing_rates", await portal.operator())
        [row] = [row for row in missing["list"] if row["base"] == "ERN"]
        assert (row["orders"], row["last_day"]) == (1, str(early.date()))
        await save_rate(portal, "ERN", "MZN", "4.2", day=str(early.date()))
        missing = await portal.ok("/network/missing_rates", await portal.operator())
        assert [row for row in missing["list"] if row["base"] == "ERN"] == []
        assert {order["unrated"] for order in await it.rows("conversion")} == {False}

    async def test_concurrent_ratings_and_a_review_of_an_order_count_it_once(
        self, portal: Portal
    ) -> None:
        it = await deal(portal, publisher={"currency": "KGS"})
        orders = [it.order("10.00", currency="TJS") for _ in range(20)]
        oids = [row["oid"] for row in await it.report(*orders)]
        async with weekly_rates(portal, "TJS", "KGS", "8.1"):
            rated = await asyncio.gather(
                self.rate(portal, oids),
                self.rate(portal, list(reversed(oids))),
                it.review(*oids[:10]),
                it.report(*({**o, "items": [{"amount": "20.00"}]} for o in orders[5:15])),
            )
        assert sorted(rated[:2]) == [0, 20] or sum(rated[:2]) == 20  # type: ignore[type-var,arg-type]
        stored = await it.rows("conversion", "oid")
        assert [o["report_amount"] for o in stored] == [
            D(162) if 5 <= n < 15 else D(81) for n in range(20)
        ]
        history = [e for e in await it.rows("conversion_history") if e["kind"] == "rate"]
        assert len(history) == 20
        everything = await it.rows("conversion_history")
        assert sum(e["delta_commission"] or 0 for e in everything) == sum(
            o["sale_comm"] for o in stored
        )
        await it.check_figures()

    async def rate(self, portal: Portal, oids: list[int]) -> int:
        async with no_hang():
            while True:
                try:
                    async with portal.resources.pool.acquire() as db, db.transaction():
                        return await sql.network.payments.order_exchange_rates.rate(
                            db,
                            oids,
                            unrated=True,
                            zone="UTC",
                            now=portal.resources.clock.now(),
                            by="network",
                        )
                except (asyncpg.SerializationError, asyncpg.DeadlockDetectedError):
                    await asyncio.sleep(0.05)

    async def test_job_that_applies_exchange_rates_resumes_after_a_kill(
        self, portal: Portal, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        it = await deal(portal, publisher={"currency": "AMD"})
        rows = await it.report(*(it.order("10.00", currency="GEL") for _ in range(7)))
        own = {row["oid"] for row in rows}
        monkeypatch.setattr(order_exchange_rates, "PART", 3)
        whole, parts = sql.network.payments.order_exchange_rates.rate, []

        async def dying(db: Any, oids: list[int], **more: Any) -> int:
            if own.intersection(oids):
                parts.append(oids)
                if len(parts) == 2:
                    raise OSError("the worker is gone")
            return await whole(db, oids, **more)

        monkeypatch.setattr(sql.network.payments.order_exchange_rates, "rate", dying)
        async with weekly_rates(portal, "GEL", "AMD", "142.5"):
            await run_job(portal, JOB)
            states = [order["unrated"] for order in await it.rows("conversion", "oid")]
            assert 0 < states.count(False) < 7
            await it.check_figures()
            await run_job(portal, JOB)
        assert {order["unrated"] for order in await it.rows("conversion")} == {False}
        assert len([e for e in await it.rows("event") if e["event_type"] == 2]) == 7
        await it.check_figures()

    async def test_first_order_with_an_exchange_rate_sets_a_report_currency_that_was_not_chosen(
        self, portal: Portal
    ) -> None:
        groups = [{"name": "Lead", "pays": "fixed", "value": "4"}]
        it = await deal(
            portal,
            publisher={"currency": "USD", "currency_chosen": False},
            currency="DJF",
            commission_groups=groups,
        )
        await it.report(it.order("10", currency="RWF"))
        [publisher] = await it.rows("publisher")
        assert not publisher["currency_fixed"]

        await save_rate(portal, "DJF", "RWF", "8.2")

        [publisher] = await it.rows("publisher")
        assert (publisher["currency"], publisher["currency_fixed"]) == ("RWF", True)
        [order] = await it.rows("conversion")
        assert (order["report_currency"], order["report_comm"]) == ("RWF", 33)
        await it.check_figures()

    async def test_unrated_order_of_another_publisher_is_hidden(self, portal: Portal) -> None:
        it = await deal(portal, publisher={"currency": "TOP"})
        [row] = await it.report(it.order("10.00", currency="WST"))
        other = await portal.someone()
        reply = await portal.refuses(
            Code.NOT_FOUND, "/reports/transaction", other, attributes={"oid": row["oid"]}
        )
        assert reply.data is None or "oid" in str(reply.data)
        assert (await portal.ok("/reports/transactions", other, filter=days_of(it)))["list"] == []

    async def test_database_keeps_unrated_flag_and_null_amounts_consistent(
        self, portal: Portal
    ) -> None:
        it = await deal(portal, publisher={"currency": "TOP"})
        await it.report(it.order("10.00", currency="WST"), it.order("10.00", currency="TOP"))
        for statement in (
            "update conversion set unrated = not unrated where publisher_id = $1",
            "update conversion set report_comm = 1 where publisher_id = $1 and unrated",
            "update conversion_item set report_comm = 1 where publisher_id = $1 and sale_comm is null",
            "update conversion_item set settlement_id = 1 where publisher_id = $1 and sale_comm is null",
        ):
            async with portal.db() as db:
                with pytest.raises(asyncpg.CheckViolationError):
                    await db.execute(statement, it.who.uid)
