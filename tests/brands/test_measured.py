"""How brands keep their word, as measured across the network and read by publishers."""

from datetime import date, timedelta
from decimal import Decimal

import pytest

from handlers.cli.doctor import CHECKS
from rpc import Code
from schema.brands.figure_reader import FigureReader, survival
from schema.brands.measured import SharePoint
from schema.brands.measured_counts import (
    DAY_STEPS,
    OPEN_SLOT,
    Cell,
    Measure,
    MeasuredSpan,
    StoredFigure,
)
from tests.support.orders.books import Books
from tests.support.orders.brands import STANDARD, draft, find_brands, word_of
from tests.support.orders.measured import add_click, days_ago, measure, measured_part, sell, sellers
from tests.support.portal import Portal, unique


def days_of_test() -> date:
    return date(2026, 2, 28)


class TestDecided:
    async def test_share_of_orders_decided_within_days_counts_undecided_orders(
        self, portal: Portal
    ) -> None:
        brand, stranger = await portal.brand(validation_days=20), await portal.someone()
        books = await sellers(portal, brand, 6, count=6, decided_after=9.5)
        for each in books:
            await sell(each, brand, 6, ago=100.5)

        await measure(portal)

        figure = (await measured_part(portal, stranger, brand))["decided"]
        shares = {point["days"]: point["share"] for point in figure["points"]}
        assert (shares[7], shares[10], shares[90]) == ("0.00", "0.50", "0.50")
        assert (figure["half_days"], figure["most_days"]) == (10, None)
        assert figure["orders"] == 30
        assert figure["longest_open"] == 90
        in_time = (await measured_part(portal, stranger, brand))["decided_in_time"]
        assert in_time["rate"] == "0.50"

    async def test_median_wait_is_a_lower_bound_while_half_of_the_orders_are_undecided(
        self, portal: Portal
    ) -> None:
        brand, stranger = await portal.brand(), await portal.someone()
        await sellers(portal, brand, 6, count=6, ago=130)

        await measure(portal)

        figure = (await measured_part(portal, stranger, brand))["decided"]
        assert (figure["half_days"], figure["half_over"]) == (None, 120)

    async def test_month_shows_only_waits_that_all_its_orders_can_have_had(
        self, portal: Portal
    ) -> None:
        brand, stranger = await portal.brand(), await portal.someone()
        await sellers(portal, brand, 6, count=6, ago=100, decided_after=3)

        await measure(portal)

        [month] = (await measured_part(portal, stranger, brand))["decided_by_month"]
        assert month["month"] == f"{days_ago(portal, 100):%Y-%m}"
        assert month["half_days"] == 3
        assert 60 <= month["points"][-1]["days"] < 100


class TestPayable:
    async def test_wait_for_payment_is_counted_from_the_brands_decision(
        self, portal: Portal
    ) -> None:
        brand, stranger = await portal.brand(payment_days=60), await portal.someone()
        await sellers(portal, brand, 6, count=6, decided_after=20, payable_after=40.5)

        await measure(portal)

        figures = await measured_part(portal, stranger, brand)
        assert (figures["payable"]["half_days"], figures["payable"]["most_days"]) == (45, 45)
        assert figures["payable_in_time"]["rate"] == "1.00"
        assert figures["sent"]["half_days"] is None

    async def test_brand_payment_after_the_promised_days_is_late(self, portal: Portal) -> None:
        brand, stranger = await portal.brand(payment_days=5), await portal.someone()
        await sellers(portal, brand, 6, count=6, ago=205, decided_after=20, payable_after=70)
        for _ in range(2):
            await sellers(portal, brand, 3, count=6, ago=205, decided_after=20)  # never paid

        await measure(portal)

        figures = await measured_part(portal, stranger, brand)
        assert figures["payable_in_time"]["rate"] == "0.00"
        assert figures["payable"]["longest_open"] == 180

    async def test_brands_are_found_and_sorted_by_days_to_payable(self, portal: Portal) -> None:
        word, who = word_of("payers"), await portal.someone()
        fast, slow, unknown = [await portal.brand(name=f"{word} {n}") for n in range(3)]
        await sellers(portal, slow, 6, count=6, decided_after=1, payable_after=59.5)
        await sellers(portal, fast, 6, count=6, decided_after=1, payable_after=13.5)
        await sellers(portal, unknown, 5, count=8, decided_after=1, payable_after=2)
        await measure(portal)

        found = await find_brands(portal, who, keyword=word, sort="paid_within")
        within = await find_brands(portal, who, keyword=word, paid_within=14)

        assert found == [fast.mcid, slow.mcid, unknown.mcid]
        assert within == [fast.mcid]
        rows = await portal.ok("/brands/find", who, filter={"keyword": word, "sort": "paid_within"})
        assert [row["paid_within"] for row in rows["list"]] == [14, 60, None]


