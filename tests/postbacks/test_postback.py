"""Postbacks: which are accepted, who sees them, and what is shown of them."""

import asyncio
from typing import Any

import pytest

from rpc import Code
from tests.support.orders.orders import deal
from tests.support.portal import PASSWORD, Portal, Someone
from tests.support.postbacks.receiver import Receiver, log_of, save

URL = "http://127.0.0.1:9/in"


class TestDoInfo:
    async def test_postback_is_stored_as_entered(self, portal: Portal, alice: Someone) -> None:
        brand = await portal.brand()
        given = {
            "event_type": 2, "delivery_type": 3, "link_url": f"{URL}?a={{oid}}", "mids": [brand.mid],
            "parameters": {"z": "{status}", "a": "x"}, "site_id": alice.site_id, "medium_id": 1,
        }  # fmt: skip
        saved = await portal.ok("/postback/do_info", alice, attributes=given)
        assert {name: saved[name] for name in given} == given
        assert list(saved["parameters"]) == ["z", "a"]
        assert (saved["state"], saved["success_rate"], saved["waiting"]) == ("active", None, 0)
        changed = await portal.ok(
            "/postback/do_info", alice, attributes={**given, "id": saved["id"], "mids": []}
        )
        assert (changed["id"], changed["mids"]) == (saved["id"], [])
        assert (await portal.ok("/postback/list", alice))["list"] == [changed]

    @pytest.mark.parametrize(
        "url",
        [
            "http://{brand_name}/", "http://shop.{uid1}.com/", "{uid1}://a.example/", "http://a.example{uid1}",
            "http://a.example:{uid1}/", "http://{uid1}@a.example/", "http://u:p@a.example/", "ftp://a.example/",
            "//a.example/", "http://", "http://a.example:0/", "http://a.example:65536/", "http://a.example/#x",
            "http://a.example/{nonsense}", "http://a.example/{oid", "http://a.example/[[oid", "http://a.example/ü",
            "http://a.example/ x", "http://a.example\\@b.example/", "javascript:alert(1)", "http://a.example/\r\nX: y",
            "http://ü.example/", "http://[::1/", "http://a.example/" + "x" * 2050,
        ],
    )  # fmt: skip
    async def test_postback_with_an_invalid_url_is_refused(
        self, portal: Portal, alice: Someone, url: str
    ) -> None:
        given = {"event_type": 1, "delivery_type": 1, "link_url": url}
        reply = await portal.refuses(
            Code.REQUEST_INVALID, "/postback/do_info", alice, attributes=given
        )
        assert reply.refusal == {"field": "attributes.link_url"}

    async def test_refusal_of_a_postback_names_the_invalid_field(
        self, portal: Portal, alice: Someone
    ) -> None:
        stranger = await portal.someone()
        given: dict[str, Any] = {"event_type": 1, "delivery_type": 1, "link_url": URL}
        for code, field, more in (
            (Code.REQUEST_INVALID, "parameters.a", {"parameters": {"a": "{nonsense}"}}),
            (
                Code.REQUEST_INVALID,
                "parameters.a",
                {"delivery_type": 2, "parameters": {"a": "[[signature]]"}},
            ),
            (Code.SITE_INVALID, "site_id", {"site_id": stranger.site_id}),
            (Code.MERCHANT_NOT_FOUND, "mids", {"mids": [2**40]}),
            (Code.REQUEST_INVALID, "medium_id", {"medium_id": 9999}),
        ):
            reply = await portal.refuses(
                code, "/postback/do_info", alice, attributes={**given, **more}
            )
            assert reply.refusal == {"field": f"attributes.{field}"}
        for more in ({"event_type": 20}, {"delivery_type": 4}, {"secret": "x"}):
            await portal.refuses(
                Code.REQUEST_INVALID, "/postback/do_info", alice, attributes={**given, **more}
            )
        assert (await portal.ok("/postback/list", alice))["list"] == []

    async def test_change_of_an_outdated_postback_is_refused(
        self, portal: Portal, alice: Someone
    ) -> None:
        saved = await save(portal, alice, URL)
        known = {"id": saved["id"], "updated_at": saved["updated_at"]}
        await save(portal, alice, f"{URL}/first", **known)
        given = {"event_type": 1, "delivery_type": 1, "link_url": f"{URL}/second", **known}
        reply = await portal.refuses(
            Code.CHANGED_MEANWHILE, "/postback/do_info", alice, attributes=given
        )
        assert reply.refusal == {"field": "attributes.updated_at"}
        [now] = (await portal.ok("/postback/list", alice))["list"]
        assert now["link_url"] == f"{URL}/first"
        await save(portal, alice, f"{URL}/third", id=saved["id"])

    async def test_number_of_postbacks_is_limited(self, portal: Portal, alice: Someone) -> None:
        async with portal.db() as db:
            await db.execute(
                "insert into postback (publisher_id, row_key, event_type, delivery_type, link_url, receiver,"
                " parameters, mids, secret, created_at, updated_at) select $1, gen_random_uuid(), 1, 1, 'x', 'x',"
                " '{}', '{}', '', now(), now() from generate_series(1, 99)", alice.uid,
            )  # fmt: skip
        given = {"event_type": 1, "delivery_type": 1, "link_url": URL}
        replies = await asyncio.gather(
            *(portal.post("/postback/do_info", alice, attributes=given) for _ in range(5))
        )
        assert sorted(reply.code for reply in replies) == [0, 21000, 21000, 21000, 21000]

    async def test_repeated_idempotency_key_creates_one_postback(
        self, portal: Portal, alice: Someone
    ) -> None:
        given = {"event_type": 1, "delivery_type": 1, "link_url": URL}
        replies = await asyncio.gather(
            *(portal.post("/postback/do_info", alice, attributes=given, key="k") for _ in range(10))
        )
        assert any(reply.code == 0 for reply in replies)
        assert (await portal.ok("/postback/list", alice))["total"] == 1


