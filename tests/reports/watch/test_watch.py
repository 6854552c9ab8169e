"""The watch on a database: what it raises, with cause and money, and when it closes by itself."""

from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest

from schema.reports.alert import AlertCause, AlertKind, NextStep
from tests.support.accounts.mails import mails_to
from tests.support.portal import Portal
from tests.support.reports.watched import CLICKS, ORDERS, PAST, Watched, look, make_watched

STOPPED, FALLEN = AlertKind.TRACKING_STOPPED, AlertKind.CONVERSION_FALLEN


async def stop(portal: Portal, **publisher: Any) -> Watched:
    """A brand whose orders have been missing for two days and the hours of today."""
    it = await make_watched(portal, **publisher)
    await it.live(range(3, PAST))
    await it.live(range(3), orders=0)
    return it


async def events(it: Watched) -> list[tuple[str, str, str]]:
    found = await it.it.portal.ok("/reports/events", it.it.who, page={"perPage": 100})
    return [
        (row["event_name"], row["reason_code"], row["mcid"])
        for row in found["list"]
        if row["event_name"].startswith("alert.")
    ]


class TestStops:
    async def test_stop_alert_is_raised_once_with_money_event_and_mail(
        self, portal: Portal
    ) -> None:
        it = await stop(portal)

        await look(portal)
        await it.forget_day()
        await look(portal)

        [alert] = await it.alerts()
        assert (alert["kind"], alert["mcid"], alert["site_id"]) == (
            STOPPED,
            it.it.brand.mcid,
            it.it.who.site_id,
        )
        assert alert["seen"] == 0
        assert 1.5 * ORDERS < alert["expected"] < 3.5 * ORDERS
        assert alert["chance"] < 1e-6
        risk = alert["money_at_risk"]
        assert 100 < float(risk["low"]) < 5 * alert["expected"] < float(risk["high"])
        assert float(risk["day_high"]) < float(risk["high"])
        assert (alert["cause"], alert["next_step"]) == (
            AlertCause.NOTHING_FOUND,
            NextStep.TEST_LINKS,
        )
        assert alert["next_page"] == (
            f"/tools/link-generator?brand={it.it.brand.mcid}&channel={it.it.who.site_id}#links"
        )
        assert await events(it) == [("alert.raised", "tracking_stopped", it.it.brand.mcid)]
        [mail] = mails_to(portal, it.it.who.email)
        assert "No orders arrive any more" in mail
        assert "GBP" not in mail, "sums only for those who chose them"

    async def test_stop_within_a_day_is_detected_by_clicks_since_the_last_order(
        self, portal: Portal
    ) -> None:
        it = await make_watched(portal)
        await it.live(range(PAST))
        await look(portal)
        assert await it.alerts() == []
        async with portal.db() as db:
            await db.execute(
                "delete from conversion where publisher_id = $1 and order_time > $2",
                *(it.it.who.uid, it.now - timedelta(hours=26)),
            )
        await look(portal)

        [alert] = await it.alerts()
        assert alert["kind"] == STOPPED
        assert alert["evidence"]["last_order_at"] == alert["since"]

    async def test_stop_alert_is_closed_once_orders_have_recovered(self, portal: Portal) -> None:
        it = await stop(portal)
        await look(portal)
        async with portal.db() as db:
            await db.execute(
                "update click set click_time = click_time - interval '30 hours' where publisher_id = $1",
                it.it.who.uid,
            )
        rows = [
            it.click_row(it.now - timedelta(hours=5) + n * timedelta(minutes=1), n)
            for n in range(250)
        ]
        async with portal.db() as db:
            await db.copy_records_to_table("click", records=rows, columns=COLUMNS)
            ago = [timedelta(minutes=290 - 20 * n) for n in range(12)]
            await it.add_orders(db, [(it.now - each, Decimal(5)) for each in ago])

        await look(portal)

        assert await it.alerts() == []
        [alert] = await it.alerts(state="closed")
        assert alert["closed_by"] == "recovered"
        assert [name for name, *_ in await events(it)] == ["alert.raised", "alert.closed"]

    async def test_stop_alert_names_a_broken_link_or_a_paused_brand_as_cause(
        self, portal: Portal
    ) -> None:
        broken, paused = await stop(portal), await stop(portal)
        async with portal.db() as db:
            await db.execute(
                "insert into link_check (publisher_id, link_id, found, type, state, first_seen_at, next_check_at)"
                " values ($1, $2, 6, 6, 'open', $3, $3)",
                *(broken.it.who.uid, broken.it.link_id, broken.now - timedelta(days=2)),
            )
            await db.execute(
                "update brand set status = 'paused' where mid = $1", paused.it.brand.mid
            )

        await look(portal)

        [alert] = await broken.alerts(kind=STOPPED)
        assert (alert["cause"], alert["next_page"]) == (
            AlertCause.LINK_BROKEN,
            f"/tools/broken-links?brand={broken.it.brand.mcid}&channel={broken.it.who.site_id}",
        )
        assert alert["evidence"]["links"] == 1
        [alert] = await paused.alerts(kind=STOPPED)
        assert (alert["cause"], alert["next_step"]) == (
            AlertCause.BRAND_PAUSED,
            NextStep.CHOOSE_BRAND,
        )

    async def test_stop_alert_names_the_brand_as_cause_if_it_reports_no_orders_of_any_publisher(
        self, portal: Portal
    ) -> None:
        it = await stop(portal)
        other = await make_watched(portal, it.it.brand)
        await other.live(range(4, PAST), orders=5)
        async with portal.db() as db:
            await db.execute("delete from brand_rhythm")

        await look(portal)

        [alert] = await it.alerts()
        assert (alert["cause"], alert["next_step"]) == (
            AlertCause.BRAND_SILENT,
            NextStep.WAIT_FOR_BRAND,
        )
        assert alert["evidence"]["last_report_at"] is not None