class TestRates:
    async def test_approval_rate_is_measured_by_quarter_of_the_decision(
        self, portal: Portal
    ) -> None:
        brand, stranger = await portal.brand(), await portal.someone()
        books = await sellers(portal, brand, 6, count=6, decided_after=1)
        for each in books:
            await sell(each, brand, 6, decided_after=1, status="Rejected")

        await measure(portal)

        figures = await measured_part(portal, stranger, brand)
        decided = days_ago(portal, 99)
        [quarter] = figures["approved_by_quarter"]
        assert quarter["quarter"] == f"{decided.year}-Q{(decided.month + 2) // 3}"
        assert (figures["approved"]["rate"], quarter["rate"]) == ("0.50", "0.50")

    async def test_correction_rate_is_a_share_of_settled_orders(self, portal: Portal) -> None:
        brand, stranger = await portal.brand(), await portal.someone()
        sold = {"count": 8, "decided_after": 1, "payable_after": 30}
        for each in await sellers(portal, brand, 6, **sold):
            async with portal.db() as db:
                await db.execute(
                    "insert into conversion_item (publisher_id, oid, item_id, quantity, sale_amount, sale_comm,"
                    " ori_amount, ori_comm, report_amount, report_comm, status, corrects, updated_at)"
                    " select publisher_id, oid, 'back', 1, -1, 0, 0, 0, -1, 0, 'Approved', item_id, updated_at"
                    "   from conversion_item where publisher_id = $1 order by oid limit 2",
                    each.who.uid,
                )

        await measure(portal)

        assert (await measured_part(portal, stranger, brand))["corrected"]["rate"] == "0.25"

    async def test_measured_earnings_are_per_click_in_the_report_currency(
        self, portal: Portal
    ) -> None:
        brand = await portal.brand()
        reader = await portal.someone(currency="EUR")
        today = portal.resources.clock.now().date()
        rate = {"day": str(today), "base": "GBP", "quote": "EUR", "rate": "1.5"}
        await portal.ok("/network/rate_save", await portal.operator(), attributes=rate)
        for each in await sellers(
            portal, brand, 6, count=6, ago=10, commission="2.00", country="GB"
        ):
            async with portal.db() as db:
                for number in range(8):
                    at = days_ago(portal, 11) + timedelta(seconds=number)
                    await add_click(db, each, brand.mid, at)

        await measure(portal)

        figures = await measured_part(portal, reader, brand)
        assert figures["earned"]["epc"] == "2.2"  # 12 of 8 clicks, times 1.5, to two digits
        assert [each["country"] for each in figures["earned_by_country"]] == ["GB"]


