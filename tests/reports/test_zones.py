"""A day is the same in every report: defined by Python's pinned zones, not by the database's."""

from datetime import UTC, datetime, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

import sql.network.publisher
import sql.reports.figures.rebuild
from handlers.network.money.reconcile import check_publisher
from handlers.user.figure_recount import rebuild_figures, recount_figures
from schema.core.days import ONE_DAY, Days, day_of, first_instant
from schema.core.figures import RebuildFigures, RecountFigures, counting_mark
from schema.core.time_zones import all_periods, fingerprint, get_zone, offset_periods, zone_names
from sql.core.db import fetch, open_pool
from sql.core.local_time import local_time, zone_values
from sql.core.sql_template import compose
from sql.reports.figures.reconcile import find_differences
from sql.server.migrate import migrate
from tests.architecture.test_migrate import FILLED
from tests.conftest import MakeDatabase
from tests.support.databases import execute
from tests.support.migrations import NAMES, migrate_part
from tests.support.orders.books import Books
from tests.support.orders.order_rows import Part
from tests.support.portal import Portal

HOUR = timedelta(hours=1)
INSTANT = timedelta(microseconds=1)
VANCOUVER = "America/Vancouver"
"""It stays on summer time from November 2026 on, which databases built before do not know."""
CASES = {
    "a rule of 2026": (VANCOUVER, datetime(2026, 11, 20, 7, 30, tzinfo=UTC)),
    "another rule of 2026": ("America/Edmonton", datetime(2026, 11, 21, 6, 30, tzinfo=UTC)),
    "spring": ("Europe/Berlin", datetime(2026, 3, 29, 1, tzinfo=UTC)),
    "autumn": ("America/New_York", datetime(2025, 11, 2, 6, tzinfo=UTC)),
    "half an hour of summer": ("Australia/Lord_Howe", datetime(2026, 4, 4, 15, tzinfo=UTC)),
    "45 minutes": ("Asia/Kathmandu", datetime(2026, 5, 1, 18, 15, tzinfo=UTC)),
    "45 minutes and summer": ("Pacific/Chatham", datetime(2025, 9, 27, 14, tzinfo=UTC)),
    "no midnight": ("America/Havana", datetime(2026, 3, 8, 5, tzinfo=UTC)),
    "midnight twice": ("America/Havana", datetime(2025, 11, 2, 5, tzinfo=UTC)),
    "a day left out": ("Pacific/Apia", datetime(2011, 12, 30, 10, tzinfo=UTC)),
}
"""Zones, each with an instant that something depends on."""
NAMED = {
    "Africa/Casablanca", "America/St_Johns", "America/Winnipeg", "Asia/Kolkata", "Asia/Tehran",
    "Pacific/Kwajalein", "Pacific/Kiritimati", "Antarctica/Troll", *(zone for zone, _ in CASES.values()),
}  # fmt: skip


async def orders_around(portal: Portal, zone: str, at: datetime) -> Books:
    """A publisher of a zone with orders just before and after an instant, and round its day."""
    books = Books(portal, await portal.someone(time_zone=zone), zone=zone)
    brand = await books.brand()
    shifts = [n * HOUR / 2 for n in range(-52, 53, 4)] + [-HOUR, -INSTANT, HOUR / 2, HOUR]
    for number, shift in enumerate(shifts):
        part = Part(amount=Decimal(number + 1), commission=Decimal(1), status="Approved")
        await books.order(brand, at + shift, part, country="CA")
        await books.click(brand, at + shift)
    return books


async def count_by_day(books: Books, *groups: str, **filter: Any) -> dict[str, tuple[int, str]]:
    days = sorted({books.day(order.at) for order in books.orders})
    found = await books.portal.ok(
        "/reports/performance",
        books.who,
        filter={"start_date": days[0], "end_date": days[-1], "group_by": groups, **filter},
        page={"perPage": 1000},
    )
    return {row["date"]: (row["orders"], row["sales"]) for row in found["list"] if row["orders"]}


def sums_by_day(books: Books) -> dict[str, tuple[int, str]]:
    sums: dict[str, tuple[int, Decimal]] = {}
    for order in books.orders:
        day = books.day(order.at).isoformat()
        orders, sales = sums.get(day, (0, Decimal(0)))
        sums[day] = orders + 1, sales + sum(part.amount for part in order.parts)
    return {day: (orders, f"{sales:.2f}") for day, (orders, sales) in sums.items()}