class TestFalls:
    async def test_conversion_alert_is_raised_and_closed_after_three_days_in_range(
        self, portal: Portal
    ) -> None:
        it = await make_watched(portal)
        await it.live(range(8, PAST))
        await it.live(range(8), orders=6)
        await look(portal)

        [alert] = await it.alerts()
        assert (alert["kind"], alert["evidence"]["days"]) == (FALLEN, 7)
        assert (alert["seen"], round(alert["expected"], -1)) == (42, 140)

        async with portal.db() as db:
            await db.execute(
                "update alert set found_at = found_at - interval '3 days' where publisher_id = $1",
                it.it.who.uid,
            )
        await it.live(range(1, 4), clicks=0, orders=14)
        await it.forget_day()
        await look(portal)
        assert (await it.alerts(state="closed"))[0]["closed_by"] == "recovered"

    async def test_fall_at_all_publishers_of_a_brand_raises_no_alert(self, portal: Portal) -> None:
        it = await make_watched(portal)
        others = [await make_watched(portal, it.it.brand) for _ in range(5)]
        for each in (it, *others):
            await each.live(range(8, PAST))
            await each.live(range(8), orders=6)

        await look(portal)

        assert [await each.alerts() for each in (it, *others)] == [[]] * 6
        operator = await portal.operator()
        [shared] = (
            await portal.ok("/network/alerts", operator, filter={"mcid": it.it.brand.mcid})
        )["list"]
        assert (shared["kind"], shared["cause"], shared["publishers"]) == (
            FALLEN,
            AlertCause.EVERYBODY,
            6,
        )
        assert shared["task"]["state"] == "open"

        for each in (it, *others):
            await each.forget_day()
            async with portal.db() as db:
                await db.execute(
                    "update rollup set clicks = clicks / 4 where publisher_id = $1 and day >= $2",
                    each.it.who.uid,
                    (each.now - timedelta(days=7)).date(),
                )
        await look(portal)
        found = await portal.ok("/network/alerts", operator, filter={"mcid": it.it.brand.mcid})
        assert found["list"] == [], "told until it is over"

    async def test_brand_with_few_orders_is_marked_as_too_few_and_raises_no_alert(
        self, portal: Portal
    ) -> None:
        it = await make_watched(portal)
        await it.live(range(0, PAST, 3), clicks=100, orders=1)
        await look(portal)

        row = (await it.it.rows("watch_baseline"))[0]
        assert row["too_few"]
        assert await it.alerts() == []

    async def test_channel_without_clicks_raises_an_alert(self, portal: Portal) -> None:
        it = await make_watched(portal)
        await it.live(range(2, PAST), orders=0)
        await it.live(range(2), clicks=20, orders=0)
        await look(portal)

        [alert] = await it.alerts()
        assert (alert["kind"], alert["mcid"], alert["site_id"]) == (
            AlertKind.CLICKS_FALLEN,
            None,
            it.it.who.site_id,
        )
        assert alert["next_step"] == NextStep.CHECK_CHANNEL

    async def test_fallen_commission_per_order_raises_an_alert(self, portal: Portal) -> None:
        it = await make_watched(portal)
        for days, usual in ((range(4, PAST), (4, 5, 6)), (range(4), (2, 2.5, 3))):
            for n, commission in enumerate(usual):
                await it.live(days[n::3], commission=str(commission))
        await look(portal)

        [alert] = await it.alerts()
        assert alert["kind"] == AlertKind.COMMISSION_PER_ORDER_FALLEN
        assert alert["seen"] < 0.6 * alert["expected"]

    async def test_days_of_an_outage_of_the_portal_raise_no_alert(self, portal: Portal) -> None:
        it = await stop(portal)
        async with portal.db() as db:
            await db.execute(
                "insert into outage (name, since, until) values ('test', $1, $2)",
                *(it.now - timedelta(days=3), it.now),
            )
            await db.execute("delete from conversion where publisher_id = $1", it.it.who.uid)
        await look(portal)
        assert await it.alerts() == []
        async with portal.db() as db:
            await db.execute("delete from outage where name = 'test'")
        await it.forget_day()
        await look(portal)
        assert await it.kinds() == [STOPPED]


