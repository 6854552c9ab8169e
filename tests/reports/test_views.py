"""Saved views: private, named, one default per report, mailed in the publisher's time zone."""

import re
from datetime import UTC, datetime, timedelta
from typing import Any
from urllib.parse import parse_qsl, urlsplit
from zoneinfo import ZoneInfo

import pytest

from handlers.reports.saved_views import mail_view
from rpc import Code, Rule
from rpc.calls.context import Worker
from schema.reports.saved_view import Mailed, MailView, ViewDays
from schema.reports.saved_view_schedule import next_mail
from tests.support.accounts.mails import mails_to
from tests.support.orders.orders import deal
from tests.support.orders.settling import earn
from tests.support.portal import Portal, Someone

DAYS = {"start_date": "2026-10-01", "end_date": "2026-10-31"}


async def save(portal: Portal, who: Someone, **changes: Any) -> dict[str, Any]:
    given = {"report": "performance", "name": "By brand", "filter": DAYS} | changes
    found: dict[str, Any] = await portal.ok("/reports/view_save", who, attributes=given)
    return found


async def views_of(portal: Portal, who: Someone, **filter: Any) -> list[dict[str, Any]]:
    return list((await portal.ok("/reports/view_list", who, filter=filter))["list"])


async def refuse(portal: Portal, code: Code, who: Someone, **changes: Any) -> Any:
    given = {"report": "performance", "name": "By brand", "filter": DAYS} | changes
    reply = await portal.post("/reports/view_save", who, attributes=given)
    assert reply.code == code.number, reply.message
    return reply.data


async def mail(portal: Portal, who: Someone, view: dict[str, Any], at: datetime) -> None:
    async with portal.db() as db, db.transaction():
        await db.execute(
            "update saved_view set mail_at = $2, mail_after = $2::timestamptz - interval '40 days'"
            " where publisher_id = $1 and view_id = $3",
            *(who.uid, at, view["id"]),
        )
        worker = Worker(db=db, now=at, resources=portal.resources, attempt=1)
        await mail_view.handler(worker, MailView(who.uid, view["id"]))
    await portal.work()


