"""`portal refile-clicks` counts clicks that were taken for a crawler's but led to orders."""

from datetime import UTC, date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from handlers.cli.refile_clicks import run
from schema.core.event import EventType
from schema.core.ids import format_click_ref
from sql.accounts.account import Login
from sql.clicks.click import Click
from sql.clicks.crawler_clicks import CRAWLER, RECOUNTED
from sql.exports.data_export import TABLES, read_pages
from tests.support.clicks.filing import BOT, DAYS, START, VALID, make_click
from tests.support.orders.orders import Deal, deal
from tests.support.portal import Portal
from tests.support.postbacks.receiver import save

UTC_ZONE = ZoneInfo("UTC")


@pytest.fixture
async def it(portal: Portal) -> Deal:
    return await deal(portal)


async def misjudge(it: Deal, *seconds: float, **columns: Any) -> list[Click]:
    """File clicks as an earlier version did that took their visitors for crawlers."""
    clicks = [
        make_click(
            it, each, **{"verdict": BOT, "verdict_reason": CRAWLER, "device": "bot", **columns}
        )
        for each in seconds
    ]
    async with it.portal.db() as db:
        await db.copy_records_to_table(
            "click", records=[click[:-1] for click in clicks], columns=Click._fields[:-1]
        )
    return clicks


async def report_orders(it: Deal, *clicks: Click, **fields: Any) -> None:
    orders = [
        it.order(
            code=None,
            click_ref=format_click_ref(click.click_id),
            order_time=(click.click_time + timedelta(minutes=5)).isoformat(),
            **fields,
        )
        for click in clicks
    ]
    assert {row["outcome"] for row in await it.report(*orders)} == {"created"}


async def refile(it: Deal, *, apply: bool = True, zone: ZoneInfo = UTC_ZONE) -> None:
    await run(it.who.uid, zone, it.portal.resources, apply=apply)


async def count_valid(it: Deal) -> int:
    report = await it.portal.ok("/reports/performance", it.who, filter=DAYS)
    await it.check_figures()
    return int(report["totals"]["clicks"])


async def verdicts(it: Deal) -> list[tuple[str, str | None]]:
    return [
        (row["verdict"], row["verdict_reason"])
        for row in await it.rows("click", "click_time, click_id")
    ]


async def test_refile_clicks_without_apply_only_lists_bot_clicks_with_an_order(
    it: Deal, capsys: pytest.CaptureFixture[str]
) -> None:
    await report_orders(it, *await misjudge(it, 0))

    await refile(it, apply=False)

    printed = capsys.readouterr().out
    assert f"publisher {it.who.uid}: 1 click to be counted again\n" in printed
    assert "Nothing was changed" in printed
    assert await verdicts(it) == [(BOT, CRAWLER)]
    assert await count_valid(it) == 0
    assert await it.rows("click_recount") == await it.rows("notice") == []


async def test_recounted_bot_click_with_an_order_counts_and_its_publisher_is_notified(
    it: Deal, capsys: pytest.CaptureFixture[str]
) -> None:
    clicks = await misjudge(it, 0, 60, 86_400)
    await report_orders(it, clicks[0], clicks[2])

    await refile(it)

    assert "2 clicks counted again\n" in capsys.readouterr().out
    assert await verdicts(it) == [(VALID, RECOUNTED), (BOT, CRAWLER), (VALID, RECOUNTED)]
    assert await count_valid(it) == 2
    recounted = await it.rows("click_recount", "click_time")
    assert [(row["click_id"], row["reason"]) for row in recounted] == [
        (clicks[0].click_id, CRAWLER),
        (clicks[2].click_id, CRAWLER),
    ]
    notices = (await it.portal.ok("/home/notices", it.who))["list"]
    [notice] = [each for each in notices if each["title"] == "Clicks counted again"]
    detail = await it.portal.ok("/home/notice", it.who, attributes={"id": notice["id"]})
    assert (detail["kind"], detail["title"]) == ("service", "Clicks counted again")
    assert "2 clicks from 31 March 2026 to 1 April 2026 " in detail["body"]


async def test_performance_report_shows_how_many_clicks_were_counted_again(it: Deal) -> None:
    await report_orders(it, *await misjudge(it, 0, 3600))
    await refile(it)

    report = await it.portal.ok("/reports/performance", it.who, filter=DAYS)
    before = {"start_date": "2026-02-01", "end_date": "2026-03-30"}
    earlier = await it.portal.ok("/reports/performance", it.who, filter=before)

    [note] = report["recounted"]
    assert note["clicks"] == 2
    assert datetime.fromisoformat(note["at"]).date() == it.portal.resources.clock.now().date()
    assert earlier["recounted"] == []


