"""Redirects: each 302 has its click, with a verdict that is right and never changes."""

import asyncio
from collections import Counter
from datetime import datetime, timedelta
from typing import Any

import httpx2
import pytest

import handlers.track
import sql.click
import sql.pending
import sql.reconcile
from schema.envelope import Nothing
from schema.ids import parsed_click_ref
from sql.click import Click
from sql.db import SINGLE
from sql.lent import lender
from tests.portal import Portal, SomeBrand, Someone, unique

BROWSER = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/129.0 Safari/537.36"


@pytest.fixture
async def alice(portal: Portal) -> Someone:
    return await portal.someone()


@pytest.fixture
async def shop(portal: Portal, alice: Someone) -> SomeBrand:
    brand = await portal.brand()
    await portal.join(alice, brand)
    return brand


async def clicks_of(portal: Portal, who: Someone) -> list[dict[str, Any]]:
    async with portal.db() as db:
        rows = await db.fetch(
            "select * from click where publisher_id = $1 order by click_time", who.uid
        )
        return [dict(row) for row in rows]


async def counted(portal: Portal, who: Someone) -> int:
    async with portal.db() as db:
        found = await db.fetchval(
            "select coalesce(sum(clicks), 0) from figure where publisher_id = $1 and grain = 'day'",
            who.uid,
        )
        return int(found)


async def visit(portal: Portal, path: str, *, method: str = "GET", agent: str = BROWSER) -> Any:
    return await portal.http.request(
        method, path, headers={"user-agent": agent}, follow_redirects=False
    )


