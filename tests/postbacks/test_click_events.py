"""Clicks as events: reported by the filing job, only where a postback wants them."""

from datetime import datetime, timedelta

import pytest

from rpc import Code
from schema.core.event import EventType
from tests.architecture.source.imports import ROOT
from tests.support.clicks.filing import BOT, DUPLICATE, add_waiting, file_clicks, make_click
from tests.support.orders.orders import deal
from tests.support.portal import Portal
from tests.support.postbacks.receiver import Receiver, log_of, save, wait_for_log


class TestClickEvents:
    async def test_click_event_is_delivered_with_the_values_of_the_click(
        self, portal: Portal, receiver: Receiver, sending: None
    ) -> None:
        it = await deal(portal)
        parameters = {name: f"{{{name}}}" for name in
                      ("click_ref", "uid1", "uid2", "link_id", "mcid", "country", "site_id", "event_type")}  # fmt: skip
        await save(portal, it.who, receiver.url, event_type=10, parameters=parameters)
        start = portal.resources.clock.now() - timedelta(hours=1)  # the feed tells 30 days
        click = make_click(it, 0, start=start, uid1="news & more")
        await add_waiting(it, click)
        assert await file_clicks(it, 60, start=start) == 1

        [request] = await receiver.wait_for(1)

        assert request.params == {
            "click_ref": click.click_id.hex,
            "uid1": "news & more",
            "uid2": "",
            "link_id": str(it.link_id),
            "mcid": it.brand.mcid,
            "country": "GB",
            "site_id": str(it.who.site_id),
            "event_type": "10",
        }
        [entry] = await wait_for_log(portal, it.who, lambda rows: rows[0]["state"] == "delivered")
        [event] = (await portal.ok("/reports/events", it.who))["list"]
        assert (event["event_id"], event["event_name"]) == (entry["event_id"], "click")
        assert (event["click_ref"], event["uid1"]) == (click.click_id.hex, "news & more")
        assert datetime.fromisoformat(event["click_time"]) == start

    async def test_publisher_without_a_click_postback_has_no_click_events(
        self, portal: Portal
    ) -> None:
        alice, bob = await deal(portal), await deal(portal)
        await save(portal, alice.who, "https://tracker.example/in", event_type=10)
        await save(portal, bob.who, "https://tracker.example/in", event_type=1)
        await add_waiting(alice, make_click(alice, 0))
        await add_waiting(bob, make_click(bob, 0))
        assert await file_clicks(alice, 60, bob) == 2
        assert len(await log_of(portal, alice.who)) == 1
        assert await log_of(portal, bob.who) == []
        assert (await portal.ok("/reports/events", bob.who))["list"] == []

    async def test_each_valid_click_of_a_chosen_brand_makes_one_event(self, portal: Portal) -> None:
        it = await deal(portal)
        url = "https://tracker.example/in"
        wanted = await save(portal, it.who, url, event_type=10, mids=[it.brand.mid])
        other = await portal.brand()
        await save(portal, it.who, url, event_type=10, mids=[other.mid])
        await add_waiting(
            it, make_click(it, 0), make_click(it, 2, verdict=DUPLICATE), make_click(it, 3, verdict=BOT, visitor=b"y")
        )  # fmt: skip
        await file_clicks(it, 60)
        await file_clicks(it, 120)
        [entry] = await log_of(portal, it.who)
        assert (entry["postback_id"], entry["event_type"]) == (wanted["id"], 10)


def test_code_sends_every_postback_event_type() -> None:
    senders = "\n".join(
        source.read_text()
        for layer in ("schema", "sql", "handlers")
        for source in (ROOT / layer).rglob("*.py")
        if source.name not in ("event.py", "postback_types.py")
    )
    assert [kind for kind in EventType if f"EventType.{kind.name}" not in senders] == []


async def test_number_of_click_postbacks_is_limited(
    portal: Portal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("handlers.postback.postbacks.CLICK_POSTBACKS_MAX", 2)
    alice = await portal.someone()
    first, _ = [await save(portal, alice, "http://127.0.0.1:9/", event_type=10) for _ in range(2)]
    other = await save(portal, alice, "http://127.0.0.1:9/")
    for draft in ({}, {"id": other["id"]}):
        whole = {"event_type": 10, "delivery_type": 1, "link_url": "http://127.0.0.1:9/", **draft}
        reply = await portal.refuses(
            Code.REQUEST_INVALID, "/postback/do_info", alice, attributes=whole
        )
        assert reply.refusal == {"field": "attributes.event_type"}
    await save(portal, alice, "http://127.0.0.1:9/more", event_type=10, id=first["id"])