class TestEpisodes:
    async def test_closed_alert_is_reopened_only_if_the_money_at_risk_grew_by_half(
        self, portal: Portal
    ) -> None:
        it = await stop(portal)
        await look(portal)
        [alert] = await it.alerts()
        await it.set("closed", alert["alert_id"])
        await it.forget_day()
        await look(portal)
        assert await it.alerts() == []

        async with portal.db() as db:
            await db.execute(
                "update alert set money_high = money_high / 2 where publisher_id = $1",
                it.it.who.uid,
            )
        await it.forget_day()
        await look(portal)

        [again] = await it.alerts()
        assert again["alert_id"] == alert["alert_id"]
        names = [name for name, *_ in await events(it)]
        assert sorted(names) == ["alert.closed", "alert.raised", "alert.raised"]

    async def test_muted_alert_stays_muted_and_snoozed_alert_reopens_after_its_time(
        self, portal: Portal
    ) -> None:
        muted, snoozed = await stop(portal), await stop(portal)
        await look(portal)
        for it, state in ((muted, "muted"), (snoozed, "snoozed")):
            [alert] = await it.alerts()
            until = {"until": (portal.resources.clock.now() + timedelta(days=1)).isoformat()}
            await it.set(state, alert["alert_id"], **(until if state == "snoozed" else {}))
            await it.forget_day()
        await look(portal)
        assert (await muted.alerts(), await snoozed.alerts()) == ([], [])

        async with portal.db() as db:
            await db.execute(
                "update alert set until = found_at where publisher_id = $1", snoozed.it.who.uid
            )
        await look(portal)

        assert (await muted.kinds(), await snoozed.kinds()) == ([], [STOPPED])

    async def test_fall_during_a_stop_raises_no_second_alert(self, portal: Portal) -> None:
        it = await stop(portal)
        await look(portal)
        await it.forget_day()
        await look(portal)
        assert await it.kinds() == [STOPPED]