class TestOtherPublishers:
    async def test_postbacks_of_another_publisher_are_hidden(self, portal: Portal) -> None:
        it, stranger = await deal(portal), await portal.someone()
        saved = await save(portal, it.who, URL)
        await it.report(it.order())
        [entry] = await log_of(portal, it.who)
        whole = {"event_type": 1, "delivery_type": 1, "link_url": URL}
        days = {"start_date": "2026-01-01", "end_date": "2099-01-01"}
        for path, field, given in (
            ("do_info", "id", {**whole, "id": saved["id"]}),
            ("test_info", "id", {"id": saved["id"]}),
            ("do_test", "id", {"id": saved["id"]}),
            ("del", "id", {"id": saved["id"]}),
            ("set_state", "id", {"id": saved["id"], "state": "paused"}),
            ("secret", "id", {"id": saved["id"], "password": PASSWORD}),
            ("redeliver", "ids", {"ids": [entry["id"]]}),
            ("redeliver", "id", {"id": saved["id"], **days}),
            ("test_info", "oid", {"draft": whole, "oid": entry["oid"]}),
        ):
            reply = await portal.refuses(
                Code.NOT_FOUND, f"/postback/{path}", stranger, attributes=given
            )
            assert reply.refusal == {"field": f"attributes.{field}"}
        assert await log_of(portal, stranger) == []
        assert (await portal.ok("/postback/list", stranger))["list"] == []
        assert (await portal.ok("/postback/list", it.who))["list"][0]["id"] == saved["id"]