@pytest.mark.parametrize("case", CASES)
async def test_order_counts_on_the_same_day_in_every_report(portal: Portal, case: str) -> None:
    books = await orders_around(portal, *CASES[case])

    async def check() -> None:
        assert await count_by_day(books, "date") == sums_by_day(books)
        assert await count_by_day(books, "date", "country") == sums_by_day(books)
        async with portal.db() as db:
            assert await check_publisher(db, books.who.uid) == []

    await check()
    async with portal.db() as db:
        await rebuild_figures.later(db, RebuildFigures(books.who.uid, books.zone))
    await portal.work()
    await check()


async def test_report_of_a_single_day_equals_its_row_in_a_range(portal: Portal) -> None:
    books = await orders_around(portal, *CASES["autumn"])

    for day, figures in sums_by_day(books).items():
        found = await portal.ok(
            "/reports/performance",
            books.who,
            filter={"start_date": day, "end_date": day, "group_by": ["country"]},
        )
        assert (found["totals"]["orders"], found["totals"]["sales"]) == figures


@pytest.mark.parametrize("zone", sorted(NAMED | set(sorted(zone_names())[::40])))
async def test_local_times_in_the_database_equal_those_of_python(portal: Portal, zone: str) -> None:
    """At every change of offset since 1990, just before it, and in between; within a range too."""
    starts = [at for at in all_periods(zone).starts if 1990 <= at.year < 2030]
    at = [datetime(1995, 6, 1, tzinfo=UTC), *starts, *(start - INSTANT for start in starts)]
    values = {"instants": at, **zone_values(zone)}
    query = compose(
        "select at, ",
        local_time("at"),
        "as local from unnest(:instants::timestamptz[]) as given (at)",
    )
    async with portal.db() as db:
        await db.execute("set timezone to 'Asia/Tokyo'")
        shown = {row["at"]: row["local"] for row in await fetch(db, query.bind(values))}
        late = [each for each in at if each.year >= 2000]
        days = Days(day_of(min(late, default=at[0]), zone), day_of(max(at), zone))
        values = {"instants": late, **zone_values(zone, days)}
        in_range = {row["at"]: row["local"] for row in await fetch(db, query.bind(values))}
        await db.execute("set timezone to 'UTC'")

    own = {each: each.astimezone(get_zone(zone)).replace(tzinfo=None) for each in at}
    assert shown == own
    assert in_range == {each: own[each] for each in late}


def test_day_whose_midnight_is_skipped_has_exact_bounds_and_offsets() -> None:
    """Of a day that begins at one o'clock, as the clocks skip midnight."""
    zone, day = "America/Havana", datetime(2026, 3, 8, tzinfo=UTC).date()
    first, after = Days(day, day).bounds(zone)
    assert (first, after - first) == (first_instant(day, zone), 23 * HOUR)
    values = zone_values(zone, Days(day, day))
    offsets = dict(zip(values["zone_starts"], values["zone_offsets"], strict=True))
    assert list(offsets.values()) == [-5 * HOUR, -4 * HOUR]


def test_offset_periods_of_a_time_zone_are_those_that_overlap_the_reports_range() -> None:
    zone = "Europe/London"
    found = offset_periods(
        zone, datetime(2026, 1, 1, tzinfo=UTC), datetime(2026, 12, 31, tzinfo=UTC)
    )
    assert [at.date().isoformat() for at in found.starts] == ["2026-01-01", "2026-03-29", "2026-10-25"]  # fmt: skip
    assert found.offsets == [timedelta(), HOUR, timedelta()]
    assert fingerprint(zone) != fingerprint("Europe/Paris")