class TestFacts:
    async def test_broken_link_is_listed_as_an_alert_until_fixed(self, portal: Portal) -> None:
        it = await make_watched(portal)
        await it.live(range(PAST))
        async with portal.db() as db:
            await db.execute(
                "insert into link_check (publisher_id, link_id, found, type, state, clicks, first_seen_at,"
                " next_check_at) values ($1, $2, 6, 6, 'open', 9000, $3, $3)",
                *(it.it.who.uid, it.it.link_id, it.now - timedelta(days=2)),
            )
        await look(portal)
        [alert] = await it.alerts()
        assert (alert["kind"], alert["mcid"]) == (AlertKind.LINK_BROKEN, it.it.brand.mcid)
        assert float(alert["money_at_risk"]["day_high"]) > 9000 / 30 * ORDERS / CLICKS * 5
        async with portal.db() as db:
            await db.execute(
                "update link_check set state = 'fixed' where publisher_id = $1", it.it.who.uid
            )
        await look(portal)

        assert await it.kinds(state="closed") == [AlertKind.LINK_BROKEN]
        assert await events(it) == [], "it has an event of its own"
        assert mails_to(portal, it.it.who.email) == []

    async def test_failing_postback_is_listed_as_an_alert_until_delivered(
        self, portal: Portal
    ) -> None:
        it = await make_watched(portal)
        postback = {"event_type": 1, "delivery_type": 1, "link_url": "http://127.0.0.1:9/in"}
        saved = await portal.ok("/postback/do_info", it.it.who, attributes=postback)
        for failures, kinds in ((4, []), (5, [AlertKind.POSTBACK_FAILING]), (0, [])):
            async with portal.db() as db:
                await db.execute(
                    "update postback set failures = $2 where publisher_id = $1",
                    *(it.it.who.uid, failures),
                )
            await look(portal)
            rows = await it.alerts()
            assert [row["kind"] for row in rows] == kinds
            for row in rows:
                assert row["postback_id"] == saved["id"]
                assert row["next_page"] == (
                    f"/tools/global-postback/list?postback={saved['id']}#deliveries"
                )

    async def test_ended_coupon_alerts_only_publishers_whose_orders_used_it(
        self, portal: Portal
    ) -> None:
        it, other = await make_watched(portal), await make_watched(portal)
        for each in (it, other):
            await each.live(range(1), orders=2)
        today = it.now.date()
        coupon = {"mcid": it.it.brand.mcid, "code": "SAVE10", "description": "10 % off"}
        coupon |= {"starts_at": str(today - timedelta(days=60)), "ends_at": str(today)}
        await portal.ok("/network/coupon_save", await portal.operator(), attributes=coupon)
        async with portal.db() as db:
            await db.execute(
                "update conversion set coupon = 'save10' where publisher_id = $1", it.it.who.uid
            )
        await look(portal)

        [alert] = await it.alerts()
        assert (alert["kind"], alert["evidence"]["coupon"]) == (AlertKind.COUPON_ENDED, "SAVE10")
        assert await other.alerts() == []


class TestMails:
    async def wish(self, it: Watched, **mails: Any) -> None:
        attributes = {"notifications": {"alert_mails": mails}}
        await it.it.portal.ok("/user/edit", it.it.who, attributes=attributes)

    async def test_alert_of_a_kind_that_is_turned_off_is_not_mailed(self, portal: Portal) -> None:
        it = await stop(portal)
        await self.wish(it, tracking_stopped="off")
        await look(portal)
        assert await it.kinds() == [STOPPED]
        assert mails_to(portal, it.it.who.email) == []

    async def test_alert_mails_state_amounts_only_to_publishers_who_chose_so(
        self, portal: Portal
    ) -> None:
        it = await stop(portal)
        await self.wish(it, sums=True)
        await look(portal)
        [mail] = mails_to(portal, it.it.who.email)
        assert "At risk: about" in mail
        assert "GBP" in mail

    async def test_several_alerts_at_once_are_one_mail(self, portal: Portal) -> None:
        it = await stop(portal)
        brand = await portal.brand()
        await portal.join(it.it.who, brand)
        link = await portal.link(it.it.who, brand)
        second = Watched(
            type(it.it)(
                portal=portal,
                brand=brand,
                who=it.it.who,
                code=link["code"],
                link_id=link["link_id"],
            )
        )
        await second.live(range(3, PAST))
        await second.live(range(3), orders=0)
        await look(portal)

        assert await it.kinds() == [STOPPED, STOPPED]
        [mail] = mails_to(portal, it.it.who.email)
        assert "2 things" in mail

    async def test_daily_alert_mail_is_sent_when_the_day_is_over(self, portal: Portal) -> None:
        it = await stop(portal)
        await self.wish(it, tracking_stopped="daily")
        await look(portal)
        assert mails_to(portal, it.it.who.email) == []
        await it.forget_day()
        await look(portal)
        [mail] = mails_to(portal, it.it.who.email)
        assert "No orders arrive any more" in mail

    async def test_alert_mail_settings_are_kept_when_other_notifications_are_saved(
        self, portal: Portal
    ) -> None:
        it = await make_watched(portal)
        await self.wish(it, clicks_fallen="daily")
        await portal.ok("/user/edit", it.it.who, attributes={"notifications": {"links": False}})
        found = (await portal.ok("/user/profile", it.it.who))["notifications"]
        assert (found["links"], found["alert_mails"]["clicks_fallen"]) == (False, "daily")
        assert found["alert_mails"]["tracking_stopped"] == "at_once"


COLUMNS = (
    *("publisher_id", "click_time", "click_id", "link_id", "site_id", "mid", "device", "verdict"),
    "visitor",
)


@pytest.fixture(autouse=True)
async def forget_others(portal: Portal) -> None:
    """Publishers of other tests are not looked at again."""
    async with portal.db() as db:
        await db.execute("delete from watch_baseline")
        await db.execute("delete from brand_rhythm")
