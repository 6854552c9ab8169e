"""A click is judged by the link, channel and brand at the time it is written."""

import asyncio
from typing import Any

import httpx2
import pytest

import rpc.clicks.link_cache
import sql.clicks.intake
import sql.clicks.link_cache_invalidation
from rpc.clicks.link_cache import MAX_AGE
from sql.core.db import LOOKUP_SETTINGS
from sql.core.fast_pool import open_fast_pool
from tests.support.clicks.visits import BROWSER, visit
from tests.support.orders.clicks import clicks_of, count_clicks
from tests.support.portal import Portal, SomeBrand, Someone, unique


async def change(portal: Portal, statement: str, *values: Any) -> None:
    """Change what clicks are judged by, as sql/ does."""
    async with portal.db() as db, db.transaction():
        await db.execute(statement, *values)
        await sql.clicks.link_cache_invalidation.notify_routes(db)


class TestCode:
    @pytest.mark.parametrize(
        "statement",
        [
            "update brand set status = 'offline' where mid = $2 and $1 > 0",
            "update relationship set status = 4 where publisher_id = $1 and mid = $2",
            "update site set status = 3 where publisher_id = $1 and $2 > 0",
            "update brand set domains = '{other.example}' where mid = $2 and $1 > 0",
        ],
    )
    async def test_click_is_blocked_at_once_when_link_brand_or_channel_is_inactive(
        self, portal: Portal, alice: Someone, brand: SomeBrand, statement: str
    ) -> None:
        link = await portal.link(alice, brand)
        await change(portal, statement, alice.uid, brand.mid)

        answer = await visit(portal, f"/track/{link['code']}")

        [click] = await clicks_of(portal, alice)
        assert (answer.status_code, click["verdict"]) == (302, "blocked")
        assert click["verdict_reason"]
        assert httpx2.URL(answer.headers["location"]).host == f"{brand.mcid}.example"
        assert await count_clicks(portal, alice) == 0

    @pytest.mark.parametrize(
        ("statement", "verdict", "host"),
        [
            ("update brand set status = 'paused' where mid = $2 and $1 > 0", "blocked", "{}"),
            ("update brand set domains = '{{o.example}}', site_url = 'https://o.example' where mid = $2 and $1 > 0",
             "blocked", "o"),
            ("update link set target_url = replace(target_url, '//', '//x')"
             " where publisher_id = $1 and mid = $2", "blocked", "{}"),
            ("update relationship set status = 4 where publisher_id = $1 and mid = $2", "blocked", "{}"),
            ("delete from relationship where publisher_id = $1 and mid = $2", "blocked", "{}"),
            ("update link set uid5 = 'other' where publisher_id = $1 and mid = $2", "valid", "{}"),
        ],
    )  # fmt: skip
    async def test_cached_link_follows_changes_of_its_target_at_once(
        self,
        portal: Portal,
        alice: Someone,
        brand: SomeBrand,
        statement: str,
        verdict: str,
        host: str,
    ) -> None:
        link = await portal.link(alice, brand)
        await portal.click(link["code"])
        await change(portal, statement.replace("{{", "{").replace("}}", "}"), alice.uid, brand.mid)

        answer = await visit(portal, f"/track/{link['code']}", agent=f"{BROWSER} {unique('v')}")

        first, second = await clicks_of(portal, alice)
        assert (first["verdict"], second["verdict"]) == ("valid", verdict)
        assert (second["uid5"] == "other") == ("uid5" in statement)
        found = httpx2.URL(answer.headers["location"]).host
        assert found == f"{host.format(brand.mcid)}.example"
        assert await count_clicks(portal, alice) == 1 + (verdict == "valid")

    async def test_cached_link_that_was_deleted_answers_404(
        self, portal: Portal, alice: Someone, brand: SomeBrand
    ) -> None:
        path = unique("gone")
        link = await portal.link(alice, brand, path=path)
        for address in (f"/track/{link['code']}", f"/s/{path}"):
            assert (await visit(portal, address)).status_code == 302
        await change(
            portal, "update link set deleted_at = created_at where publisher_id = $1", alice.uid
        )
        for address in (f"/track/{link['code']}", f"/s/{path}"):
            assert (await visit(portal, address)).status_code == 404
        assert len(await clicks_of(portal, alice)) == 2

    async def test_custom_path_moved_to_another_link_leads_to_its_target(
        self, portal: Portal, alice: Someone, brand: SomeBrand
    ) -> None:
        path = unique("passed-on")
        await portal.link(alice, brand, path=path)
        await visit(portal, f"/s/{path}")
        other = await portal.link(alice, brand, target_url=f"https://{brand.mcid}.example/other")
        async with portal.db() as db:
            code = await db.fetchval(
                "select code from link where publisher_id = $1 and link_id = $2",
                alice.uid,
                other["link_id"],
            )
        await change(portal, "update track_directory set code = $2 where path = $1", path, code)

        answer = await visit(portal, f"/s/{path}")

        assert "/other?" in answer.headers["location"]
        assert {click["link_id"] for click in await clicks_of(portal, alice)} >= {other["link_id"]}

    async def test_clicks_are_judged_by_the_brand_status_at_the_time_of_writing(
        self, portal: Portal, alice: Someone, brand: SomeBrand
    ) -> None:
        links = [await portal.link(alice, brand) for _ in range(3)]
        status = {"online": "valid", "paused": "blocked"}

        async def turn(word: str) -> None:
            await change(portal, "update brand set status = $2 where mid = $1", brand.mid, word)

        async def visits() -> None:
            await asyncio.gather(
                *(
                    visit(portal, f"/track/{link['code']}", agent=f"{BROWSER} {unique('v')}")
                    for link in links
                    for _ in range(10)
                )
            )

        for word in ("paused", "online") * 3:
            around = asyncio.create_task(visits())
            await turn(word)
            await around
            known = len(await clicks_of(portal, alice))
            await visits()
            after = (await clicks_of(portal, alice))[known:]
            assert {click["verdict"] for click in after} == {status[word]}
        valid = [click for click in await clicks_of(portal, alice) if click["verdict"] == "valid"]
        assert await count_clicks(portal, alice) == len(valid)

    async def test_link_lookup_reads_a_constant_number_of_rows(
        self, portal: Portal, alice: Someone, brand: SomeBrand, database_url: str
    ) -> None:
        link = await portal.link(alice, brand)
        asked = {(alice.uid, link["code"]): link["link_id"]}
        async with (
            open_fast_pool(database_url, settings=LOOKUP_SETTINGS) as lent,
            lent.connection() as db,
        ):
            found = await sql.clicks.intake.find_routes(
                db, asked
            )  # its plan is made of what there is
            await db.execute(
                "insert into link (publisher_id, code, site_id, mid, target_url, created_at)"
                " select publisher_id, code || n, site_id, mid, target_url, created_at from link,"
                " generate_series(1, 3000) as n where publisher_id = $1 and link_id = $2",
                alice.uid,
                link["link_id"],
            )
            read = (
                "select coalesce(idx_tup_fetch, 0) + seq_tup_read"
                " from pg_stat_xact_user_tables where relname = 'link'"
            )
            async with db.transaction():
                before = await db.fetchval(read)
                assert await sql.clicks.intake.find_routes(db, asked) == found
                rows = await db.fetchval(read) - before
        assert [route.link_id for route in found.values()] == [link["link_id"]]
        assert rows < 20

    async def test_link_change_that_was_not_announced_takes_effect_after_the_maximum_cache_age(
        self, portal: Portal, alice: Someone, brand: SomeBrand, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        link = await portal.link(alice, brand)
        await portal.click(link["code"])
        async with portal.db() as db:
            await db.execute("update brand set status = 'paused' where mid = $1", brand.mid)
        cached = portal.resources.recorder._link_cache.find(link["code"])
        assert cached is not None
        cached.checked_at -= MAX_AGE

        await portal.click(link["code"])

        assert [click["verdict"] for click in await clicks_of(portal, alice)] == [
            "valid",
            "blocked",
        ]

    async def test_link_change_during_recording_of_a_click_is_noticed_and_endless_changes_answer_503(
        self, portal: Portal, alice: Someone, brand: SomeBrand, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        link, still = await portal.link(alice, brand), await portal.link(alice, brand)
        keep, changes = sql.clicks.intake.add, 1

        async def changing(db: Any, clicks: Any) -> None:
            nonlocal changes
            if changes:
                changes -= 1
                query = "update link set uid1 = uid1 || 'x' where link_id = $1"
                await change(portal, query, link["link_id"])
            await keep(db, clicks)

        monkeypatch.setattr(sql.clicks.intake, "add", changing)
        paths = [f"/track/{each['code']}" for each in (link, still)]
        answers = await asyncio.gather(*(visit(portal, path) for path in paths))
        assert [answer.status_code for answer in answers] == [302, 302]
        assert [click["uid1"] for click in await clicks_of(portal, alice)] in (["x", ""], ["", "x"])
        refs = {answer.headers["location"][-32:] for answer in answers}
        assert refs == {click["click_id"].hex for click in await clicks_of(portal, alice)}

        changes = 100
        answer = await visit(portal, f"/track/{link['code']}", agent=f"{BROWSER} {unique('v')}")
        assert (answer.status_code, answer.headers["retry-after"]) == (503, "1")
        assert len(await clicks_of(portal, alice)) == 2

    async def test_click_of_a_link_removed_from_the_cache_meanwhile_is_still_recorded(
        self, portal: Portal, alice: Someone, brand: SomeBrand, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        link = await portal.link(alice, brand)
        await portal.click(link["code"])
        link_cache = portal.resources.recorder._link_cache
        keep = sql.clicks.intake.add

        async def gone_meanwhile(*args: Any) -> None:
            await keep(*args)
            link_cache.update(link["code"], None, link_cache.version)

        monkeypatch.setattr(sql.clicks.intake, "add", gone_meanwhile)
        await portal.click(link["code"])
        assert len(await clicks_of(portal, alice)) == 2

    async def test_links_exceeding_the_cache_size_redirect(
        self, portal: Portal, alice: Someone, brand: SomeBrand, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(rpc.clicks.link_cache, "MAX_SIZE", 1_500)
        links = [await portal.link(alice, brand) for _ in range(3)]
        paths = [f"/track/{link['code']}" for link in links * 20]
        answers = await asyncio.gather(*(visit(portal, path) for path in paths))
        assert [answer.status_code for answer in answers] == [302] * 60
        assert len(await clicks_of(portal, alice)) == 60