class TestRecount:
    """Figures counted by other offsets, as before 0145 or by an older tzdata, are recalculated."""

    async def make_miscounted(self, portal: Portal, mark: str) -> Books:
        books = await orders_around(portal, *CASES["a rule of 2026"])
        async with portal.db() as db:
            await db.execute(
                "update publisher set time_zone = 'Etc/GMT+8' where publisher_id = $1",
                books.who.uid,
            )
            await rebuild_figures.later(db, RebuildFigures(books.who.uid, "Etc/GMT+8"))
        await portal.work()
        async with portal.db() as db:
            await db.execute(
                "update publisher set time_zone = $2, counted_by = $3 where publisher_id = $1",
                *(books.who.uid, VANCOUVER, mark),
            )
        return books

    @pytest.mark.parametrize("mark", ["", f"2 {VANCOUVER} 0123456789abcdef", "2 UTC x"])
    async def test_reconciliation_reports_miscounted_days_and_a_recount_repairs_them(
        self, portal: Portal, mark: str
    ) -> None:
        books = await self.make_miscounted(portal, mark)
        uid = books.who.uid
        async with portal.db() as db:
            *lines, reason = await check_publisher(db, uid)
            marks = {VANCOUVER: counting_mark(VANCOUVER)}
            found = await sql.network.publisher.find_miscounted(db, marks, 10_000)
        assert any("2026-11-20" in line for line in lines)
        assert "a worker recounts them" in reason
        assert uid in found
        assert await count_by_day(books, "date") != await count_by_day(books, "date", "country")

        async with portal.db() as db:
            await recount_figures.later(db, RecountFigures(uid))
        await portal.work()

        assert await count_by_day(books, "date") == sums_by_day(books)
        async with portal.db() as db:
            assert await check_publisher(db, uid) == []
            assert uid not in await sql.network.publisher.find_miscounted(db, marks, 10_000)

    async def test_recount_skips_publishers_whose_figures_are_current_or_being_rebuilt(
        self, portal: Portal
    ) -> None:
        books = await self.make_miscounted(portal, "")
        uid = books.who.uid
        now = portal.resources.clock.now()
        async with portal.db() as db:
            await sql.reports.figures.rebuild.start(db, uid, "Asia/Tokyo", 3, now)
            await recount_figures.later(db, RecountFigures(uid))
        await portal.work()
        async with portal.db() as db:
            assert await sql.reports.figures.rebuild.get_progress(db, uid) == (0, 3)
            assert await check_publisher(db, uid) != []
            await sql.reports.figures.rebuild.finish(db, uid, now)
            await db.execute(
                "update publisher set counted_by = $2 where publisher_id = $1",
                *(uid, counting_mark(VANCOUVER)),
            )
            await recount_figures.later(db, RecountFigures(uid))
        await portal.work()
        async with portal.db() as db:
            assert await check_publisher(db, uid) != []

    async def test_new_publisher_has_the_counting_mark_of_its_time_zone(
        self, portal: Portal
    ) -> None:
        async with portal.db() as db, db.transaction():
            uid = await sql.accounts.publisher.add(
                db, name="New", company=None, referer_uid=None, time_zone=VANCOUVER,
                now=portal.resources.clock.now(),
            )  # fmt: skip
            settings = await sql.accounts.publisher.get_report_settings(db, uid)
        assert settings.counted_by == counting_mark(VANCOUVER)

    async def test_figures_of_a_database_of_the_previous_release_are_recounted(
        self, make_database: MakeDatabase, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Its day of an order was the database's: the evening before."""
        url = make_database(empty=True)
        before = NAMES.index("0145_zones")
        migrate_part(url, NAMES[:before], tmp_path, monkeypatch)
        execute(
            url,
            *FILLED,
            f"update publisher set time_zone = '{VANCOUVER}' where publisher_id = 7",
            "update conversion set order_time = '2026-11-20 07:30Z' where publisher_id = 7",
            "update click set click_time = '2026-11-20 07:30Z' where publisher_id = 7",
            "update rollup set day = '2026-11-19' where publisher_id = 7",
        )
        migrate(url)
        pool = await open_pool(url)
        try:
            async with pool.acquire() as db:
                marks = {VANCOUVER: counting_mark(VANCOUVER)}
                assert await sql.network.publisher.find_miscounted(db, marks, 10_000) == [7]
                assert await find_differences(db, 7) != []
                months = await sql.reports.figures.rebuild.find_months(db, 7)
                counted = {
                    month: await sql.reports.figures.rebuild.count_month(db, 7, VANCOUVER, month)
                    for month in months
                }
                async with db.transaction():
                    await sql.reports.figures.rebuild.switch(db, 7, VANCOUVER, counted)
                assert await find_differences(db, 7) == []
                days = await db.fetch("select distinct day from rollup where grain = 'day'")
                assert [str(day) for (day,) in days] == ["2026-11-20"]
                assert await sql.network.publisher.find_miscounted(db, marks, 10_000) == []
        finally:
            await pool.close()


def test_day_of_a_time_zone_ends_where_the_next_begins() -> None:
    for zone, at in CASES.values():
        for shift in range(-3, 4):
            day = day_of(at, zone) + shift * ONE_DAY
            first, after = Days(day, day).bounds(zone)
            assert after == first_instant(day + ONE_DAY, zone)
            assert first == after or day_of(first, zone) == day
            assert first == after or day_of(after - INSTANT, zone) == day