class TestFilters:
    async def test_postbacks_are_limited_to_brands_channels_and_platforms(
        self, portal: Portal
    ) -> None:
        it = await deal(portal)
        other = await portal.site(it.who.uid)
        hits = [{}, {"mids": [it.brand.mid]}, {"site_id": it.who.site_id}, {"medium_id": 1}]
        misses = [
            {"mids": [(await portal.brand()).mid]},
            {"site_id": other},
            {"medium_id": 2},
            {"event_type": 2},
        ]
        wanted = [(await save(portal, it.who, URL, **more))["id"] for more in hits]
        for more in misses:
            await save(portal, it.who, URL, **more)
        await it.report(it.order())
        assert sorted(row["postback_id"] for row in await log_of(portal, it.who)) == sorted(wanted)


class TestState:
    async def test_paused_postback_keeps_its_queued_deliveries(
        self, portal: Portal, receiver: Receiver, sending: None
    ) -> None:
        it = await deal(portal)
        saved = await save(portal, it.who, receiver.url)
        state = {"id": saved["id"], "state": "paused"}
        paused = await portal.ok("/postback/set_state", it.who, attributes=state)
        await it.report(*(it.order() for _ in range(5)))
        await asyncio.sleep(0.3)
        assert (paused["state"], receiver.received) == ("paused", [])
        [listed] = (await portal.ok("/postback/list", it.who))["list"]
        assert listed["waiting"] == 5
        await portal.ok("/postback/set_state", it.who, attributes={**state, "state": "active"})
        await receiver.wait_for(5)

    async def test_deleting_a_postback_deletes_the_delivery_log(self, portal: Portal) -> None:
        it = await deal(portal)
        saved = await save(portal, it.who, URL)
        await it.report(it.order())
        await portal.ok("/postback/del", it.who, attributes={"id": saved["id"]})
        await it.report(it.order())
        assert await log_of(portal, it.who) == []
        await portal.refuses(
            Code.NOT_FOUND, "/postback/del", it.who, attributes={"id": saved["id"]}
        )


class TestSecret:
    async def test_postback_secret_is_shown_once_and_can_be_rotated(
        self, portal: Portal, alice: Someone
    ) -> None:
        saved = await save(portal, alice, URL)
        given = {"id": saved["id"], "password": PASSWORD}
        await portal.refuses(
            Code.LOGIN_PASSWORD_INVALID,
            "/postback/secret",
            alice,
            attributes={**given, "password": "x"},
        )
        first = await portal.ok("/postback/secret", alice, attributes=given)
        again = await portal.ok("/postback/secret", alice, attributes=given)
        new = await portal.ok("/postback/secret", alice, attributes={**given, "rotate": True})
        assert first["secret"].startswith("whsec_")
        assert again == {**first, "secret": None}
        assert new["secret"].startswith("whsec_")
        assert new["secret"] != first["secret"]
        assert new["old_secret_until"] is not None
        stored = await portal.value(
            "select row_to_json(p)::text from postback p where publisher_id = $1", alice.uid
        )
        assert first["secret"] not in stored
        assert new["secret"] not in stored


class TestGetType:
    async def test_postback_event_types_are_listed(self, portal: Portal, alice: Someone) -> None:
        types = await portal.ok("/postback/get_type", alice)
        assert [kind["id"] for kind in types["event_types"]] == list(range(1, 20))
        macros = {kind["name"]: set(kind["macros"]) for kind in types["event_types"]}
        assert set().union(*macros.values()) == {macro["name"] for macro in types["macros"]}
        assert {"order_id", "uid1", "signature"} <= macros["order.created"]
        assert not {"payment_id", "alert_id", "old_status"} & macros["order.created"]
        assert {"old_status", "new_status"} <= macros["order.updated"]
        assert [kind["id"] for kind in types["delivery_types"]] == [1, 2, 3]
        for template in types["templates"]:
            draft = {name: template[name] for name in ("delivery_type", "link_url", "parameters")}
            shown = await portal.ok(
                "/postback/test_info", alice, attributes={"draft": {**draft, "event_type": 1}}
            )
            assert shown["url"].startswith(template["link_url"].lower()[:8])
