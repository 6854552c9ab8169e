"""The page and the placement of clicks: read from the visit, limited when clicks are filed, kept by orders."""

from collections.abc import Iterable
from datetime import timedelta
from typing import Any

import pytest

import sql.clicks.fill_pages
import sql.clicks.page_and_placement
from rpc.jobs.job import job_for
from schema.core.errors import Code
from schema.core.figures import RecountFigures
from schema.core.page_and_placement import OTHER, page_of, value_key
from tests.support.clicks.filing import BOT, START, add_waiting, file_clicks, make_click
from tests.support.clicks.visits import visit
from tests.support.orders.clicks import clicks_of
from tests.support.orders.orders import Deal, deal
from tests.support.portal import Portal, SomeBrand, Someone

DAYS = {"start_date": "2026-03-30", "end_date": "2026-04-02"}
PAGE = "https://shop.example/best-kettles"


@pytest.fixture
async def it(portal: Portal) -> Deal:
    """A publisher with a link, whose clicks begin at START."""
    return await deal(portal)


async def report(it: Deal, *groups: str, **filter: Any) -> dict[str, Any]:
    answer: dict[str, Any] = await it.portal.ok(
        "/reports/performance",
        it.who,
        filter={**DAYS, "group_by": list(groups), **filter},
        page={"perPage": 1000},
    )
    return answer


async def clicks_by(it: Deal, group: str, **filter: Any) -> dict[str | None, int]:
    """The clicks of each page or placement, which add up to the total."""
    answer = await report(it, group, **filter)
    counts = {row[group]: row["clicks"] for row in answer["list"]}
    assert sum(counts.values()) == answer["totals"]["clicks"]
    return counts


async def numbers(it: Deal, name: str) -> set[int]:
    return {row[name] for row in await it.rows("click")}


class TestVisit:
    async def test_page_and_placement_of_a_visit_are_reported_before_and_after_filing(
        self, portal: Portal, alice: Someone, brand: SomeBrand
    ) -> None:
        link = await portal.link(alice, brand, target_url=f"https://{brand.mcid}.example/p")
        answer = await visit(
            portal,
            f"/track/{link['code']}?uid2=mail&pl=top%20bar",
            headers={"referer": f"{PAGE}?visitor=ann#reviews"},
        )
        [click] = await clicks_of(portal, alice)

        assert answer.status_code == 302
        assert "pl=" not in answer.headers["location"]
        assert "top" not in answer.headers["location"]
        assert (click["referrer"], click["uid2"]) == (PAGE, "mail")
        assert click["page_id"] == value_key("shop.example/best-kettles")
        assert click["placement_id"] == value_key("top bar")

    async def test_labels_of_a_link_stay_if_a_visit_has_only_a_placement(
        self, portal: Portal, alice: Someone, brand: SomeBrand
    ) -> None:
        link = await portal.link(alice, brand, uid1="spring")
        await visit(portal, f"/s/{link['code']}?pl={'x' * 200}")
        [click] = await clicks_of(portal, alice)
        assert click["uid1"] == "spring"
        assert click["placement_id"] == value_key("x" * 100)

    @pytest.mark.parametrize(
        ("referrer", "page"),
        [
            (None, ""),
            ("https://shop.example/", "shop.example"),
            ("https://www.Shop.example:443/Guide/", "shop.example/Guide"),
            ("http://shop.example:8080/a?b=c/d", "shop.example:8080/a"),
            ("https://ann:secret@shop.example/a#b", "shop.example/a"),
            ("HTTPS://shop.example?x", "shop.example"),
            ("https://shop.example/" + "a" * 230, "shop.example/" + "a" * 187),
            ("android-app://com.example.mail/", ""),
            ("shop.example/a", ""),
            ("", ""),
        ],
    )
    async def test_page_of_a_click_is_the_host_and_path_of_the_referrer(
        self, it: Deal, referrer: str | None, page: str
    ) -> None:
        await add_waiting(it, make_click(it, 0, referrer=referrer))
        [waiting] = await it.rows("click_waiting")
        assert (waiting["page"], waiting["page_id"]) == (page, value_key(page))
        assert page_of(referrer) == page

        before = await clicks_by(it, "page")
        await file_clicks(it, 1)

        assert before == await clicks_by(it, "page") == {page or None: 1}
        await it.check_figures()