class TestSavedViews:
    async def test_saved_view_is_listed_with_its_relative_days_as_of_today(
        self, portal: Portal
    ) -> None:
        alice = await portal.someone()
        made = await save(portal, alice, filter={"group_by": ["brand"]}, days="last_7")
        today = portal.resources.clock.now().astimezone(ZoneInfo("UTC")).date()
        assert made["filter"] == {
            "group_by": ["brand"],
            "start_date": str(today - timedelta(days=6)),
            "end_date": str(today),
        }
        assert (made["out_of_date"], made["next_mail_at"]) == (False, None)
        assert await views_of(portal, alice) == [made]
        assert await views_of(portal, alice, report="clicks") == []

    async def test_saved_view_without_a_filter_keeps_only_the_dates(self, portal: Portal) -> None:
        who = await portal.someone()
        given = {"report": "performance", "name": "All", "days": "this_year"}
        made = await portal.ok("/reports/view_save", who, attributes=given)
        assert (made["filter"].keys(), made["out_of_date"]) == ({"start_date", "end_date"}, False)

    async def test_report_has_one_default_saved_view(self, portal: Portal) -> None:
        alice = await portal.someone()
        first = await save(portal, alice, is_default=True)
        await save(portal, alice, report="transactions", name="All", is_default=True)
        second = await save(portal, alice, name="Another", is_default=True)
        assert [(row["id"], row["is_default"]) for row in await views_of(portal, alice, report="performance")] == [
            (second["id"], True), (first["id"], False),
        ]  # fmt: skip

    async def test_saved_view_is_changed_and_deleted_only_by_its_owner(
        self, portal: Portal
    ) -> None:
        alice, bob = await portal.someone(), await portal.someone()
        made = await save(portal, alice)
        await refuse(portal, Code.NOT_FOUND, bob, id=made["id"])
        given = {"id": made["id"]}
        await portal.refuses(Code.NOT_FOUND, "/reports/view_del", bob, attributes=given)
        assert await views_of(portal, bob) == []

        changed = await save(portal, alice, id=made["id"], name="Renamed", filter=None)
        assert (changed["id"], changed["name"], changed["filter"]) == (made["id"], "Renamed", DAYS)
        await portal.ok("/reports/view_del", alice, attributes=given)
        assert await views_of(portal, alice) == []

    async def test_name_of_a_saved_view_is_unique_per_report(self, portal: Portal) -> None:
        alice = await portal.someone()
        await save(portal, alice)
        data = await refuse(portal, Code.REQUEST_INVALID, alice)
        assert data["field"] == "attributes.name"
        await save(portal, alice, report="clicks")

    @pytest.mark.parametrize(
        ("changes", "code"),
        [
            ({"filter": {}}, "START_DATE_MISSING"),
            ({"filter": DAYS | {"end_date": "2026-09-01"}}, "DATES_REVERSED"),
            ({"filter": DAYS | {"mcids": ["nobody"]}}, "BRAND_UNKNOWN"),
            ({"filter": DAYS | {"site_ids": [9**9]}}, "SITE_INVALID"),
            ({"filter": DAYS | {"moon": 1}}, "REQUEST_INVALID"),
            ({"days": "last_7"}, "REQUEST_INVALID"),
            ({"report": "links"}, "REQUEST_INVALID"),
        ],
        ids=str,
    )
    async def test_saved_view_with_an_invalid_filter_is_refused(
        self, portal: Portal, changes: dict[str, Any], code: str
    ) -> None:
        given = {"report": "performance", "name": "x", "filter": DAYS} | changes
        reply = await portal.post("/reports/view_save", await portal.someone(), attributes=given)
        expected = 20111 if code == "START_DATE_MISSING" else Code[code].number
        assert reply.code == expected, reply.message

    async def test_outdated_saved_view_is_marked_and_not_mailed(self, portal: Portal) -> None:
        alice = await portal.someone()
        made = await save(portal, alice, mailed="week")
        async with portal.db() as db:
            await db.execute(
                'update saved_view set filter = filter || \'{"group_by": ["moon"]}\'::jsonb'
                " where publisher_id = $1",
                alice.uid,
            )
        [row] = await views_of(portal, alice)
        assert row["out_of_date"] is True
        await refuse(portal, Code.VIEW_OUT_OF_DATE, alice, id=made["id"], filter=None)

        await mail(portal, alice, made, portal.resources.clock.now())
        assert not mails_to(portal, alice.email, subject="By brand")

        assert (await save(portal, alice, id=made["id"]))["out_of_date"] is False

    async def test_number_of_saved_views_is_limited(self, portal: Portal) -> None:
        alice = await portal.someone()
        await save(portal, alice)
        async with portal.db() as db:
            await db.execute(
                "insert into saved_view (publisher_id, account_id, report, name, filter, is_default, mailed,"
                " mail_after, created_at) select publisher_id, account_id, report, n::text, filter, false,"
                " 'never', mail_after, created_at from saved_view, generate_series(1, 49) n"
                " where publisher_id = $1",
                alice.uid,
            )
        data = await refuse(portal, Code.REQUEST_INVALID, alice, name="One more")
        assert data == {"field": "attributes.name", "rule": Rule.FULL, "limit": 50}


