"""The demonstration data: a year, made once, whose sums agree."""

import os
import re
from collections.abc import AsyncIterator
from datetime import datetime, timedelta
from decimal import Decimal
from zoneinfo import ZoneInfo

import pytest

import handlers.demo.demonstration
import sql.network.payment
from handlers.demo.people.people import ZONE
from handlers.network.money.reconcile import check_publisher
from schema.orders.order_case import CaseState
from schema.reports.alert import AlertKind
from schema.reports.why.answer import WhyVerdict
from sql.reports.figures.reconcile import find_differences
from tests.conftest import MakeDatabase
from tests.support.orders.settling import run_job
from tests.support.payments.demo_figures import check_figures_agree
from tests.support.payments.demo_payments import check_documents, check_staff_work
from tests.support.portal import Portal, Someone
from tests.support.process.demo_times import TIMES
from tests.support.reports.why_demo import check_missing, check_orders
from tests.support.server import serve


@pytest.fixture(scope="module")
async def portal(
    make_database: MakeDatabase, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[Portal]:
    """A portal of its own, with the demonstration data."""
    async with serve(make_database(), tmp_path_factory.mktemp("demo")) as running:
        assert await handlers.demo.demonstration.fill(running.resources)
        yield running


@pytest.fixture(scope="module")
async def demo(portal: Portal) -> Someone:
    given = {"account": "demo@example.com", "password": "publisher-demo-pass"}
    signed_in = await portal.ok("/auth/sign_in", attributes=given)
    profile = await portal.ok("/user/profile", signed_in["token"])
    return Someone(
        token=signed_in["token"], uid=profile["uid"], site_id=profile["default_site"]["id"]
    )


class TestDemonstrationData:
    async def test_bookkeeper_switches_between_two_publishers(self, portal: Portal) -> None:
        given = {"account": "finance@example.com", "password": "publisher-demo-pass"}
        token = (await portal.ok("/auth/sign_in", attributes=given))["token"]
        here, there = (await portal.ok("/user/publishers", token))["list"]
        assert [(each["name"], each["role"], each["current"]) for each in (here, there)] == [
            ("Aldgate Reviews", "finance", False),
            ("Kettle and Keel Media Ltd", "finance", True),
        ]
        to = {"uid": here["uid"]}
        token = (await portal.ok("/user/publisher_switch", token, attributes=to))["token"]
        assert Decimal((await portal.ok("/home/dashboard", token))["totals"]["sales"]) > 0
        members = (await portal.ok("/user/team_list", token))["members"]
        assert sorted(each["role"] for each in members) == ["finance", "owner"]

    async def test_demonstration_has_postbacks_of_each_state_with_deliveries_of_a_week(
        self, portal: Portal, demo: Someone
    ) -> None:
        rows = (await portal.ok("/postback/list", demo))["list"]
        assert {(row["state"], row["state_reason"]) for row in rows} == {
            ("active", None),
            ("paused", None),
            ("auto_paused", "failing"),
            ("auto_paused", "gone"),
        }
        assert all(row["delivered"] + row["waiting"] > 0 for row in rows)
        assert [row["waiting"] for row in rows if row["state"] == "active"] == [0, 0]
        log = await portal.ok("/postback/deliveries", demo, page={"perPage": 1000})
        assert {row["state"] for row in log["list"]} == {"delivered", "waiting"}

    async def test_demonstration_has_api_tokens_used_expiring_and_never_used(
        self, portal: Portal, demo: Someone
    ) -> None:
        rows = (await portal.ok("/common/token_list", demo))["list"]
        assert [row["last_used_at"] is None for row in rows] == [True, False, False]
        soon = portal.resources.clock.now() + timedelta(days=7)
        ends = [row["expires_at"] and datetime.fromisoformat(row["expires_at"]) for row in rows]
        assert [bool(end and end < soon) for end in ends] == [False, True, False]
        assert demo.site_id in {row["site_id"] for row in rows}

    async def test_watch_detects_each_kind_of_fault_in_the_demonstration(
        self, portal: Portal, demo: Someone
    ) -> None:
        await portal.work()
        rows = (await portal.ok("/reports/alerts", demo, page={"perPage": 100}))["list"]
        assert {row["kind"] for row in rows} == {*AlertKind}
        figures = [row for row in rows if row["expected"] is not None]
        assert all(row["seen"] < 0.7 * row["expected"] for row in figures)
        assert all(row["money_at_risk"] is not None for row in figures)

    async def test_why_explains_the_demonstrations_orders_as_they_are_stored(
        self, portal: Portal, demo: Someone
    ) -> None:
        most = int(os.environ.get("WHY_SITUATIONS", "120"))
        seen = await check_orders(portal, demo, most)

        assert len(seen) >= 6, seen
        assert {"DECLINED", "DECLINED_WITHOUT_REASON", "PENDING", "PAID"} <= seen.keys()

    async def test_why_answers_about_each_kind_of_missing_order_in_the_demonstration(
        self, portal: Portal, demo: Someone
    ) -> None:
        verdicts = await check_missing(portal, demo)

        expected = {
            "WHY-LATER-CLICK": WhyVerdict.LATER_CLICK_OR_CODE,
            "WHY-LINK-ALONE": WhyVerdict.REPORTED_WITHOUT_CLICK,
            "WHY-NO-CLICK": WhyVerdict.REPORTED_WITHOUT_CLICK,
            "WHY-OTHER-CHANNEL": WhyVerdict.OTHER_CHANNEL,
            "WHY-DECLINED": WhyVerdict.OTHER_CHANNEL,
            "WHY-TOO-LATE": WhyVerdict.REPORT_REFUSED,
        }
        assert len(verdicts) >= 5
        assert verdicts == {name: expected[name] for name in verdicts}

    async def test_both_demo_accounts_sign_in(self, portal: Portal, demo: Someone) -> None:
        profile = await portal.ok("/user/profile", demo)
        given = {"account": "operator", "password": "operator-demo-pass"}
        operator = await portal.ok("/auth/sign_in", attributes=given)

        assert (profile["email_verified"], profile["currency"]) == (True, "GBP")
        assert profile["time_zone"] == "Europe/London"
        assert (await portal.ok("/network/brands", operator["token"]))["total"] >= 40

    async def test_each_publisher_of_the_demonstration_has_an_owner(self, portal: Portal) -> None:
        query = """
            select array_agg(name) from publisher p
             where publisher_id <> 0 and is_live(publisher_id)
               and not exists (select from account a where a.publisher_id = p.publisher_id and a.role = 'owner')
            """
        assert await portal.value(query) is None

    async def test_demonstrations_daily_figures_match_its_orders_and_clicks(
        self, portal: Portal, demo: Someone
    ) -> None:
        async with portal.db() as db:
            assert await find_differences(db, demo.uid) == []

    async def test_demonstrations_payment_batch_pays_nothing_before_the_scheduled_day(
        self, portal: Portal, demo: Someone
    ) -> None:
        now = portal.resources.clock.now()
        balance = await portal.ok("/payments/balance", demo)
        async with portal.db() as db:
            due = await sql.network.payment.find_scheduled(db, now.date(), "UTC", 10)

        assert balance["schedule_day"] == 15
        assert due == [] or now.day == balance["schedule_day"]

    async def test_demonstrations_money_of_the_year_reconciles(
        self, portal: Portal, demo: Someone
    ) -> None:
        async with portal.db() as db:
            assert await check_publisher(db, demo.uid) == []
        payments = (await portal.ok("/payments/summary", demo))["list"]
        states = [each["status"] for each in payments]
        assert states[0] == "requested"
        assert states.count("paid") >= 6
        failed = "select payment_id from ledger where kind = 'failed'"
        paid = f"select count(*) from payment where state = 'paid' and payment_id in ({failed})"
        assert await portal.value(paid) > 0
        cases = (await portal.ok("/reports/case_list", demo))["list"]
        assert {case["state"] for case in cases} == {*CaseState}
        await check_documents(portal, demo, payments)
        await check_staff_work(portal, demo)

    async def test_demonstration_has_no_past_event_in_the_future(self, portal: Portal) -> None:
        now = portal.resources.clock.now()
        latest = {
            f"{table}.{column}": await portal.value(f"select max({column}) from {table}")
            for table, columns in TIMES.items()
            for column in columns
        }

        assert [name for name, at in latest.items() if at is None] == []
        today = now.astimezone(ZoneInfo(ZONE)).date()
        for name, at in latest.items():
            assert at <= (now if isinstance(at, datetime) else today), name
        oldest = await portal.value("select min(at) from event")
        assert oldest > now - timedelta(days=30, hours=1)

    async def test_demonstration_test_checks_every_column_of_past_times(
        self, portal: Portal
    ) -> None:
        ahead = {
            "expected_validation_date",
            "expires_at",
            "starts_at",
            "ends_at",
            "mail_at",
            "pay_on",
            "trusted_from",
        }
        not_made = {
            *("ended_at", "deleted_at", "locked_at", "closed_at"),
            *("two_step_at", "secret_shown_at", "old_secret_until", "made_at", "next_ask_at"),
            *("previous_until", "revoked_at", "factor_reset_at"),
        }
        async with portal.db() as db:
            rows = await db.fetch(
                "select table_name, column_name from information_schema.columns"
                " where table_schema = 'public' and data_type in ('date', 'timestamp with time zone')"
                " and table_name = any($1)",
                list(TIMES),
            )

        known = {(table, column) for table, columns in TIMES.items() for column in columns}
        assert {tuple(row) for row in rows if row[1] not in ahead | not_made} == known

    async def test_demo_year_is_complete_and_ends_today(
        self, portal: Portal, demo: Someone
    ) -> None:
        async with portal.db() as db:
            days = await db.fetchrow(
                "select min(day), max(day), count(*) filter (where clicks > 0) from rollup"
                " where publisher_id = $1 and grain = 'day'",
                demo.uid,
            )
            orders, clicks = await db.fetchrow(
                "select (select count(*) from conversion where publisher_id = $1),"
                " (select count(*) from click where publisher_id = $1)",
                demo.uid,
            )
            last = await db.fetchval("select max(click_time) from click")

        assert days[1] - days[0] > timedelta(days=360)
        assert days[2] > 300
        assert last > portal.resources.clock.now() - timedelta(days=1)
        assert 6_000 < orders < 12_000
        assert 8 <= clicks / orders <= 20

    async def test_statuses_of_the_demonstrations_items_match_their_age(
        self, portal: Portal
    ) -> None:
        rows = "select count(*) from conversion_item where "
        undecided = await portal.value(
            "select count(*) from conversion_item join conversion using (publisher_id, oid) join brand using (mid)"
            " where conversion_item.status = 'Pending' and expected_validation_date < $1"
            " and after_validation <> 'hold'",
            portal.resources.clock.now() - timedelta(days=3),
        )
        decided = await portal.value(rows + "status <> 'Pending'")
        rejected = await portal.value(rows + "status = 'Rejected'")
        without_reason = await portal.value(
            rows + "(status = 'Rejected') <> (reason_code is not null)"
        )
        reasons = await portal.value("select count(distinct reason_code) from conversion_item")

        assert (undecided, without_reason) == (0, 0)
        assert 0.1 < rejected / decided < 0.3
        assert reasons >= 8

    async def test_demonstrations_brands_keep_nine_of_ten_expected_dates(
        self, portal: Portal, demo: Someone
    ) -> None:
        await run_job(portal, "/payments/record_dates")
        async with portal.db() as db:
            rows = await db.fetch(
                "select kind, sum(dates) as told,"
                "       sum(dates) filter (where abs(least(came_on, $2::date) - expected_on) <= 3) as kept"
                "  from expected_date where publisher_id = $1 and (came_on < 'infinity' or expected_on < $2::date - 3)"
                " group by kind order by kind",
                *(demo.uid, portal.resources.clock.now().date()),
            )

        assert [row["kind"] for row in rows] == [1, 2, 3]
        assert [row["kind"] for row in rows if row["kept"] < 0.9 * row["told"]] == []

    async def test_demonstrations_applications_show_how_long_brands_take_to_answer(
        self, portal: Portal, demo: Someone
    ) -> None:
        rows = (await portal.ok("/brands/applications", demo, filter={"status": 1}))["list"]

        assert {row["mcid"] for row in rows} == {"lantern-finance", "arch-and-alpine"}
        assert {row["usual_answer"]["source"] for row in rows} == {"all"}

    async def test_history_of_each_order_in_the_demonstration_starts_after_its_click(
        self, portal: Portal
    ) -> None:
        """The history leads from the first amount to the one that stands, and no click follows its order."""
        wrong = await portal.value(
            """
            select count(*) from conversion
              join (select oid, sum(delta_amount) as amount, min(at) as first, max(at) as last
                      from conversion_history group by oid) as told using (oid)
             where told.amount <> sale_amount or told.first <> created_at or told.last <> updated_at
                or click_time > order_time or order_time > created_at
            """,
        )
        strangers = await portal.value(
            "select count(*) from conversion left join click using (publisher_id, click_id, click_time)"
            " where conversion.click_id is not null and (click.mid, click.link_id, click.verdict)"
            " is distinct from (conversion.mid, conversion.link_id, 'valid')",
        )

        assert (wrong, strangers) == (0, 0)

    async def test_demonstrations_clicks_have_every_verdict_and_lie_in_monthly_partitions(
        self, portal: Portal
    ) -> None:
        verdicts = await portal.value("select count(distinct verdict) from click")
        elsewhere = await portal.value("select count(*) from click_other")

        assert (verdicts, elsewhere) == (4, 0)

    async def test_demonstrations_brands_have_every_relationship_status(
        self, portal: Portal, demo: Someone
    ) -> None:
        found = {
            status: (await portal.ok("/brands/find", demo, filter={"status": status}))["total"]
            for status in range(5)
        }
        facets = await portal.ok("/brands/facets", demo)

        assert sum(found.values()) >= 25
        assert found[0] >= 5
        assert found[2] >= 20
        assert len(facets["categories"]) >= 12
        undecided = "select count(*) from relationship where status in (1, 3, 4)"
        assert await portal.value(undecided) >= 3
        assert await portal.value("select count(*) from brand where status <> 'online'") >= 3
        assert await portal.value("select count(distinct currency) from brand") >= 3
        assert await portal.value("select count(*) from brand where epc > 0") >= 20

    async def test_filling_the_demonstration_again_changes_nothing(self, portal: Portal) -> None:
        tables = (*TIMES, "kept_key")
        before = [await portal.value(f"select count(*) from {table}") for table in tables]

        made = await handlers.demo.demonstration.fill(portal.resources)

        assert not made
        assert [await portal.value(f"select count(*) from {t}") for t in tables] == before

    async def test_every_screen_and_file_of_the_demonstration_matches_its_rows(
        self, portal: Portal, demo: Someone
    ) -> None:
        """Dashboard, reports, API, exports, mailed view and payments' proof, each added up anew (issue 16)."""
        await check_figures_agree(portal, demo, ZONE)

    async def test_link_of_the_demonstration_leads_to_its_shop(
        self, portal: Portal, demo: Someone
    ) -> None:
        shop = "http://portal.test/demo/shop/leaf-and-kettle"
        [link, *_] = (await portal.ok("/tools/links", demo, page={"perPage": 5}))["list"]

        made = await portal.ok(
            "/tools/link_code",
            demo,
            attributes={"mcid": "leaf-and-kettle", "target_url": shop},
        )

        assert link["target_url"].startswith("http://portal.test/demo/shop/")
        assert re.fullmatch("[0-9a-f]{32}", await portal.click(made["code"]))
