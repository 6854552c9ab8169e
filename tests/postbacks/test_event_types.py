"""Each of the event types is caused by its change, and reaches its receiver."""

from datetime import datetime, timedelta
from typing import Any

import msgspec

from schema.core.event import EventType
from schema.postbacks.postback_types import sample_event
from schema.reports.event_feed import EVENT_NAMES
from tests.accounts.team.test_team import ask
from tests.brands.test_brand_campaigns import campaign
from tests.brands.test_brand_campaigns import save as save_campaigns
from tests.support.clicks.filing import add_waiting, file_clicks, make_click
from tests.support.orders.orders import deal
from tests.support.orders.payouts import add_method, pay, request, set_state
from tests.support.orders.settling import earn, run_job, settle
from tests.support.portal import Portal, Someone
from tests.support.postbacks.receiver import Receiver, save, wait_for_log
from tests.support.reports.watched import look

MACROS = ("event_id", "event_type", "status", "previous_status", "mcid", "order_id", "payment_id", "case_id", "kind",
          "settlement_id", "download_id", "alert_id", "link_id", "amount", "reason_code")  # fmt: skip

OPTIONAL = {
    "site_id",
    "uid1",
    "uid2",
    "click_ref",
    "click_time",
    "country",
    "coupon",
    "link_id",
    "item_id",
    "reason_code",
    "previous_status",
    "money_at_risk",
    "money_at_risk_high",
    "currency",
}
"""What an order, a click, an alert or something new may lack."""


def values_of(event: dict[str, Any]) -> set[str]:
    return {name for name, value in event.items() if value is not None}


async def raise_member(portal: Portal, owner: Someone) -> dict[str, Any]:
    """The change of a new member's role."""
    member = await portal.member(owner, "analyst", with_money=False)
    return {"id": member.account_id, "was": "analyst", "role": "developer"}


async def test_each_event_type_reaches_its_receiver(
    portal: Portal, receiver: Receiver, sending: None
) -> None:
    it = await deal(portal, publisher={"currency": "EUR"}, prepaid=True, currency="EUR")
    async with portal.db() as db:  # links of other tests are not looked at
        await db.execute("delete from link_check")
    made = await portal.link(it.who, it.brand)
    for kind in EventType:
        await save(
            portal,
            it.who,
            f"{receiver.url}/{kind}",
            event_type=kind,
            delivery_type=1 + kind % 3,
            parameters={name: f"{{{name}}}" for name in MACROS} if kind % 3 == 0 else {},
        )
    operator, ref = await portal.operator(), {"mcid": it.brand.mcid}
    [oid] = await earn(it, "300.00", currency="EUR")
    order = it.order("10.00", currency="EUR", coupon="LATE10")
    await it.report(order)
    await it.report({**order, "items": [{"amount": "8.00"}]})
    await settle(portal, it.brand.mcid)
    await add_method(it)
    payment = await request(it)
    await pay(portal)
    await set_state(portal, payment, "sent", "returned")
    case = {"kind": "incorrect", "oid": oid, "amount": "310.00", "note": "One more"}
    opened = await portal.ok("/reports/case_open", it.who, attributes=case)
    decision = {"case_id": opened["case_id"], "status": "rejected", "reason": "It was one"}
    await portal.ok("/network/case_answer", operator, attributes=decision)
    for status in (2, 1):
        review = {"uid": it.who.uid, "site_id": it.who.site_id, "status": status, "reason": "?"}
        await portal.ok("/network/site_review", operator, attributes=review)
    await ask(portal, "/user/team_role", it.who, **(await raise_member(portal, it.who)))
    start = portal.resources.clock.now() - timedelta(hours=1)  # the feed tells 30 days
    await add_waiting(it, make_click(it, 0, start=start))
    await file_clicks(it, 60, start=start)
    today = portal.resources.clock.now().date()
    coupon = {**ref, "code": "LATE10", "description": "10 % off", "ends_at": str(today)}
    await portal.ok("/network/coupon_save", operator, attributes=coupon)
    await look(portal, portal.resources.clock.now())
    [alert] = (await portal.ok("/reports/alerts", it.who))["list"]
    closed = {"ids": [alert["alert_id"]], "state": "closed"}
    await portal.ok("/reports/alert_set", it.who, attributes=closed)
    await portal.ok("/network/brand_status", operator, attributes={**ref, "status": "paused"})
    await save_campaigns(portal, it.brand, [campaign(portal, -3, -5, "Sale")])
    await run_job(portal, "/tools/check_links")
    await portal.ok("/brands/leave", it.who, attributes={**ref, "site_id": it.who.site_id})
    download = await portal.ok(
        "/reports/export", it.who, attributes={"report": "links", "format": "csv", "filter": {}}
    )
    await portal.work()

    rows = await wait_for_log(
        portal,
        it.who,
        lambda rows: (
            {row["event_type"] for row in rows} == {*EventType}
            and all(row["state"] == "delivered" for row in rows)
        ),
    )

    feed: dict[str, Any] = {}
    events = (await portal.ok("/reports/events", it.who, page={"perPage": 100}))["list"]
    for event in events:
        feed.setdefault(event["event_name"], event)
    assert feed.keys() == {*EVENT_NAMES.values()}
    paths = {request.target.partition("?")[0].strip("/") for request in receiver.received}
    assert paths == {str(int(kind)) for kind in EventType}
    assert (feed["order.updated"]["delta_amount"], feed["order.created"]["oid"]) == ("-2.00", oid)
    assert feed["order.settled"]["settlement_id"] is not None
    assert feed["payment.sent"]["payment_id"] == payment["payment_id"]
    assert feed["payment.failed"]["payment_id"] == payment["payment_id"]
    assert feed["payment.failed"]["status"] == "returned"
    assert (feed["brand.changed"]["status"], feed["brand.changed"]["previous_status"]) == (
        "paused",
        "online",
    )
    assert feed["relationship.changed"]["mcid"] == it.brand.mcid
    broken = feed["link.broken"]
    assert (broken["link_id"], broken["reason_code"]) == (made["link_id"], "brand_paused")
    assert (feed["click"]["link_id"], feed["order.created"]["link_id"]) == (it.link_id, it.link_id)
    assert feed["download.ready"]["download_id"] == download["id"]
    assert feed["alert.raised"]["alert_id"] == alert["alert_id"] == feed["alert.closed"]["alert_id"]
    assert feed["alert.raised"]["reason_code"] == "coupon_ended"
    assert {row["event_id"] for row in rows} >= {event["event_id"] for event in feed.values()}
    sent_at = msgspec.convert(feed["payment.sent"]["event_time"], datetime, strict=False)
    assert feed["payment.sent"]["paid_date"] == f"{sent_at:%Y-%m-%d}"
    in_feed = {event["event_id"]: event for event in events}
    whole = [
        msgspec.json.decode(request.body)
        for request in receiver.received
        if request.body.startswith("{")
    ]
    assert {event["event_name"] for event in whole} == {
        EVENT_NAMES[kind] for kind in EventType if kind % 3 == 1
    }
    for event in whole:
        assert event == in_feed[event["event_id"]]
    for kind, name in EVENT_NAMES.items():
        sample, real = sample_event(kind), feed[name]
        assert sample.keys() == real.keys()
        assert {type(value) for value in sample["items"]} == {
            type(value) for value in real["items"]
        }
        assert values_of(real) <= values_of(sample), name
        assert values_of(sample) - values_of(real) <= OPTIONAL, name
        assert {key: type(sample[key]) for key in values_of(real)} == {
            key: type(real[key]) for key in values_of(real)
        }