class TestReport:
    async def test_clicks_by_page_from_roll_ups_equal_those_from_single_clicks(
        self, it: Deal
    ) -> None:
        await add_clicks(it, ["a", "a", "b", ""], ["top", "", "", ""])
        await file_clicks(it, 5)
        await add_clicks(it, ["b", "c"], ["foot", "top"], first=1_000)

        for _ in range(2):
            for name, group in (("page", "shop.example/"), ("placement", "")):
                by_figures = await clicks_by(it, name)
                assert by_figures == await clicks_by(it, name, countries=["GB"]), group
                both = await report(it, name, "country")
                assert {row[name]: row["clicks"] for row in both["list"]} == by_figures
            assert await clicks_by(it, "page") == {
                None: 1,
                "shop.example/a": 2,
                "shop.example/b": 2,
                "shop.example/c": 1,
            }
            assert await clicks_by(it, "placement") == {None: 3, "top": 2, "foot": 1}
            by_day = await report(it, "date", "page")
            assert by_day["totals"]["clicks"] == 6
            await it.check_figures()
            await file_clicks(it, 2_000)

    async def test_filter_by_page_limits_rows_and_totals_of_a_report(self, it: Deal) -> None:
        await add_clicks(it, ["a", "a", "b", ""], ["top", "", "", "top"])

        assert await clicks_by(it, "page", pages=["shop.example/a", ""]) == {
            "shop.example/a": 2,
            None: 1,
        }
        assert await clicks_by(it, "placement", placements=["top"]) == {"top": 2}
        assert await clicks_by(it, "page", placements=["top"]) == {"shop.example/a": 1, None: 1}
        assert await clicks_by(it, "page", link_ids=[it.link_id]) == await clicks_by(it, "page")
        for filter in (
            {"countries": ["DE"]},
            {"devices": ["tablet"]},
            {"link_ids": [it.link_id + 1]},
            {"pages": ["other.example"]},
            {"placements": ["foot"]},
        ):
            assert (await report(it, "page", **filter))["totals"]["clicks"] == 0
            assert (await report(it, **filter))["totals"]["clicks"] == 0
        by_day = await report(it, "date", pages=["shop.example/a"])
        assert by_day["totals"]["clicks"] == 2

    async def test_pages_of_another_publishers_clicks_are_hidden(self, it: Deal) -> None:
        other = await deal(it.portal)
        await add_clicks(it, ["a"], ["top"])
        await file_clicks(it, 5)

        assert await clicks_by(other, "page") == {}
        assert await clicks_by(other, "placement", placements=["top"]) == {}

    async def test_clicks_are_counted_by_hour_of_the_publishers_day(self, it: Deal) -> None:
        await add_waiting(
            it, *(make_click(it, hour * 3_600, visitor=b"%d" % hour) for hour in (0, 0.5, 3))
        )
        rows = (await report(it, "hour"))["list"]
        zone = await it.portal.ok("/reports/performance", it.who, filter=DAYS)
        assert zone["time_zone"] == "UTC"
        assert [(row["hour"], row["clicks"]) for row in rows] == [(12, 2), (15, 1)]

    async def test_report_by_hour_of_more_than_92_days_is_refused(self, it: Deal) -> None:
        filter = {"start_date": "2026-01-01", "group_by": ["hour"]}
        await it.portal.ok(
            "/reports/performance", it.who, filter={**filter, "end_date": "2026-04-02"}
        )
        await it.portal.refuses(
            Code.REQUEST_INVALID,
            "/reports/performance",
            it.who,
            filter={**filter, "end_date": "2026-04-03"},
        )


