"""Orders as brands' servers report them, and as the network decides them."""

import asyncio
import random
from datetime import timedelta
from decimal import Decimal

import pytest

from schema.errors import Code
from tests.orders import deal, joined
from tests.portal import Portal, unique

D = Decimal


class TestConversions:
    async def test_an_order_is_kept_with_what_its_click_says(self, portal: Portal) -> None:
        it = await deal(portal)
        ref = await it.clicked()

        [row] = await it.report(it.order("25.00", click_ref=ref, code=None, coupon="SAVE"))

        assert (row["outcome"], row["reason"]) == ("created", None)
        [order] = await it.rows("conversion")
        assert order["oid"] == row["oid"]
        assert order["click_id"].hex == ref
        assert (order["uid1"], order["country"], order["device"]) == ("label", "GB", "desktop")
        assert (order["sale_amount"], order["sale_comm"]) == (D("25.00"), D("2.50"))
        assert (order["status"], order["coupon"]) == ("Pending", "SAVE")
        [item] = await it.rows("conversion_item")
        assert (item["ori_amount"], item["ori_comm"], item["comm_rate"]) == (
            D("25.00"),
            D("2.50"),
            10,
        )
        [entry] = await it.rows("conversion_history")
        assert (entry["kind"], entry["to_status"], entry["by"]) == (
            "order",
            "Pending",
            it.brand.mcid,
        )
        [event] = [e for e in await it.rows("event") if e["event_type"] == 1]
        assert (event["body"]["order_id"], event["body"]["sale_comm"]) == (
            order["order_id"],
            "2.50",
        )

    async def test_the_same_report_again_changes_nothing(self, portal: Portal) -> None:
        it = await deal(portal)
        order = it.order()
        await it.report(order)
        before = await it.counts()

        assert await it.outcomes(order) == ["unchanged"]
        assert await it.outcomes({**order, "code": None} | {"code": it.code}) == ["unchanged"]

        assert await it.counts() == before

    async def test_a_known_order_needs_no_click(self, portal: Portal) -> None:
        it = await deal(portal)
        order = it.order("10.00")
        [first] = await it.report(order)
        order["items"] = [{"amount": "12.00"}]
        del order["code"]

        [second] = await it.report(order)

        assert (second["outcome"], second["oid"]) == ("updated", first["oid"])

    async def test_another_amount_is_an_update_with_history(self, portal: Portal) -> None:
        it = await deal(portal)
        order = it.order("10.00")
        await it.report(order)

        assert await it.outcomes({**order, "items": [{"amount": "7.50"}]}) == ["updated"]

        [item] = await it.rows("conversion_item")
        assert (item["sale_amount"], item["ori_amount"]) == (D("7.50"), D("10.00"))
        assert (item["sale_comm"], item["ori_comm"]) == (D("0.75"), D("1.00"))
        history = await it.rows("conversion_history", "at")
        assert [(e["kind"], e["delta_amount"], e["delta_commission"]) for e in history] == [
            ("order", D("10.00"), D("1.00")),
            ("amount", D("-2.50"), D("-0.25")),
        ]
        assert [e["event_type"] for e in await it.rows("event", "at") if e["oid"]] == [1, 2]
        await it.agreed()

    async def test_another_status_is_an_update(self, portal: Portal) -> None:
        it = await deal(portal)
        order = it.order("10.00", item_id="a")
        await it.report(order)
        order["items"][0]["status"] = "Approved"

        assert await it.outcomes(order) == ["updated"]
        assert await it.outcomes(order) == ["unchanged"]
        order["items"][0]["status"] = "Pending"  # a late copy of the first report
        assert await it.outcomes(order) == ["unchanged"]
        order["items"][0] |= {"status": "Rejected", "reason_code": "item_returned"}
        assert await it.outcomes(order) == ["updated"]

        [item] = await it.rows("conversion_item")
        assert (item["status"], item["reason_code"]) == ("Rejected", "item_returned")
        assert item["validation_date"] is not None
        [day] = await it.figures()
        assert day["rejected_orders"] == day["rejected_items"] == 1
        assert (day["rejected_sales"], day["rejected_commission"]) == (D("10.00"), D("1.00"))
        await it.agreed()

    async def test_items_are_told_apart_and_stay_when_not_reported(self, portal: Portal) -> None:
        it = await deal(portal)
        order = it.order()
        order["items"] = [{"item_id": "a", "amount": "1.00"}, {"item_id": "b", "amount": "2.00"}]
        await it.report(order)
        order["items"] = [{"item_id": "b", "amount": "3.00"}, {"item_id": "c", "amount": "4.00"}]

        assert await it.outcomes(order) == ["updated"]

        items = await it.rows("conversion_item", "item_id")
        assert [(i["item_id"], i["sale_amount"]) for i in items] == [("a", 1), ("b", 3), ("c", 4)]
        [whole] = await it.rows("conversion")
        assert (whole["sale_amount"], whole["sale_comm"]) == (8, D("0.80"))
        await it.agreed()

    async def test_a_settled_item_is_not_changed(self, portal: Portal) -> None:
        it = await deal(portal)
        order = it.order()
        [row] = await it.report(order)
        async with portal.db() as db:
            await db.execute(
                "update conversion_item set settlement_id = 1 where publisher_id = $1 and oid = $2",
                it.who.uid,
                row["oid"],
            )

        reason = await it.reason({**order, "items": [{"amount": "11.00"}]})

        assert "is settled" in reason
        assert await it.outcomes(order) == ["unchanged"]
        [reviewed] = await it.review(row["oid"])
        assert reviewed["outcome"] == "refused"

    async def test_an_order_belongs_to_who_had_it_first(self, portal: Portal) -> None:
        first = await deal(portal)
        second = await joined(portal, first.brand)
        order = first.order()
        await first.report(order)

        reason = await second.reason({**order, "code": second.code})

        assert "belongs to another publisher" in reason
        assert str(first.who.uid) not in reason
        assert await second.rows("conversion") == []

    async def test_brands_do_not_share_order_numbers(self, portal: Portal) -> None:
        one, two = await deal(portal), await deal(portal)
        order_id = unique("order")

        assert await one.outcomes(one.order(order_id=order_id)) == ["created"]
        assert await two.outcomes(two.order(order_id=order_id)) == ["created"]

    async def test_a_test_order_is_kept_out_of_every_figure(self, portal: Portal) -> None:
        it = await deal(portal)
        order = it.order(test_order=True)

        assert await it.outcomes(order) == ["created"]
        order["items"][0]["status"] = "Approved"
        assert await it.outcomes(order) == ["updated"]

        assert await it.figures() == []
        [event] = [e for e in await it.rows("event") if e["event_type"] == 1]
        assert event["body"]["test"] is True

    async def test_the_narrowest_terms_win_and_those_at_the_click_stay(
        self, portal: Portal
    ) -> None:
        groups = [
            {"name": "All", "pays": "percent", "value": "5"},
            {"name": "Shoes", "pays": "percent", "value": "8", "category": "Shoes"},
            {"name": "Germany", "pays": "percent", "value": "6", "country": "DE"},
            {"name": "Leads", "pays": "fixed", "value": "1.25", "category": "Leads"},
        ]
        it = await deal(portal, commission_groups=groups)
        order = it.order(country="DE")
        order["items"] = [
            {"item_id": "shoe", "amount": "10.00", "category": "shoes"},
            {"item_id": "hat", "amount": "10.00", "category": "Hats"},
            {"item_id": "lead", "amount": "0", "category": "Leads"},
        ]

        await it.report(order, it.order("10.00"))

        items = {i["item_id"]: i for i in await it.rows("conversion_item", "oid, item_id")}
        assert (items["shoe"]["sale_comm"], items["shoe"]["comm_rate"]) == (D("0.80"), 8)
        assert (items["hat"]["sale_comm"], items["hat"]["comm_rate"]) == (D("0.60"), 6)
        assert (items["lead"]["sale_comm"], items["lead"]["comm_rate"]) == (D("1.25"), None)
        assert items[""]["sale_comm"] == D("0.50")

    async def test_dated_terms_hold_from_their_first_day_until_before_their_last(
        self, portal: Portal
    ) -> None:
        today = portal.parts.clock.now().date()
        starts, ends = today - timedelta(days=10), today - timedelta(days=5)
        groups = [
            {"name": "All", "pays": "percent", "value": "5"},
            {
                "name": "Sale",
                "pays": "percent",
                "value": "15",
                "starts_at": starts,
                "ends_at": ends,
            },
        ]
        it = await deal(portal, commission_groups=groups)
        moments = {
            f"{starts - timedelta(days=1)}T23:59:59Z": 5,
            f"{starts}T00:00:00Z": 15,
            f"{ends - timedelta(days=1)}T23:59:59Z": 15,
            f"{ends}T00:00:00Z": 5,
        }

        await it.report(*(it.order(order_id=at, order_time=at) for at in moments))

        items = {item["oid"]: item["comm_rate"] for item in await it.rows("conversion_item")}
        rates = {order["order_id"]: items[order["oid"]] for order in await it.rows("conversion")}
        assert rates == moments

    async def test_terms_of_one_publisher_are_not_another_s(self, portal: Portal) -> None:
        one = await deal(portal)
        two = await joined(portal, one.brand)
        groups = [
            {"name": "All", "pays": "percent", "value": "5"},
            {"name": "Special", "pays": "percent", "value": "9", "uid": one.who.uid},
        ]
        await portal.brand(mcid=one.brand.mcid, commission_groups=groups)

        await one.report(one.order("10.00"), {**two.order("10.00"), "code": two.code})

        [mine], [theirs] = [await each.rows("conversion_item") for each in (one, two)]
        assert (mine["sale_comm"], theirs["sale_comm"]) == (D("0.90"), D("0.50"))

    async def test_terms_are_those_of_the_click(self, portal: Portal) -> None:
        it = await deal(portal, commission_groups=[{"name": "A", "pays": "percent", "value": "5"}])
        before = await it.clicked(portal.parts.clock.now())
        await asyncio.sleep(0.01)
        await portal.brand(
            mcid=it.brand.mcid, commission_groups=[{"name": "A", "pays": "percent", "value": "20"}]
        )
        await asyncio.sleep(0.01)

        await it.report(it.order(click_ref=before, order_id="1"), it.order(order_id="2"))

        items = await it.rows("conversion_item", "oid desc")
        assert {i["comm_rate"] for i in items} == {D(5), D(20)}
        rates = {o["order_id"]: o["sale_comm"] for o in await it.rows("conversion")}
        assert rates == {"1": D("0.50"), "2": D("2.00")}

    async def test_other_currencies_are_converted_line_by_line(self, portal: Portal) -> None:
        it = await deal(portal, publisher={"currency": "JPY"})
        async with portal.db() as db:
            await db.execute(
                "insert into currency_rate values ('KWD', 'JPY', '2000-01-01', 500),"
                " ('KWD', 'JPY', '2020-01-01', 487.655) on conflict do nothing"
            )
        order = it.order("1.001", currency="KWD")
        order["items"].append({"item_id": "b", "amount": "0.005"})

        assert await it.outcomes(order) == ["created"]

        [whole] = await it.rows("conversion")
        items = await it.rows("conversion_item", "item_id")
        assert whole["rate"] == D("487.655")
        assert [i["sale_comm"] for i in items] == [D("0.100"), D("0.000")]
        assert [i["report_amount"] for i in items] == [488, 2]
        assert (whole["report_amount"], whole["report_comm"]) == (490, 49)
        await it.agreed()

    async def test_the_first_order_fixes_the_report_currency(self, portal: Portal) -> None:
        it = await deal(portal)
        async with portal.db() as db:
            query = "select currency_fixed from publisher where publisher_id = $1"
            assert not await db.fetchval(query, it.who.uid)
            await it.report(it.order())
            assert await db.fetchval(query, it.who.uid)

    @pytest.mark.parametrize(
        ("change", "expected"),
        [
            ({"order_id": " "}, "`order_id` is blank"),
            ({"order_id": ""}, "`order_id` is blank"),
            ({"items": []}, "`items` is empty"),
            ({"items": [{"amount": "NaN"}]}, "`items[0].amount` is NaN"),
            ({"items": [{"amount": "sNaN"}]}, "`items[0].amount` is sNaN"),
            ({"items": [{"amount": "Infinity"}]}, "`items[0].amount` is Infinity"),
            ({"items": [{"amount": "-1.00"}]}, "`items[0].amount` is negative"),
            ({"items": [{"amount": "0"}]}, "a sale of nothing earns nothing"),
            ({"items": [{"amount": "1e18"}]}, "`items[0].amount` must be below"),
            ({"items": [{"amount": "1e999999"}]}, "`items[0].amount` must be below"),
            ({"items": [{"amount": "1.001"}]}, "more decimals than GBP has (2)"),
            ({"items": [{"amount": "1e-9"}]}, "more decimals than GBP has (2)"),
            ({"items": [{"amount": "1"}, {"amount": "2"}]}, "`items[1].item_id` is blank"),
            (
                {"items": [{"amount": "1", "item_id": "a"}, {"amount": "2", "item_id": "a"}]},
                "`items[1].item_id` 'a' stands twice",
            ),
            ({"currency": "ZZZ"}, "`currency` 'ZZZ' is not one of ISO 4217"),
            ({"currency": "gbp"}, "`currency` 'gbp' is not one of ISO 4217"),
            ({"currency": "AFN"}, "no rate from AFN to GBP is known"),
            ({"country": "UK"}, "`country` 'UK' is not one of ISO 3166"),
            ({"code": None}, "not_traced: send `click_ref`"),
            ({"code": "none"}, "not_traced: `code`"),
            ({"code": "0" * 14}, "not_traced: `code`"),
            ({"click_ref": "none"}, "not_traced: `click_ref`"),
            ({"click_ref": "0" * 12 + "8" + "0" * 3 + "8" + "0" * 15}, "not_traced: `click_ref`"),
            ({"click_ref": "f" * 12 + "8" + "0" * 3 + "8" + "0" * 15}, "not_traced: `click_ref`"),
            ({"order_time": "2999-01-01T00:00:00Z"}, "`order_time` is in the future"),
            ({"order_time": "9999-12-31T23:59:59-14:00"}, "`order_time` is in the future"),
            ({"order_time": "0001-01-01T00:00:00+14:00"}, "`order_time` is before 2000"),
            ({"items": [{"amount": "1." + "0" * 5_000 + "1"}]}, "more decimals than GBP has (2)"),
            ({"items": [{"amount": "1e-999999"}]}, "more decimals than GBP has (2)"),
            ({"items": [{"amount": "-0"}]}, "a sale of nothing earns nothing"),
        ],
    )
    async def test_what_is_wrong_is_refused_by_name(
        self, portal: Portal, change: dict[str, object], expected: str
    ) -> None:
        it = await deal(portal)
        await it.report(it.order())
        order = {k: v for k, v in {**it.order(), **change}.items() if v is not None}

        assert expected in await it.reason(order)

    async def test_an_order_must_fit_its_click(self, portal: Portal) -> None:
        it, other = await deal(portal, cookie_days=7), await deal(portal)
        now = portal.parts.clock.now()
        old = await it.clicked(now - timedelta(days=8))
        fresh = await it.clicked(now - timedelta(days=1))
        blocked = await it.clicked(verdict="blocked")
        long_ago = (now - timedelta(days=3)).isoformat()

        assert "more than 7 days after the click" in await it.reason(it.order(click_ref=old))
        before = it.order(click_ref=fresh, order_time=long_ago)
        assert "is before the click" in await it.reason(before)
        assert "not allowed to count" in await it.reason(it.order(click_ref=blocked))
        foreign = it.order(click_ref=await other.clicked(), code=None)
        assert (await it.reason(foreign)).startswith("not_traced: ")
        in_time = (now - timedelta(days=2)).isoformat()
        assert await it.outcomes(it.order(click_ref=old, order_time=in_time)) == ["created"]

    async def test_an_order_keeps_its_currency(self, portal: Portal) -> None:
        it = await deal(portal)
        order = it.order()
        await it.report(order)

        assert "was reported in GBP" in await it.reason({**order, "currency": "EUR"})

    async def test_a_number_stands_once_in_a_report(self, portal: Portal) -> None:
        it = await deal(portal)
        order = it.order()

        rows = await it.report(order, {**order, "items": [{"amount": "99.00"}]})

        assert [row["outcome"] for row in rows] == ["created", "refused"]
        assert "stands twice" in rows[1]["reason"]
        assert [o["sale_amount"] for o in await it.rows("conversion")] == [10]

    async def test_copies_at_once_make_one_order_each(self, portal: Portal) -> None:
        it = await deal(portal)
        orders = [it.order(f"{n}.{n:02}") for n in range(1, 51)]

        async def copy(seed: int) -> list[tuple[str, str, int]]:
            shuffled = random.Random(seed).sample(orders, len(orders))
            rows = await it.report(*shuffled)
            return [(row["order_id"], row["outcome"], row["oid"]) for row in rows]

        told = [row for rows in await asyncio.gather(*map(copy, range(20))) for row in rows]

        created = sorted(order_id for order_id, outcome, _ in told if outcome == "created")
        assert created == sorted(order["order_id"] for order in orders)
        assert {outcome for _, outcome, _ in told} == {"created", "unchanged"}
        assert len({(order_id, oid) for order_id, _, oid in told}) == 50
        kept = await it.rows("conversion")
        assert len(kept) == 50
        assert sum(o["sale_amount"] for o in kept) == sum(D(f"{n}.{n:02}") for n in range(1, 51))
        assert len(await it.rows("conversion_history")) == 50
        await it.agreed()

    async def test_changes_at_once_follow_one_another(self, portal: Portal) -> None:
        it = await deal(portal)
        order = it.order("10.00")
        [first] = await it.report(order)
        amounts = [f"{n}.50" for n in range(1, 21)]

        told = await asyncio.gather(
            *(it.report({**order, "items": [{"amount": amount}]}) for amount in amounts),
            it.review(first["oid"]),
        )

        assert {row["outcome"] for rows in told for row in rows} == {"updated"}
        [kept] = await it.rows("conversion")
        history = await it.rows("conversion_history")
        assert sum(entry["delta_amount"] for entry in history) == kept["sale_amount"]
        assert sum(entry["delta_commission"] for entry in history) == kept["sale_comm"]
        assert (len(history), kept["status"]) == (1 + 20 + 1, "Approved")
        await it.agreed()

    async def test_publishers_of_one_report_are_kept_apart(self, portal: Portal) -> None:
        one = await deal(portal)
        two = await joined(portal, one.brand)

        assert (
            await one.outcomes(
                one.order("1.00"), two.order("2.00"), one.order("4.00"), two.order("8.00")
            )
            == ["created"] * 4
        )

        for it, expected in ((one, 5), (two, 10)):
            assert sum(order["sale_amount"] for order in await it.rows("conversion")) == expected
            assert [day["pending_sales"] for day in await it.figures()] == [expected]
            await it.agreed()

    @pytest.mark.parametrize(
        "table",
        [
            *("order_directory", "conversion", "conversion_item"),
            *("conversion_history", "event", "rollup"),
        ],
    )
    async def test_a_write_that_fails_leaves_nothing_behind(
        self, portal: Portal, table: str
    ) -> None:
        it = await deal(portal)
        order = it.order()
        before = await it.counts()
        name = f"fails_{table}_{it.who.uid}"
        async with portal.db() as db:
            await db.execute(
                f"create function {name}() returns trigger language plpgsql as"
                " $$ begin raise exception 'full'; end $$"
            )
            await db.execute(
                f"create trigger {name} before insert on {table} for each row"
                f" when (new.publisher_id = {it.who.uid}) execute function {name}()"
            )

        reply = await portal.post("/network/conversions", it.brand, attributes={"orders": [order]})
        after = await it.counts()
        async with portal.db() as db:
            await db.execute(f"drop function {name}() cascade")

        assert (reply.code, reply.status) == (Code.CRASHED.number, 500)
        assert after == before
        assert await it.outcomes(order) == ["created"]
        await it.agreed()

    async def test_wrong_shapes_are_refused_whole(self, portal: Portal) -> None:
        it = await deal(portal)
        before = await it.counts()
        for attributes in (
            {},
            {"orders": []},
            {"orders": [it.order()] * 1_001},
            {"orders": [it.order(), {**it.order(), "items": [{"amount": "ten"}]}]},
            {"orders": [{**it.order(), "extra": 1}]},
        ):
            await portal.refused(
                Code.REQUEST_INVALID, "/network/conversions", it.brand, attributes=attributes
            )
        await portal.refused(
            Code.UNAUTHORIZED, "/network/conversions", it.who, attributes={"orders": [it.order()]}
        )

        assert await it.counts() == before


