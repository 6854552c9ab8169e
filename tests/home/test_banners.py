"""Banners above the dashboard, as the network's staff set them."""

from datetime import timedelta
from typing import Any

import pytest

from rpc import Code
from tests.support.portal import Portal, unique


async def save(portal: Portal, **fields: Any) -> int:
    draft = {"title": unique("Banner"), **fields}
    saved = await portal.ok("/network/banner_save", await portal.operator(), attributes=draft)
    return int(saved["id"])


@pytest.fixture(autouse=True)
async def _none_of_others(portal: Portal) -> None:
    async with portal.db() as db:
        await db.execute("delete from banner")


async def list_banners(portal: Portal) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = (await portal.ok("/home/banners", await portal.someone()))["list"]
    return found


class TestBanners:
    async def test_current_banners_are_shown_sorted_by_position(self, portal: Portal) -> None:
        now, day = portal.resources.clock.now(), timedelta(days=1)
        await save(portal, title="Second", position=2)
        await save(
            portal,
            title="First",
            text="Forty new brands",
            link="/brands/find?status=0",
            link_label="See them",
            position=1,
            starts_at=now - day,
            ends_at=now + day,
        )
        await save(portal, title="Over", starts_at=now - 2 * day, ends_at=now - day)
        await save(portal, title="Later", starts_at=now + day)

        found = await list_banners(portal)

        assert [each["title"] for each in found] == ["First", "Second"]
        assert found[0]["link"] == "/brands/find?status=0"
        assert found[0]["link_label"] == "See them"

    async def test_at_most_three_banners_are_shown(self, portal: Portal) -> None:
        for _ in range(4):
            await save(portal)
        assert len(await list_banners(portal)) == 3


class TestBannerSave:
    async def test_changed_banner_keeps_its_start_time(self, portal: Portal) -> None:
        boss, now = await portal.operator(), portal.resources.clock.now()
        id = await save(portal, title="Before", starts_at=now - timedelta(days=3))
        await save(portal, id=id, title="After", link="https://example.com/a", link_label="Read")

        [row] = (await portal.ok("/network/banners", boss))["list"]

        assert (row["title"], row["link"]) == ("After", "https://example.com/a")
        assert row["starts_at"][:10] == (now - timedelta(days=3)).date().isoformat()

    async def test_banner_is_found_by_id(self, portal: Portal) -> None:
        id, _ = [await save(portal, title=title) for title in ("One", "Another")]
        found = await portal.ok("/network/banners", await portal.operator(), filter={"id": id})
        assert ([row["title"] for row in found["list"]], found["total"]) == (["One"], 1)

    async def test_unknown_banner_is_not_found(self, portal: Portal) -> None:
        asked = {"id": 2**40, "title": "A"}
        boss = await portal.operator()
        await portal.refuses(Code.NOT_FOUND, "/network/banner_save", boss, attributes=asked)

    @pytest.mark.parametrize(
        ("given", "field"),
        [
            ({"title": " "}, "title"),
            ({"link": "javascript:alert(1)", "link_label": "A"}, "link"),
            ({"link": "//evil.example", "link_label": "A"}, "link"),
            ({"link": "http://plain.example", "link_label": "A"}, "link"),
            ({"link": "/dashboard"}, "link_label"),
            ({"starts_at": "2026-02-01T00:00:00Z", "ends_at": "2026-01-01T00:00:00Z"}, "ends_at"),
            ({"starts_at": "0001-01-01T00:00:00+23:59"}, "starts_at"),
            ({"ends_at": "9999-12-31T23:59:59-23:59"}, "ends_at"),
        ],
    )
    async def test_refusal_of_a_banner_names_the_invalid_field(
        self, portal: Portal, given: dict[str, Any], field: str
    ) -> None:
        reply = await portal.refuses(
            Code.REQUEST_INVALID,
            "/network/banner_save",
            await portal.operator(),
            attributes={"title": "A", **given},
        )
        assert reply.refusal == {"field": f"attributes.{field}"}

    @pytest.mark.parametrize("path", ["banners", "banner_save"])
    async def test_publisher_cannot_make_staff_calls_about_banners(
        self, portal: Portal, path: str
    ) -> None:
        await portal.refuses(Code.NOT_ALLOWED, f"/network/{path}", await portal.someone())