class TestMails:
    async def test_mail_of_a_saved_view_has_the_totals_of_the_screen_and_leads_to_the_download(
        self, portal: Portal
    ) -> None:
        it = await deal(portal, currency="EUR", publisher={"currency": "EUR"})
        await earn(it, "300.00", "100.50", currency="EUR")
        now = portal.resources.clock.now()
        days = {"start_date": "2025-01-01", "end_date": "2027-12-31"}
        view = await save(portal, it.who, filter=days | {"group_by": ["date"]}, mailed="month")
        screen = await portal.ok("/reports/performance", it.who, filter=days)

        await mail(portal, it.who, view, now)

        [body] = mails_to(portal, it.who.email, subject="By brand")
        totals = screen["totals"]
        assert totals["orders"] == 2
        assert "Orders: 2" in body
        assert f"Commission: EUR\u00a0{totals['commission']}" in body
        assert "/downloads" in body
        assert "/files/" not in body
        [made] = (await portal.ok("/common/download_list", it.who))["list"]
        assert made["status"] == 2
        [row] = await views_of(portal, it.who)
        assert row["next_mail_at"] > view["next_mail_at"] or row["next_mail_at"] > str(now)

    async def test_mail_of_a_saved_view_compares_four_totals_with_the_preceding_period(
        self, portal: Portal
    ) -> None:
        it = await deal(portal, currency="EUR", publisher={"currency": "EUR"})
        await earn(it, "300.00", "100.50", currency="EUR")
        now = portal.resources.clock.now()
        view = await save(portal, it.who, filter={}, days="last_7", mailed="week")

        await mail(portal, it.who, view, now)
        await mail(portal, it.who, view, now + timedelta(days=7))

        first, second = mails_to(portal, it.who.email, subject="By brand")
        assert [line.partition(": ")[0] for line in first.splitlines() if ": " in line][:4] == [
            *("Clicks", "Orders", "Sales", "Commission")
        ]
        assert "Commission: EUR\u00a040.05, EUR\u00a00.00 before" in first
        assert "Orders: 0, down 100 % from 2" in second
        earlier = (now - timedelta(days=6)).date(), now.date()
        days = [f"{day.day} {day:%b %Y}" for day in earlier]
        assert re.search(rf"Compared with {days[0]} to {days[1]}(, \d\d:\d\d)?\.", second)

    async def test_link_in_a_mailed_view_opens_it_with_its_filter(self, portal: Portal) -> None:
        it = await deal(portal)
        filter = {"group_by": ["brand", "date"], "mcids": [it.brand.mcid], "uid1": "1"}
        view = await save(portal, it.who, filter=filter, days="yesterday", mailed="week")
        now = portal.resources.clock.now()

        await mail(portal, it.who, view, now)

        [body] = mails_to(portal, it.who.email, subject="By brand")
        [address] = re.findall(r"See the whole view: (\S+)", body)
        day = str((now - timedelta(days=1)).date())
        assert urlsplit(address).path == "/reports/performance"
        assert dict(parse_qsl(urlsplit(address).query)) == {
            "start_date": day,
            "end_date": day,
            "mcids": it.brand.mcid,
            "uid1": '"1"',
            "group_by": "brand,date",
            "status": "all",
            "date_basis": "order",
        }

    @pytest.mark.parametrize("report", ["transactions", "clicks"])
    async def test_saved_views_of_orders_and_clicks_are_mailed_once(
        self, portal: Portal, report: str
    ) -> None:
        alice = await portal.someone()
        now = portal.resources.clock.now()
        view = await save(portal, alice, report=report, mailed="week")
        await mail(portal, alice, view, now)
        async with portal.db() as db:
            worker = Worker(db=db, now=now, resources=portal.resources, attempt=1)
            await mail_view.handler(worker, MailView(alice.uid, view["id"]))
        await portal.work()
        assert len(mails_to(portal, alice.email, subject="By brand")) == 1

    @pytest.mark.parametrize(
        ("mailed", "after", "zone", "expected"),
        [
            ("week", "2026-11-23T05:59Z", "UTC", "2026-11-23T06:00Z"),
            ("week", "2026-11-23T06:00Z", "UTC", "2026-11-30T06:00Z"),
            ("month", "2026-11-30T23:00Z", "Asia/Tokyo", "2027-01-01T06:00+09:00"),
            ("week", "2026-03-28T12:00Z", "Europe/Berlin", "2026-03-30T04:00Z"),
            ("month", "2026-12-01T12:00Z", "America/New_York", "2027-01-01T11:00Z"),
        ],
    )
    def test_mail_of_a_saved_view_is_due_at_six_in_the_publishers_time_zone(
        self, mailed: str, after: str, zone: str, expected: str
    ) -> None:
        found = next_mail(Mailed(mailed), datetime.fromisoformat(after), zone)
        if zone == "Asia/Tokyo":
            assert found == datetime(2026, 11, 30, 21, tzinfo=UTC) + timedelta(days=31)
        else:
            assert found == datetime.fromisoformat(expected)


@pytest.mark.parametrize(
    ("days", "expected"),
    [
        ("today", ("2026-03-01", "2026-03-01")),
        ("yesterday", ("2026-02-28", "2026-02-28")),
        ("last_7", ("2026-02-23", "2026-03-01")),
        ("last_30", ("2026-01-31", "2026-03-01")),
        ("last_90", ("2025-12-02", "2026-03-01")),
        ("this_month", ("2026-03-01", "2026-03-01")),
        ("last_month", ("2026-02-01", "2026-02-28")),
        ("last_quarter", ("2025-10-01", "2025-12-31")),
        ("this_year", ("2026-01-01", "2026-03-01")),
    ],
)
def test_relative_days_of_a_saved_view_are_resolved_to_dates(
    days: str, expected: tuple[str, str]
) -> None:
    found = ViewDays(days).as_of(datetime(2026, 3, 1, tzinfo=UTC).date())
    assert (str(found.start), str(found.end)) == expected