class TestPrivacy:
    async def test_brand_figures_of_five_publishers_are_not_published(self, portal: Portal) -> None:
        """Whoever reads it may be one of them."""
        brand, stranger = await portal.brand(), await portal.someone()
        books = await sellers(portal, brand, 5, count=10, decided_after=1)

        await measure(portal)

        for who in (stranger, books[0].who):
            assert (await measured_part(portal, who, brand))["decided"] is None
        assert (await measured_part(portal, books[0].who, brand, "mine"))["decided"]["orders"] == 10

    async def test_all_publishers_see_the_same_published_brand_figures(
        self, portal: Portal
    ) -> None:
        """The difference between two readers' figures would be their own orders."""
        brand, stranger = await portal.brand(), await portal.someone()
        books = await sellers(portal, brand, 7, count=6, decided_after=1)
        await sell(books[0], brand, 3, decided_after=20)

        await measure(portal)

        shown = [
            await measured_part(portal, who, brand)
            for who in (stranger, books[0].who, books[1].who)
        ]
        assert shown[0]["decided"] is not None
        assert shown[0] == shown[1] == shown[2]

    async def test_orders_of_one_publisher_alone_do_not_renew_a_published_figure(
        self, portal: Portal
    ) -> None:
        """The difference between two weeks would be its orders."""
        brand, stranger = await portal.brand(), await portal.someone()
        books = await sellers(portal, brand, 8, count=6, decided_after=1)
        await measure(portal)
        before = await measured_part(portal, stranger, brand)
        await sell(books[0], brand, 5, decided_after=1, status="Rejected")
        await measure(portal)

        assert await measured_part(portal, stranger, brand) == before
        assert (await measured_part(portal, books[0].who, brand, "mine"))["decided"]["orders"] == 11

        for each in books[1:]:
            await sell(each, brand, 6, decided_after=1, status="Rejected")
        await measure(portal)

        after = await measured_part(portal, stranger, brand)
        assert (before["approved"]["rate"], after["approved"]["rate"]) == ("1.00", "0.51")

    async def test_figures_of_one_channel_type_are_published_by_the_same_rule(
        self, portal: Portal
    ) -> None:
        """Blogs of two publishers among websites of six: all but websites would be the blogs."""
        brand, stranger = await portal.brand(), await portal.someone()
        await sellers(portal, brand, 8, count=8, decided_after=1)
        for _ in range(2):
            books = Books(portal, await portal.someone())
            async with portal.db() as db:
                await db.execute(
                    "update site set channel_type = 2 where publisher_id = $1", books.who.uid
                )
            await sell(books, brand, 6, decided_after=9)

        await measure(portal)

        assert (await measured_part(portal, stranger, brand))["decided"] is not None
        assert (await measured_part(portal, stranger, brand, "my_type"))["decided"] is None

    async def test_figures_of_a_channel_type_are_published_if_all_channels_are_of_that_type(
        self, portal: Portal
    ) -> None:
        brand, stranger = await portal.brand(), await portal.someone()
        await sellers(portal, brand, 6, count=6, decided_after=1)

        await measure(portal)

        every = await measured_part(portal, stranger, brand)
        assert (await measured_part(portal, stranger, brand, "my_type"))["decided"] == every[
            "decided"
        ]

    async def test_orders_under_terms_of_one_publisher_are_left_out_of_published_figures(
        self, portal: Portal
    ) -> None:
        mcid, stranger = unique("own"), await portal.someone()
        books = [Books(portal, await portal.someone()) for _ in range(7)]
        special = {**STANDARD, "name": "Special", "value": "15", "uid": books[0].who.uid}
        brand = await portal.brand(mcid=mcid, commission_groups=[STANDARD, special])
        terms_id = await portal.value(
            "select terms_id from terms where mid = $1 and publisher_id <> 0", brand.mid
        )
        await sell(books[0], brand, 12, decided_after=50, terms_id=terms_id)
        for each in books[1:]:
            await sell(each, brand, 6, decided_after=1)

        await measure(portal)

        figure = (await measured_part(portal, stranger, brand))["decided"]
        assert figure["most_days"] == 1
        own = (await measured_part(portal, books[0].who, brand, "mine"))["decided"]
        assert (own["orders"], own["half_days"]) == (12, 60)

    async def test_publishers_own_measured_figures_need_ten_orders(self, portal: Portal) -> None:
        brand = await portal.brand()
        few, many = [await sellers(portal, brand, 1, count=n, decided_after=1) for n in (9, 10)]

        await measure(portal)

        assert (await measured_part(portal, few[0].who, brand, "mine"))["decided"] is None
        assert (await measured_part(portal, many[0].who, brand, "mine"))["decided"]["orders"] == 10

    async def test_own_measured_figures_exclude_orders_of_another_publisher(
        self, portal: Portal
    ) -> None:
        brand, stranger = await portal.brand(), await portal.someone()
        await sellers(portal, brand, 1, count=12, decided_after=1)

        await measure(portal)

        assert (await measured_part(portal, stranger, brand, "mine"))["decided"] is None