class TestLimit:
    async def test_pages_beyond_the_monthly_limit_are_reported_as_other(
        self, it: Deal, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(sql.clicks.page_and_placement, "VALUES_MAX", 2)
        await add_clicks(it, ["a", "b", "b", "c", "c"], ["top"] * 5)
        await file_clicks(it, 5)
        await add_clicks(it, ["a", "d", OTHER, ""], ["top"] * 4, first=1_000)
        await file_clicks(it, 2_000)

        assert await clicks_by(it, "page") == {
            "shop.example/b": 2,
            "shop.example/c": 2,
            OTHER: 4,
            None: 1,
        }
        assert await clicks_by(it, "placement") == {"top": 9}
        await it.check_figures()

    async def test_each_month_has_its_own_limit_of_pages(
        self, it: Deal, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(sql.clicks.page_and_placement, "VALUES_MAX", 1)
        later = timedelta(days=2).total_seconds()
        await add_clicks(it, ["a"], [""])
        await add_clicks(it, ["b"], [""], first=later)
        await file_clicks(it, later + 5)
        assert await clicks_by(it, "page") == {"shop.example/a": 1, "shop.example/b": 1}

    async def test_clicks_that_do_not_count_add_no_pages(self, it: Deal) -> None:
        await add_clicks(it, ["a", "b"], ["", ""], verdict=BOT)
        await add_clicks(it, ["b"], [""], first=1_000)
        await file_clicks(it, 2_000)

        assert await numbers(it, "page_id") == {0, value_key("shop.example/b")}
        assert {row["value"] for row in await it.rows("click_value")} == {"shop.example/b"}


class TestOrder:
    @pytest.mark.parametrize("is_filed", [True, False])
    async def test_order_has_the_page_and_placement_of_its_click(
        self, it: Deal, is_filed: bool
    ) -> None:
        click = make_click(it, 0, referrer=PAGE, placement="top")
        await add_waiting(it, click)
        if is_filed:
            await file_clicks(it, 5)
        at = (START + timedelta(minutes=5)).isoformat()
        order = it.order("10.00", code=None, click_ref=click.click_id.hex, order_time=at)
        row, _ = await it.report(order, it.order("5.00", order_time=at))
        assert row["outcome"] == "created", row

        for status in ("Pending", "Approved"):
            if status == "Approved":
                await it.review(row["oid"])
            for name, value in (("page", "shop.example/best-kettles"), ("placement", "top")):
                answer = await report(it, name)
                by_value = {each[name]: each for each in answer["list"]}
                assert by_value[value]["sales"] == "10.00"
                assert by_value[None]["sales"] == "5.00"
                assert answer["totals"]["sales"] == "15.00"
                of_status = await report(it, name, status=status.lower())
                assert {each[name] for each in of_status["list"]} >= {value}
                rows = await report(it, name, countries=["GB"])
                assert {each[name]: each["sales"] for each in rows["list"]}[value] == "10.00"
        await it.check_figures()


class TestEarlierClicks:
    async def test_recount_fills_in_pages_of_clicks_and_orders_stored_before_pages_were(
        self, it: Deal, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(sql.clicks.fill_pages, "CLICKS_AT_ONCE", 2)
        monkeypatch.setattr(sql.clicks.page_and_placement, "VALUES_MAX", 2)
        await add_clicks(it, ["a", "a", "b", "b", "c", ""], [""] * 6)
        await add_clicks(it, ["d"], [""], first=500, verdict=BOT)
        await file_clicks(it, 600)
        first = (await it.rows("click", "click_time"))[0]
        order = it.order(
            "10.00", code=None, click_ref=first["click_id"].hex, order_time=START.isoformat()
        )
        [row] = await it.report(order)
        assert row["outcome"] == "created", row
        async with it.portal.db() as db:
            # As the release before has filed and stored them.
            for statement in (
                "update click set page_id = 0 where publisher_id = $1",
                "update conversion set page_id = 0 where publisher_id = $1",
                "delete from click_value where publisher_id = $1",
                "delete from rollup where publisher_id = $1 and grain like '%page'",
                "update publisher set counted_by = '2 UTC' where publisher_id = $1",
            ):
                await db.execute(statement, it.who.uid)
            assert await clicks_by(it, "page") == {None: 6}
            await job_for(RecountFigures).later(db, RecountFigures(it.who.uid))

        await it.portal.work()

        assert await clicks_by(it, "page") == {
            "shop.example/b": 2,
            "shop.example/c": 1,
            OTHER: 2,
            None: 1,
        }
        [order_row] = await it.rows("conversion")
        assert order_row["page_id"] == value_key(OTHER)
        await it.check_figures()


async def add_clicks(
    it: Deal, pages: Iterable[str], placements: Iterable[str], *, first: float = 0, **columns: Any
) -> None:
    """Waiting clicks of different visitors, each with its page of shop.example and its placement."""
    clicks = [
        make_click(
            it,
            first + n / 10,
            visitor=b"%d %d" % (first, n),
            referrer=referrer(page),
            placement=placement,
            **columns,
        )
        for n, (page, placement) in enumerate(zip(pages, placements, strict=True))
    ]
    await add_waiting(it, *clicks)


def referrer(page: str) -> str | None:
    if page == OTHER:
        return f"https://{OTHER}/"
    return f"https://shop.example/{page}" if page else None
