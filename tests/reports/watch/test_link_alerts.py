"""One link's tracking and clicks: a link is told alone only where its brand on its channel is not."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

from schema.reports.alert import AlertCause, AlertKind
from tests.support.portal import Portal
from tests.support.reports.watched import PAST, Watched, look, make_watched

STOPPED, CLICKS_FALLEN = AlertKind.TRACKING_STOPPED, AlertKind.CLICKS_FALLEN


async def two_links(portal: Portal) -> tuple[Watched, Watched]:
    """Two links of a brand on a channel."""
    it = await make_watched(portal)
    link = await portal.link(it.it.who, it.it.brand, uid1="other")
    other = Watched(replace(it.it, code=link["code"], link_id=link["link_id"]))
    return it, other


async def test_link_without_orders_raises_one_alert_that_leads_to_its_drawer(
    portal: Portal,
) -> None:
    it, other = await two_links(portal)
    await it.live(range(PAST), orders=60)
    await other.live(range(4, PAST))
    await other.live(range(4), orders=0)

    await look(portal)

    [alert] = await it.alerts()
    assert (alert["kind"], alert["link_id"]) == (STOPPED, other.it.link_id)
    assert (alert["mcid"], alert["cause"]) == (it.it.brand.mcid, AlertCause.NOTHING_FOUND)
    assert alert["next_page"] == f"/tools/link-generator?link={other.it.link_id}"
    assert alert["money_at_risk"] is not None
    await it.forget_day()
    await look(portal)
    assert len(await it.alerts()) == 1


async def test_alert_about_a_link_without_orders_names_its_broken_target_as_cause(
    portal: Portal,
) -> None:
    it, other = await two_links(portal)
    await it.live(range(PAST), orders=60)
    await other.live(range(4, PAST))
    await other.live(range(4), orders=0)
    async with portal.db() as db:
        await db.execute(
            "insert into link_check (publisher_id, link_id, found, type, state, first_seen_at, next_check_at)"
            " values ($1, $2, 6, 6, 'open', $3, $3)"
            " on conflict (publisher_id, link_id) do update set found = 6, type = 6, state = 'open'",
            *(it.it.who.uid, other.it.link_id, it.now - timedelta(days=2)),
        )

    await look(portal)

    [stop] = await it.alerts(kind=STOPPED)
    assert (stop["link_id"], stop["cause"]) == (other.it.link_id, AlertCause.LINK_BROKEN)


async def test_link_raises_no_alert_of_its_own_if_its_brand_and_channel_have_one(
    portal: Portal,
) -> None:
    it, other = await two_links(portal)
    for each in (it, other):
        await each.live(range(4, PAST))
        await each.live(range(4), orders=0)

    await look(portal)

    [alert] = await it.alerts()
    assert (alert["kind"], alert["link_id"]) == (STOPPED, None)


async def test_alert_about_a_link_is_closed_once_its_orders_recover(portal: Portal) -> None:
    it, other = await two_links(portal)
    await it.live(range(PAST), orders=60)
    await other.live(range(4, PAST))
    await other.live(range(4), orders=0)
    await look(portal)
    assert len(await it.alerts()) == 1
    async with portal.db() as db:
        await db.execute(
            "update alert set since = since - interval '9 days', found_at = found_at - interval '4 days'"
            " where publisher_id = $1",
            it.it.who.uid,
        )
        await db.execute(
            "update rollup set pending_orders = 20 where publisher_id = $1 and grain = 'link' and key = $2",
            *(it.it.who.uid, other.it.link_id),
        )
    await it.forget_day()

    await look(portal)

    assert await it.alerts() == []
    [alert] = await it.alerts(state="closed")
    assert (alert["closed_by"], alert["link_id"]) == ("recovered", other.it.link_id)


async def test_fallen_clicks_of_a_link_raise_an_alert_although_those_of_its_channel_are_steady(
    portal: Portal,
) -> None:
    it, other = await two_links(portal)
    await it.live(range(PAST), clicks=2000)
    await other.live(range(3, PAST), clicks=200, orders=0)
    await other.live(range(3), clicks=5, orders=0)

    await look(portal)

    [alert] = await it.alerts()
    assert (alert["kind"], alert["link_id"]) == (CLICKS_FALLEN, other.it.link_id)
    assert alert["next_page"] == f"/tools/link-generator?link={other.it.link_id}"


async def test_thousands_of_robot_clicks_in_an_hour_raise_no_alert(portal: Portal) -> None:
    """Neither of the link whose orders they do not bring, nor afterwards when they do not come again."""
    for ago in (1, 3, 9):
        it, other = await two_links(portal)
        await it.live(range(PAST), clicks=100, orders=10)
        await other.live(range(PAST), clicks=20, orders=1)
        await add_clicks(portal, other, 5_000, ago)

        await look(portal)

        assert await it.alerts() == [], ago


async def test_retired_link_raises_no_alert(portal: Portal) -> None:
    it, other = await two_links(portal)
    await it.live(range(PAST), clicks=2000)
    await other.live(range(3, PAST), clicks=200, orders=0)
    async with portal.db() as db:
        await db.execute(
            "update link set deleted_at = now() where publisher_id = $1 and link_id = $2",
            *(it.it.who.uid, other.it.link_id),
        )

    await look(portal)

    assert await it.alerts() == []


async def test_alert_about_a_link_does_not_count_other_publishers_links(portal: Portal) -> None:
    it, other = await two_links(portal)
    stranger = await make_watched(portal, it.it.brand)
    await it.live(range(PAST), orders=60)
    await other.live(range(4, PAST))
    await other.live(range(4), orders=0)
    await stranger.live(range(PAST))

    await look(portal)

    assert await stranger.alerts() == []
    assert len(await it.alerts()) == 1


async def add_clicks(portal: Portal, it: Watched, count: int, ago: int) -> None:
    """Clicks of an hour, so many days ago."""
    day = (it.now - timedelta(days=ago)).date()
    args: tuple[Any, ...] = (it.it.who.uid, day, it.it.link_id, count)
    async with portal.db() as db:
        await db.execute(
            "update rollup set clicks = clicks + $4"
            " where publisher_id = $1 and day = $2"
            " and (grain = 'link' and key = $3 or grain in ('day', 'brand', 'site'))",
            *args,
        )