class TestCompare:
    async def test_brands_are_compared_in_the_given_order(self, portal: Portal) -> None:
        who = await portal.someone()
        one, other = await portal.brand(), await portal.brand()
        await sellers(portal, one, 6, count=6, decided_after=1)
        await measure(portal)

        answer = await portal.ok(
            "/brands/compare", who, attributes={"mcids": [other.mcid, one.mcid]}
        )

        assert [row["mcid"] for row in answer["list"]] == [other.mcid, one.mcid]
        figures = [row["measured"]["all"]["decided"] for row in answer["list"]]
        assert (figures[0], figures[1]["half_days"]) == (None, 1)

    async def test_own_measured_figures_of_another_publisher_are_hidden(
        self, portal: Portal
    ) -> None:
        who = await portal.someone()
        brands = [await portal.brand(), await portal.brand()]
        await sellers(portal, brands[0], 1, count=12, decided_after=1)
        await measure(portal)

        answer = await portal.ok(
            "/brands/compare", who, attributes={"mcids": [brand.mcid for brand in brands]}
        )

        assert [row["measured"]["mine"]["decided"] for row in answer["list"]] == [None, None]

    async def test_comparison_with_an_unknown_brand_is_refused(self, portal: Portal) -> None:
        who, brand = await portal.someone(), await portal.brand()
        attributes = {"mcids": [brand.mcid, "nix"]}
        await portal.refuses(Code.BRAND_UNKNOWN, "/brands/compare", who, attributes=attributes)

    @pytest.mark.parametrize("count", [1, 5])
    async def test_comparison_of_fewer_than_two_or_more_than_four_brands_is_refused(
        self, portal: Portal, count: int
    ) -> None:
        who = await portal.someone()
        attributes = {"mcids": [f"brand-{n}" for n in range(count)]}
        await portal.refuses(Code.REQUEST_INVALID, "/brands/compare", who, attributes=attributes)

    async def test_comparison_that_names_a_brand_twice_is_refused(self, portal: Portal) -> None:
        who, brand = await portal.someone(), await portal.brand()
        attributes = {"mcids": [brand.mcid, brand.mcid]}
        await portal.refuses(Code.REQUEST_INVALID, "/brands/compare", who, attributes=attributes)


class TestTerms:
    async def test_change_of_terms_shows_the_commission_before_and_after(
        self, portal: Portal
    ) -> None:
        who, mcid = await portal.someone(), unique("changing")
        for value in ("10", "8"):
            brand = await portal.brand(mcid=mcid, commission_groups=[{**STANDARD, "value": value}])

        info = await portal.ok("/brands/info", who, attributes={"mcid": brand.mcid})

        today = portal.resources.clock.now().date()
        [step] = info["measured"]["terms"]
        assert (step["before"], step["after"], step["day"]) == ("10%", "8%", str(today))
        assert step["announced_days"] == 0

    async def test_future_change_of_terms_shows_how_long_before_it_was_announced(
        self, portal: Portal
    ) -> None:
        who, mcid = await portal.someone(), unique("announced")
        await portal.brand(mcid=mcid, commission_groups=[STANDARD])
        start = str(portal.resources.clock.now().date() + timedelta(days=20))
        groups = [{**STANDARD, "ends_at": start}, {**STANDARD, "value": "8", "starts_at": start}]
        await portal.brand(mcid=mcid, commission_groups=groups)

        info = await portal.ok("/brands/info", who, attributes={"mcid": mcid})

        [step] = info["measured"]["terms"]
        assert (step["day"], step["announced_days"]) == (start, 20)

    async def test_measured_changes_of_terms_omit_terms_of_another_publisher(
        self, portal: Portal
    ) -> None:
        who, other, mcid = await portal.someone(), await portal.someone(), unique("special")
        for value in ("12", "15"):
            own = {**STANDARD, "name": "Own", "value": value, "uid": other.uid}
            await portal.brand(mcid=mcid, commission_groups=[STANDARD, own])

        info = await portal.ok("/brands/info", who, attributes={"mcid": mcid})

        assert info["measured"]["terms"] == []