async def test_each_recounted_click_makes_an_event_for_a_click_postback(it: Deal) -> None:
    await save(it.portal, it.who, "https://tracker.example/in", event_type=EventType.CLICK.value)
    [click] = await misjudge(it, 0)
    await report_orders(it, click)

    await refile(it)

    events = await it.rows("event", "at")
    sent = [event["body"] for event in events if event["event_type"] == EventType.CLICK.value]
    assert [body["click_ref"] for body in sent] == [format_click_ref(click.click_id)]


async def test_data_export_includes_recounted_clicks(it: Deal) -> None:
    [click] = await misjudge(it, 0)
    await report_orders(it, click)
    await refile(it)
    table = next(table for table in TABLES if table.name == "clicks_recounted")

    async with it.portal.db() as db:
        [page] = [page async for page in read_pages(db, Login(it.who.uid, 0), table)]

    [row] = [dict(zip(page.columns, values, strict=True)) for values in page.rows]
    assert (row["click_ref"], row["reason"]) == (format_click_ref(click.click_id), CRAWLER)


async def test_repeated_runs_of_refile_clicks_count_clicks_once(it: Deal) -> None:
    [click] = await misjudge(it, 0)
    await report_orders(it, click, click)
    await refile(it)
    await refile(it)
    assert await count_valid(it) == 1
    assert len(await it.rows("notice")) == len(await it.rows("click_recount")) == 1


@pytest.mark.parametrize(
    "columns",
    [
        {"verdict_reason": "known crawler: Googlebot"},
        {"verdict_reason": "HEAD request"},
        {"verdict_reason": "no user agent"},
    ],
    ids=["named", "head", "agent"],
)
async def test_click_that_is_no_crawlers_is_not_recounted(
    it: Deal, columns: dict[str, str]
) -> None:
    [click] = await misjudge(it, 0, **columns)
    await report_orders(it, click)
    was = await verdicts(it)
    await refile(it)
    assert await verdicts(it) == was
    assert await count_valid(it) == 0


async def test_click_with_only_a_test_order_is_not_recounted(it: Deal) -> None:
    [click] = await misjudge(it, 0)
    await report_orders(it, click, test_order=True)
    await refile(it)
    assert await count_valid(it) == 0


async def test_repeated_click_of_a_visitor_is_recounted_once(
    it: Deal, capsys: pytest.CaptureFixture[str]
) -> None:
    clicks = await misjudge(it, 0, 4)
    others = await misjudge(it, 100, visitor=b"y")
    await misjudge(it, 99, visitor=b"y", verdict=VALID, verdict_reason=None)
    await report_orders(it, *clicks, *others)

    await refile(it)

    assert "1 click counted again; 2 stay" in capsys.readouterr().out
    assert [verdict for verdict, _ in await verdicts(it)] == [VALID, BOT, VALID, BOT]


@pytest.mark.parametrize(
    ("offer_type", "period", "stays"),
    [("CPC", "2026-03-01", True), ("CPC", "2026-02-01", False), ("CPS", "2026-03-01", False)],
)
async def test_clicks_in_a_closed_month_of_a_cpc_brand_are_not_recounted(
    portal: Portal,
    capsys: pytest.CaptureFixture[str],
    offer_type: str,
    period: str,
    stays: bool,
) -> None:
    it = await deal(portal, offer_type=offer_type)
    async with portal.db() as db:
        await db.execute(
            "insert into settled_month (mid, period, started_at, closed_at) values ($1, $2, now(), now())",
            it.brand.mid,
            date.fromisoformat(period),
        )
    [click] = await misjudge(it, 0)
    await report_orders(it, click)

    await refile(it)

    assert await count_valid(it) == (0 if stays else 1)
    assert ("1 stay, because the month is closed" in capsys.readouterr().out) is stays


async def test_closed_month_of_recounted_clicks_follows_the_networks_time_zone(
    portal: Portal,
) -> None:
    it = await deal(portal, offer_type="CPC")
    midnight = datetime(2026, 4, 1, tzinfo=UTC)
    async with portal.db() as db:
        await db.execute(
            "insert into settled_month (mid, period, started_at) values ($1, '2026-03-01', now())",
            it.brand.mid,
        )
    await report_orders(it, *await misjudge(it, (midnight - START).total_seconds() - 60))

    await refile(it)
    assert await count_valid(it) == 0
    await refile(it, zone=ZoneInfo("Asia/Tokyo"))
    assert await count_valid(it) == 1


async def test_click_of_another_publisher_is_not_recounted(portal: Portal, it: Deal) -> None:
    other = await deal(portal)
    await report_orders(other, *await misjudge(other, 0))
    await refile(it)
    assert await verdicts(other) == [(BOT, CRAWLER)]
