"""Forms of the staff do not overwrite what somebody else has saved since they were opened."""

from typing import Any

import pytest

from rpc import Code
from tests.support.orders.brands import draft as brand_draft
from tests.support.orders.brands import group
from tests.support.portal import Portal, unique
from tests.support.reports.watched import add_alert

ENTITY = {
    "name": "Portal Payments Ltd", "country": "DE", "address": "Hafenstr. 1, Hamburg",
    "iban": "DE89370400440532013000", "vat_rate": "19",
}  # fmt: skip


async def coupon(portal: Portal) -> tuple[str, dict[str, Any], dict[str, Any]]:
    brand = await portal.brand()
    named = {"mcid": brand.mcid, "code": unique("CODE")}
    was = {"description": "10 % off", "starts_at": "2026-01-01"}
    await portal.ok(
        "/network/coupon_save", await portal.operator(), attributes={**named, **was, "create": True}
    )
    return "/network/coupon_save", named, was


async def notice(portal: Portal) -> tuple[str, dict[str, Any], dict[str, Any]]:
    was = {
        "kind": "product",
        "title": "New",
        "body": "Words",
        "published_at": "2026-01-01T00:00:00Z",
    }
    saved = await portal.ok("/network/notice_save", await portal.operator(), attributes=was)
    return "/network/notice_save", {"id": saved["id"]}, was


async def banner(portal: Portal) -> tuple[str, dict[str, Any], dict[str, Any]]:
    was = {
        "title": "Sale", "starts_at": "2026-01-01T00:00:00Z", "ends_at": "2026-01-02T00:00:00Z",
    }  # fmt: skip
    saved = await portal.ok("/network/banner_save", await portal.operator(), attributes=was)
    return "/network/banner_save", {"id": saved["id"]}, was


async def article(portal: Portal) -> tuple[str, dict[str, Any], dict[str, Any]]:
    was = {"section": "links", "title": "A title", "body": "A text.", "published": False}
    slug = {"slug": unique("article")}
    await portal.ok(
        "/network/article_save", await portal.operator(), attributes={**slug, **was, "create": True}
    )
    return "/network/article_save", slug, was


async def entity(portal: Portal) -> tuple[str, dict[str, Any], dict[str, Any]]:
    rows = await portal.ok("/network/entity_save", await portal.operator(), attributes=ENTITY)
    return "/network/entity_save", {"entity_id": rows["list"][-1]["entity_id"]}, ENTITY


CHANGES = {
    coupon: ("description", "20 % off"),
    notice: ("title", "Newer"),
    banner: ("text", "Until Sunday"),
    article: ("summary", "In short"),
    entity: ("address", "Hafenstr. 2, Hamburg"),
}


@pytest.mark.parametrize("make", CHANGES, ids=lambda make: make.__name__)
class TestStaleSaves:
    async def test_second_save_of_two_forms_is_refused_with_what_changed_meanwhile(
        self, portal: Portal, make: Any
    ) -> None:
        path, named, was = await make(portal)
        operator, (field, value) = await portal.operator(), CHANGES[make]
        first = {**named, **was, field: value, "was": was}
        await portal.ok(path, operator, attributes=first)

        reply = await portal.refuses(
            Code.CHANGED_MEANWHILE, path, operator, attributes={**named, **was, "was": was}
        )

        assert reply.data == {"changed": [field]}
        assert field in reply.message

    async def test_save_that_was_sent_twice_is_not_refused(self, portal: Portal, make: Any) -> None:
        path, named, was = await make(portal)
        operator, (field, value) = await portal.operator(), CHANGES[make]
        changed = {**named, **was, field: value, "was": was}

        for _ in range(2):
            await portal.ok(path, operator, attributes=changed)


class TestBrands:
    async def test_second_save_of_a_brands_terms_is_refused_with_what_changed_meanwhile(
        self, portal: Portal
    ) -> None:
        operator, whole = await portal.operator(), brand_draft(create=True)
        await portal.ok("/network/brand_save", operator, attributes=whole)
        mcid = {"mcid": whole["mcid"]}
        read = await portal.ok("/network/brand_info", operator, attributes=mcid)
        mine = {**read, "commission_groups": [group(value="12")], "was": read}
        theirs = {**read, "cookie_days": 7, "was": read}

        for _ in range(2):  # An answer that was lost is asked for again.
            await portal.ok("/network/brand_save", operator, attributes=mine)
        reply = await portal.refuses(
            Code.CHANGED_MEANWHILE, "/network/brand_save", operator, attributes=theirs
        )

        assert reply.data == {"changed": ["commission_groups"]}
        now = await portal.ok("/network/brand_info", operator, attributes=mcid)
        assert (now["commission_groups"][0]["value"], now["cookie_days"]) == ("12", 30)

    async def test_logo_that_was_fetched_meanwhile_does_not_refuse_a_save(
        self, portal: Portal
    ) -> None:
        operator, whole = await portal.operator(), brand_draft(logo="https://logo.example/a.png")
        await portal.ok("/network/brand_save", operator, attributes=whole)
        mcid = {"mcid": whole["mcid"]}
        read = await portal.ok("/network/brand_info", operator, attributes=mcid)
        async with portal.db() as db:
            query = "update brand set logo = '/files/a.png' where mcid = $1"
            await db.execute(query, whole["mcid"])

        changed = {**read, "cookie_days": 7, "was": read}
        await portal.ok("/network/brand_save", operator, attributes=changed)


class TestCreation:
    async def test_record_that_exists_is_not_created_again(self, portal: Portal) -> None:
        operator, whole = await portal.operator(), brand_draft()
        await portal.ok("/network/brand_save", operator, attributes=whole)
        _, coupon_ref, terms = await coupon(portal)
        _, slug, words = await article(portal)

        for path, given, field in (
            ("/network/brand_save", whole, "mcid"),
            ("/network/coupon_save", {**coupon_ref, **terms}, "code"),
            ("/network/article_save", {**slug, **words}, "slug"),
        ):
            reply = await portal.refuses(
                Code.REQUEST_INVALID, path, operator, attributes={**given, "create": True}
            )
            assert reply.refusal == {"field": f"attributes.{field}"}


class TestAlertTask:
    async def test_second_save_of_a_task_is_refused_with_what_changed_meanwhile(
        self, portal: Portal
    ) -> None:
        brand, who = await portal.brand(), await portal.someone()
        await add_alert(portal, who, brand, cause=5, next_step=4)
        operator = await portal.operator()
        found = await portal.ok("/network/alerts", operator, filter={"mcid": brand.mcid})
        [row] = found["list"]
        was = {name: row["task"][name] for name in ("state", "note")}
        given = {"key": row["key"], "state": "in_progress", "note": "We asked.", "was": was}
        await portal.ok("/network/alert_task", operator, attributes=given)

        reply = await portal.refuses(
            Code.CHANGED_MEANWHILE, "/network/alert_task", operator,
            attributes={**given, "state": "done", "note": "Mended."},
        )  # fmt: skip

        assert reply.data == {"changed": ["state", "note"]}