class TestReservedMcid:
    @pytest.mark.parametrize("mcid", ["find", "compare", "applications", "info"])
    async def test_new_brand_whose_mcid_is_a_route_of_the_portal_is_refused(
        self, portal: Portal, mcid: str
    ) -> None:
        operator = await portal.operator()
        await portal.refuses(
            Code.REQUEST_INVALID, "/network/brand_save", operator, attributes=draft(mcid=mcid)
        )
        content = f"mcid,name,site_url,domains,commission\n{mcid},Shop,https://shop.example,shop.example,5%\n"
        answer = await portal.ok(
            "/network/brands_import", operator, attributes={"content": content}
        )
        [line] = answer["list"]
        assert (line["outcome"], line["reason"]) == ("refused", "`mcid` is the address of a page")

    async def test_existing_brand_whose_mcid_is_a_route_is_listed_by_the_doctor_and_can_be_saved(
        self, portal: Portal
    ) -> None:
        brand = await portal.brand()
        async with portal.db() as db:
            await db.execute("update brand set mcid = 'compare' where mid = $1", brand.mid)
        try:
            findings = [each async for each in CHECKS["brands"](portal.resources)]
            saved = await portal.ok(
                "/network/brand_save", await portal.operator(), attributes=draft(mcid="compare")
            )
        finally:
            async with portal.db() as db:
                await db.execute("update brand set mcid = $2 where mid = $1", brand.mid, brand.mcid)

        assert [each.what for each in findings] == ["brand 'compare'"]
        assert "/brands/~compare" in findings[0].why
        assert saved["mid"] == brand.mid


class TestEstimate:
    def test_share_of_decided_orders_is_that_of_all_orders_if_none_is_undecided(self) -> None:
        slots = {0: Decimal(5), 3: Decimal(3), 8: Decimal(2)}

        shares = {point.days: point.share for point in survival(slots, len(DAY_STEPS))}

        assert shares[1] == shares[3] == Decimal("0.5")
        assert shares[5] == Decimal("0.8")
        assert shares[30] == 1

    def test_undecided_orders_count_for_as_long_as_they_have_waited(self) -> None:
        """Freireich's patients under 6-MP (Kaplan and Meier's textbook example), with days for weeks."""
        events = {6: 3, 7: 1, 10: 1, 13: 1, 16: 1, 22: 1, 23: 1}
        open_ = [6, 9, 10, 11, 17, 19, 20, 25, 32, 32, 34, 35]
        slots: dict[int, Decimal] = {}
        for days, count in events.items():
            step = sum(each < days for each in DAY_STEPS)
            slots[step] = slots.get(step, Decimal(0)) + count
        for days in open_:
            step = OPEN_SLOT + sum(each <= days for each in DAY_STEPS)
            slots[step] = slots.get(step, Decimal(0)) + 1

        shares = {point.days: point.share for point in survival(slots, len(DAY_STEPS))}

        assert shares[5] == 0
        # 4 of 20 within 7 days: the one that waits since 6 days has not been seen for 7.
        assert shares[7] == Decimal("0.20")

    def test_number_of_orders_behind_a_figure_is_rounded_down_to_steps(self) -> None:
        cell = Cell(Measure.APPROVED)
        for count, step in ((30, 30), (99, 30), (100, 100), (999, 100), (5_000, 1_000)):
            figure = StoredFigure(on=days_of_test(), slots={0: Decimal(count)})
            read = FigureReader({cell.name: figure}, rate=None).read()
            assert read.approved is not None
            assert read.approved.orders == step

    def test_measured_months_and_quarters_begin_a_year_before_today(self) -> None:
        span = MeasuredSpan.up_to(days_of_test())

        assert (len(span.months), len(span.quarters)) == (13, 5)
        assert span.part_of(Measure.DECIDED, 1) == "2025-02"
        assert span.part_of(Measure.APPROVED, 1) == "2025-Q1"
        assert span.part_of(Measure.APPROVED, 5) == "2026-Q1"

    def test_share_is_left_out_for_days_that_no_order_has_waited(self) -> None:
        assert survival({}, 5) == []
        assert survival({0: Decimal(1)}, 1) == [SharePoint(1, Decimal("1.00"))]
