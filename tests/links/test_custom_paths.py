"""Custom paths are unique whatever their letter case, and every spelling leads to the link."""

import asyncio
from pathlib import Path

import pytest

from schema.core.errors import Code
from sql.server.migrate import migrate
from tests.architecture.test_migrate import FILLED
from tests.conftest import MakeDatabase
from tests.support.clicks.visits import visit
from tests.support.databases import execute
from tests.support.migrations import NAMES, migrate_part
from tests.support.portal import Portal, SomeBrand, Someone, unique

OTHER = "https://{}.example/other"


async def target_of(portal: Portal, path: str) -> str | None:
    location: str | None = (await visit(portal, f"/s/{path}")).headers.get("location")
    return location and location.partition("?")[0]


async def add_paths(portal: Portal, *rows: tuple[str, int, str]) -> None:
    """Paths as an earlier release kept them: by their exact spelling alone."""
    async with portal.db() as db:
        await db.executemany(
            "insert into track_directory (path, publisher_id, code) values ($1, $2, $3)", rows
        )


class TestSpellings:
    @pytest.mark.parametrize("other", [str.lower, str.upper, str.title, str.swapcase])
    async def test_custom_path_in_any_letter_case_leads_to_its_link(
        self, portal: Portal, alice: Someone, brand: SomeBrand, other: object
    ) -> None:
        path = unique("Summer-Sale")
        await portal.link(alice, brand, path=path)

        assert await target_of(portal, other(path)) == f"https://{brand.mcid}.example/p/1"

    @pytest.mark.parametrize("call", ["/tools/link_code", "/tools/link_bulk", "/tools/link_edit"])
    async def test_another_publisher_cannot_take_a_custom_path_in_another_letter_case(
        self, portal: Portal, alice: Someone, brand: SomeBrand, call: str
    ) -> None:
        path, bob = unique("Sale"), await portal.someone()
        await portal.join(bob, brand)
        await portal.link(alice, brand, path=path)
        draft = {"mcid": brand.mcid, "target_url": OTHER.format(brand.mcid), "path": path.upper()}
        if call == "/tools/link_edit":
            link = await portal.link(bob, brand)
            draft = {"link_id": link["link_id"], "path": path.upper()}
        attributes = {"items": [draft]} if call == "/tools/link_bulk" else draft

        reply = await portal.post(call, bob, attributes=attributes)

        code = reply.data["list"][0]["code"] if call == "/tools/link_bulk" else reply.code
        assert code == Code.TRACK_USED.number

    async def test_concurrent_spellings_of_a_custom_path_make_one_link(
        self, portal: Portal, alice: Someone, brand: SomeBrand
    ) -> None:
        path = unique("sale")
        drafts = [
            {"mcid": brand.mcid, "target_url": OTHER.format(brand.mcid), "path": spelling}
            for spelling in (path, path.upper(), path.title()) * 4
        ]

        replies = await asyncio.gather(
            *(portal.post("/tools/link_code", alice, attributes=draft) for draft in drafts)
        )

        assert sorted(reply.code for reply in replies) == [0] + [Code.TRACK_USED.number] * 11

    async def test_link_accepts_its_own_custom_path_in_another_letter_case(
        self, portal: Portal, alice: Someone, brand: SomeBrand
    ) -> None:
        path = unique("sale")
        link = await portal.link(alice, brand, path=path)
        edit = {"link_id": link["link_id"], "path": path.title()}

        await portal.ok("/tools/link_edit", alice, attributes=edit)

        assert await target_of(portal, path.title()) == await target_of(portal, path)

    async def test_order_with_another_spelling_of_a_custom_path_is_credited_to_its_link(
        self, portal: Portal, alice: Someone, brand: SomeBrand
    ) -> None:
        path = unique("Sale")
        await portal.link(alice, brand, path=path)
        query = {
            "key": brand.token,
            "code": path.upper(),
            "order_id": "1",
            "amount": "5",
            "currency": "GBP",
        }

        answer = (await portal.http.get("/conversion", params=query)).json()

        assert [row["outcome"] for row in answer["data"]["list"]] == ["created"]


class TestPathsOfEarlierVersions:
    async def test_existing_custom_paths_that_differ_only_in_case_keep_their_targets(
        self, portal: Portal, alice: Someone, brand: SomeBrand
    ) -> None:
        path = unique("pair")
        first = await portal.link(alice, brand)
        second = await portal.link(alice, brand, target_url=OTHER.format(brand.mcid))
        await add_paths(
            portal, (path, alice.uid, first["code"]), (path.title(), alice.uid, second["code"])
        )

        assert await target_of(portal, path) == f"https://{brand.mcid}.example/p/1"
        assert await target_of(portal, path.title()) == OTHER.format(brand.mcid)
        assert await target_of(portal, path.upper()) == f"https://{brand.mcid}.example/p/1"

    async def test_link_whose_custom_path_differs_from_another_only_in_case_keeps_its_spelling_alone(
        self, portal: Portal, alice: Someone, brand: SomeBrand
    ) -> None:
        path, bob = unique("pair"), await portal.someone()
        await portal.join(bob, brand)
        first, second = await portal.link(alice, brand), await portal.link(bob, brand)
        await add_paths(
            portal, (path, alice.uid, first["code"]), (path.title(), bob.uid, second["code"])
        )
        attributes = {"link_id": second["link_id"], "path": path.title()}

        await portal.ok("/tools/link_edit", bob, attributes=attributes)

        attributes["path"] = path.upper()
        await portal.refuses(Code.TRACK_USED, "/tools/link_edit", bob, attributes=attributes)


async def test_migration_gives_lowercase_custom_paths_to_the_oldest_link_and_drops_none(
    make_database: MakeDatabase, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    url, before = make_database(empty=True), NAMES.index("0180_custom_path_case")
    migrate_part(url, NAMES[:before], tmp_path, monkeypatch)
    links = [("old", "2026-01-02"), ("older", "2026-01-01"), ("low", "2026-01-03")]
    rows = {"Promo": "old", "PROMO": "older", "Sale": "old", "sale": "low", "New-1": "older"}
    execute(
        url,
        *FILLED,
        *(
            "insert into link (publisher_id, code, site_id, mid, target_url, created_at)"
            f" values (7, '{code}', 70, 700, 'https://kept.example', '{day}')"
            for code, day in links
        ),
        *(
            f"insert into track_directory (path, publisher_id, code) values ('{path}', 7, '{code}')"
            for path, code in rows.items()
        ),
    )

    migrate(url)

    found = execute(url, "select path, code from track_directory")
    assert {row["path"]: row["code"] for row in found} == rows | {
        "promo": "older",
        "new-1": "older",
    }