class TestOrdersReview:
    async def test_orders_are_approved_and_rejected(self, portal: Portal) -> None:
        it = await deal(portal)
        one, two = await it.report(it.order("10.00"), it.order("20.00"))

        approved = await it.review(one["oid"], 999_999_999)
        again = await it.review(one["oid"])
        rejected = await it.review(two["oid"], status="Rejected", reason_code="order_cancelled")

        assert [row["outcome"] for row in approved] == ["updated", "refused"]
        assert approved[1]["reason"] == "there is no such order"
        assert [row["outcome"] for row in again + rejected] == ["unchanged", "updated"]
        [day] = await it.figures()
        assert (day["approved_sales"], day["rejected_sales"]) == (10, 20)
        assert (day["approved_orders"], day["rejected_orders"]) == (1, 1)
        items = await it.rows("conversion_item", "oid")
        assert {i["reason_code"] for i in items} == {None, "order_cancelled"}
        assert all(i["validation_date"] for i in items)
        await it.agreed()

    async def test_rejecting_needs_a_reason(self, portal: Portal) -> None:
        operator = await portal.operator()
        for attributes in (
            {"oids": [1], "status": "Rejected"},
            {"oids": [1], "status": "Pending"},
            {"oids": [], "status": "Approved"},
        ):
            await portal.refused(
                Code.REQUEST_INVALID, "/network/orders_review", operator, attributes=attributes
            )

    async def test_it_is_the_network_s(self, portal: Portal) -> None:
        it = await deal(portal)
        attributes = {"oids": [1], "status": "Approved"}

        await portal.refused(
            Code.NOT_ALLOWED, "/network/orders_review", it.who, attributes=attributes
        )

    async def test_figures_stay_true_whatever_is_reported_and_decided(self, portal: Portal) -> None:
        it = await deal(portal, publisher={"time_zone": "Pacific/Auckland", "currency": "EUR"})
        async with portal.db() as db:
            await db.execute(
                "insert into currency_rate values ('GBP', 'EUR', '2000-01-01', 1.153937)"
                " on conflict do nothing"
            )
        dice = random.Random(7)
        now = portal.parts.clock.now()
        numbers = [unique("order") for _ in range(12)]
        times = [(now - timedelta(hours=dice.randrange(2_000))).isoformat() for _ in numbers]
        oids: dict[str, int] = {}
        for _ in range(40):
            chosen = dice.sample(range(12), dice.randint(1, 5))
            orders = []
            for number in chosen:
                items = [
                    {
                        "item_id": name,
                        "amount": str(D(dice.randint(1, 100_000)) / 100),
                        **dice.choice([{}, {"status": dice.choice(["Approved", "Rejected"])}]),
                    }
                    for name in dice.sample("abcd", dice.randint(1, 4))
                ]
                orders.append(it.order(order_id=numbers[number], order_time=times[number]))
                orders[-1]["items"] = items
            for row in await it.report(*orders):
                assert row["outcome"] != "refused", row
                oids[row["order_id"]] = row["oid"]
            if dice.random() < 0.4:
                some = dice.sample(sorted(oids.values()), dice.randint(1, len(oids)))
                status = dice.choice(["Approved", "Rejected"])
                await it.review(*some, status=status, reason_code="other")
            await it.agreed()

        deltas = sum(e["delta_amount"] for e in await it.rows("conversion_history"))
        assert deltas == sum(o["sale_amount"] for o in await it.rows("conversion"))