class TestCode:
    async def test_leads_to_the_target_with_the_clicks_reference(
        self, portal: Portal, alice: Someone, shop: SomeBrand
    ) -> None:
        target = f"https://{shop.mcid}.example/p?colour=red&click_ref=old#size"
        link = await portal.link(alice, shop, target_url=target, uid1="spring")

        answer = await visit(portal, f"/track/{link['code']}")

        [click] = await clicks_of(portal, alice)
        assert answer.status_code == 302
        expected = (
            f"https://{shop.mcid}.example/p?colour=red&click_ref={click['click_id'].hex}#size"
        )
        assert answer.headers["location"] == expected
        assert answer.headers["cache-control"] == "no-store"
        assert (click["verdict"], click["uid1"], click["device"]) == ("valid", "spring", "desktop")
        assert portal.parts.ids.read_click(click["click_id"]) == (alice.uid, click["click_time"])

    async def test_the_short_form_is_the_same(
        self, portal: Portal, alice: Someone, shop: SomeBrand
    ) -> None:
        link = await portal.link(alice, shop)
        assert (await visit(portal, f"/s/{link['code']}")).status_code == 302
        assert await counted(portal, alice) == 1

    async def test_a_custom_path_leads_there_too(
        self, portal: Portal, alice: Someone, shop: SomeBrand
    ) -> None:
        path = unique("sale")
        await portal.link(alice, shop, path=path)
        assert (await visit(portal, f"/s/{path}")).status_code == 302
        assert await counted(portal, alice) == 1

    async def test_labels_of_the_visit_replace_those_of_the_link(
        self, portal: Portal, alice: Someone, shop: SomeBrand
    ) -> None:
        link = await portal.link(alice, shop, uid1="link", uid2="kept")
        await visit(portal, f"/track/{link['code']}?uid=visit&uid3=%F0%9F%98%80&uid4=%00x")
        [click] = await clicks_of(portal, alice)
        assert [click[f"uid{n}"] for n in range(1, 5)] == ["visit", "kept", "😀", "x"]

    async def test_a_query_that_cannot_be_read_costs_the_visitor_nothing(
        self, portal: Portal, alice: Someone, shop: SomeBrand
    ) -> None:
        link = await portal.link(alice, shop, uid1="link")
        assert (await visit(portal, f"/track/{link['code']}?uid=%FF%FE")).status_code == 302

    @pytest.mark.parametrize("code", ["nothing", "0" * 14, "%00", "a/b", "x" * 300, "é"])
    async def test_an_unknown_link_is_said_to_be_one(self, portal: Portal, code: str) -> None:
        answer = await visit(portal, f"/track/{code}")
        assert answer.status_code in (404, 200, 503)
        assert "location" not in answer.headers

    async def test_the_same_visitor_counts_once_in_ten_seconds(
        self, portal: Portal, alice: Someone, shop: SomeBrand
    ) -> None:
        link = await portal.link(alice, shop)
        await asyncio.gather(*(visit(portal, f"/track/{link['code']}") for _ in range(10)))
        await visit(portal, f"/track/{link['code']}")

        verdicts = [click["verdict"] for click in await clicks_of(portal, alice)]

        assert (verdicts.count("valid"), verdicts.count("duplicate")) == (1, 10)
        assert await counted(portal, alice) == 1

    async def test_crawlers_and_heads_are_answered_and_not_counted(
        self, portal: Portal, alice: Someone, shop: SomeBrand
    ) -> None:
        link = await portal.link(alice, shop)
        path = f"/track/{link['code']}"

        answers = [
            await visit(portal, path, method="HEAD"),
            await visit(portal, path, agent="Googlebot/2.1 (+http://www.google.com/bot.html)"),
            await visit(portal, path, agent=""),
        ]

        assert [answer.status_code for answer in answers] == [302, 302, 302]
        assert {click["verdict"] for click in await clicks_of(portal, alice)} == {"bot"}
        assert await counted(portal, alice) == 0

    @pytest.mark.parametrize(
        "statement",
        [
            "update brand set status = 'offline' where mid = $2 and $1 > 0",
            "update relationship set status = 4 where publisher_id = $1 and mid = $2",
            "update site set status = 3 where publisher_id = $1 and $2 > 0",
            "update brand set domains = '{other.example}' where mid = $2 and $1 > 0",
        ],
    )
    async def test_what_is_not_in_force_is_blocked_at_once(
        self, portal: Portal, alice: Someone, shop: SomeBrand, statement: str
    ) -> None:
        link = await portal.link(alice, shop)
        async with portal.db() as db:
            await db.execute(statement, alice.uid, shop.mid)

        answer = await visit(portal, f"/track/{link['code']}")

        [click] = await clicks_of(portal, alice)
        assert (answer.status_code, click["verdict"]) == (302, "blocked")
        assert click["verdict_reason"]
        assert httpx2.URL(answer.headers["location"]).host == f"{shop.mcid}.example"
        assert await counted(portal, alice) == 0

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
    async def test_a_link_that_is_known_is_followed_as_it_is_now(
        self,
        portal: Portal,
        alice: Someone,
        shop: SomeBrand,
        statement: str,
        verdict: str,
        host: str,
    ) -> None:
        link = await portal.link(alice, shop)
        await portal.click(link["code"])
        async with portal.db() as db:
            await db.execute(statement.replace("{{", "{").replace("}}", "}"), alice.uid, shop.mid)

        answer = await visit(portal, f"/track/{link['code']}", agent=f"{BROWSER} {unique('v')}")

        first, second = await clicks_of(portal, alice)
        assert (first["verdict"], second["verdict"]) == ("valid", verdict)
        assert (second["uid5"] == "other") == ("uid5" in statement)
        found = httpx2.URL(answer.headers["location"]).host
        assert found == f"{host.format(shop.mcid)}.example"
        assert await counted(portal, alice) == 1 + (verdict == "valid")

    async def test_a_link_that_is_known_and_deleted_leads_nowhere(
        self, portal: Portal, alice: Someone, shop: SomeBrand
    ) -> None:
        path = unique("gone")
        link = await portal.link(alice, shop, path=path)
        for door in (f"/track/{link['code']}", f"/s/{path}"):
            assert (await visit(portal, door)).status_code == 302
        async with portal.db() as db:
            await db.execute(
                "update link set deleted_at = created_at where publisher_id = $1", alice.uid
            )
        for door in (f"/track/{link['code']}", f"/s/{path}"):
            assert (await visit(portal, door)).status_code == 404
        assert len(await clicks_of(portal, alice)) == 2

    async def test_a_path_that_changes_hands_leads_where_it_leads_now(
        self, portal: Portal, alice: Someone, shop: SomeBrand
    ) -> None:
        path = unique("passed-on")
        await portal.link(alice, shop, path=path)
        await visit(portal, f"/s/{path}")
        other = await portal.link(alice, shop, target_url=f"https://{shop.mcid}.example/other")
        async with portal.db() as db:
            code = await db.fetchval(
                "select code from link where publisher_id = $1 and link_id = $2",
                alice.uid,
                other["link_id"],
            )
            await db.execute("update track_directory set code = $2 where path = $1", path, code)

        answer = await visit(portal, f"/s/{path}")

        assert "/other?" in answer.headers["location"]
        assert {click["link_id"] for click in await clicks_of(portal, alice)} >= {other["link_id"]}

    async def test_clicks_are_judged_by_what_is_true_when_they_are_written(
        self, portal: Portal, alice: Someone, shop: SomeBrand
    ) -> None:
        links = [await portal.link(alice, shop) for _ in range(3)]
        status = {"online": "valid", "paused": "blocked"}

        async def turn(word: str) -> None:
            async with portal.db() as db:
                await db.execute("update brand set status = $2 where mid = $1", shop.mid, word)

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
        assert await counted(portal, alice) == len(valid)

    async def test_a_batch_reads_no_more_rows_however_many_there_are(
        self, portal: Portal, alice: Someone, shop: SomeBrand, database_url: str
    ) -> None:
        link = await portal.link(alice, shop)
        asked = [sql.click.unknown(alice.uid, link["code"], link["link_id"])]
        async with lender(database_url, further=SINGLE) as lent, lent.lend() as db:
            kept = await sql.click.keep(db, asked)  # its plans are made of what there is now
            [route] = kept.left_out.values()
            assert route is not None
            many = "generate_series(1, 3000) as n where publisher_id = $1"
            for statement in (
                "insert into link (publisher_id, code, site_id, mid, target_url, created_at)"
                " select publisher_id, code || n, site_id, mid, target_url, created_at from link,",
                "insert into click_pending select publisher_id, link_id, decode(md5(n::text), 'hex'),"
                " created_at, gen_random_uuid(), site_id, mid from link,",
            ):
                await db.execute(f"{statement} {many} and link_id = $2", alice.uid, route.link_id)
            at = portal.parts.clock.now()
            click = Click(
                alice.uid, at, portal.parts.ids.click(alice.uid, at), *route[2:5], *("",) * 5,
                None, "desktop", None, "valid", None, b"x" * 16,
            )  # fmt: skip
            read = (
                "select sum(coalesce(idx_tup_fetch, 0) + seq_tup_read)"
                " from pg_stat_xact_user_tables where relname in ('link', 'click_pending')"
            )
            async with db.transaction():
                before = await db.fetchval(read)
                kept = await sql.click.keep(db, [sql.click.asked(click, route)])
                rows = await db.fetchval(read) - before
        assert kept == sql.click.Kept({}, set())
        assert rows < 20

    async def test_a_link_found_gone_by_another_batch_breaks_none(
        self, portal: Portal, alice: Someone, shop: SomeBrand, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        link = await portal.link(alice, shop)
        await portal.click(link["code"])
        leads = portal.parts.recorder._leads
        keep = sql.click.keep

        async def gone_meanwhile(db: Any, given: Any) -> sql.click.Kept:
            kept = await keep(db, given)
            leads.learn(link["code"], None)
            return kept

        monkeypatch.setattr(sql.click, "keep", gone_meanwhile)
        await portal.click(link["code"])
        assert len(await clicks_of(portal, alice)) == 2

    async def test_many_at_once_are_all_kept(
        self, portal: Portal, alice: Someone, shop: SomeBrand
    ) -> None:
        links = [await portal.link(alice, shop) for _ in range(5)]
        refs = await asyncio.gather(
            *(portal.click(link["code"]) for link in links for _ in range(60))
        )

        rows = await clicks_of(portal, alice)

        assert len({parsed_click_ref(ref) for ref in refs}) == 300
        assert {row["click_id"] for row in rows} == {parsed_click_ref(ref) for ref in refs}
        assert await counted(portal, alice) == 300


class TestFigures:
    """Clicks are figures at once, and stay the same when they are added to those by day."""

    async def test_what_waits_is_added_once_however_many_add_it(
        self, portal: Portal, alice: Someone, shop: SomeBrand
    ) -> None:
        links = [await portal.link(alice, shop) for _ in range(3)]
        for link in links:
            await portal.click(link["code"])
        before = await figures(portal, alice)

        async def settled() -> int:
            async with portal.db() as db, db.transaction():
                return await sql.pending.settle(db, [alice.uid], now=await later(portal))

        assert sum(await asyncio.gather(*(settled() for _ in range(4)))) == 3
        assert await kept(portal, alice) == await figures(portal, alice) == before
        # Day, brand, site, links, month by brand, month by link, month
        assert len(before) == 1 + 1 + 1 + 3 + 1 + 3 + 1
        await portal.click(links[0]["code"])
        assert await counted(portal, alice) == 4

    async def test_a_day_is_that_of_the_publishers_time_zone(
        self, portal: Portal, alice: Someone, shop: SomeBrand
    ) -> None:
        link = await portal.link(alice, shop)
        async with portal.db() as db:
            await db.execute(
                "update publisher set time_zone = 'Pacific/Kiritimati' where publisher_id = $1",
                alice.uid,
            )
        await portal.click(link["code"])
        [click] = await clicks_of(portal, alice)
        day = (click["click_time"] + timedelta(hours=14)).date()

        assert {when for grain, when, _ in await figures(portal, alice) if grain == "day"} == {day}
        async with portal.db() as db, db.transaction():
            await sql.pending.settle(db, [alice.uid], now=await later(portal))
            assert await sql.reconcile.differences(db, alice.uid) == []
        assert {when for grain, when, _ in await kept(portal, alice) if grain == "day"} == {day}

    async def test_the_worker_adds_everybodys(
        self, portal: Portal, alice: Someone, shop: SomeBrand
    ) -> None:
        link = await portal.link(alice, shop)
        for _ in range(2):
            await portal.click(link["code"])
        old = "select min(click_id::text)::uuid from click_pending where publisher_id = $1"
        async with portal.db() as db:
            await db.execute(
                "update click_pending set click_time = click_time - interval '1 minute'"
                f" where publisher_id = $1 and click_id = ({old})",
                alice.uid,
            )
            await handlers.track.figures.later(db, Nothing())
        await portal.work()

        assert await counted(portal, alice) == 2
        # The younger one waits, to be repeated.
        assert sum((await kept(portal, alice)).values()) == 7


async def later(portal: Portal) -> datetime:
    """When all clicks there are have waited long enough."""
    return portal.parts.clock.now() + 2 * sql.pending.AFTER


async def figures(portal: Portal, who: Someone) -> dict[tuple[Any, ...], int]:
    """Clicks as reports read them, by grain, day and key."""
    return await clicks_in(
        portal, "select grain, day, key, clicks from figure where publisher_id = $1", who
    )


async def kept(portal: Portal, who: Someone) -> dict[tuple[Any, ...], int]:
    """Clicks that were added to the figures, likewise."""
    return await clicks_in(
        portal, "select grain, day, key, clicks from rollup where publisher_id = $1", who
    )


async def clicks_in(portal: Portal, query: str, who: Someone) -> dict[tuple[Any, ...], int]:
    sums: Counter[tuple[Any, ...]] = Counter()
    async with portal.db() as db:
        for *place, clicks in await db.fetch(query, who.uid):
            sums[tuple(place)] += clicks
    return dict(sums)
