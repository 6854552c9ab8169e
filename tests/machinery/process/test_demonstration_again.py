"""The demonstration data where there are data already: cut short, of the same names, or of another address."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest

import sql.clicks.click
import sql.demo
from rpc import Fault
from schema.clicks.target import matches_domains
from sql.demo import STEPS
from sql.demo.catalogue import address
from sql.demo.catalogue.brands import catalogue
from tests.conftest import MakeDatabase
from tests.support.portal import Portal
from tests.support.server import served


@pytest.fixture
async def empty(
    make_database: MakeDatabase, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Portal]:
    """A portal of its own whose demonstration has no year, which takes the time."""
    for step in ("year", "figures"):
        monkeypatch.delitem(STEPS, step)
    async with served(make_database(), tmp_path) as running:
        yield running


class TestKilledFill:
    async def test_it_is_completed_by_the_next(
        self, empty: Portal, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        whole = STEPS["programmes"]

        async def killed(db: Any, portal: Any) -> Any:
            write = await whole(db, portal)

            async def dying(db: Any) -> None:
                await write(db)
                raise ConnectionResetError

            return dying

        with monkeypatch.context() as patch:
            patch.setitem(STEPS, "programmes", killed)
            with pytest.raises(ConnectionResetError):
                await sql.demo.fill(empty.resources)
        half = await empty.value("select count(*) from brand")

        made = await sql.demo.fill(empty.resources)

        assert (half, made) == (0, True)
        assert await empty.value("select count(*) from brand") == len(catalogue().brands)
        assert await empty.value("select count(*) from account") == 2

    async def test_two_at_once_make_one(self, empty: Portal) -> None:
        await asyncio.gather(sql.demo.fill(empty.resources), sql.demo.fill(empty.resources))

        assert await empty.value("select count(*) from account") == 2


class TestNames:
    async def test_a_brand_of_the_same_name_is_told_of_and_kept(self, empty: Portal) -> None:
        await empty.brand(mcid="hamperwell", name="A real brand")

        with pytest.raises(Fault, match="hamperwell"):
            await sql.demo.fill(empty.resources)

        name = await empty.value("select name from brand where mcid = 'hamperwell'")
        assert name == "A real brand"

    async def test_an_account_of_the_same_name_is_told_of(self, empty: Portal) -> None:
        async with empty.db() as db:
            await db.execute("insert into login_directory values ('u:demo', 1, 1)")

        with pytest.raises(Fault, match="'demo'"):
            await sql.demo.fill(empty.resources)

        assert await empty.value("select count(*) from publisher where publisher_id > 0") == 0


class TestAddress:
    async def test_brands_and_links_follow_the_portal_to_another_port(self, empty: Portal) -> None:
        await sql.demo.fill(empty.resources)
        settings = msgspec.structs.replace(
            empty.resources.settings, public_url="http://localhost:8123"
        )
        moved = replace(empty.resources, settings=settings)

        made = await sql.demo.fill(moved)

        new = "http://localhost:8123/demo/shop/%"
        brands = "select count(*) from brand where site_url not like $1 or domains <> $2"
        assert not made
        assert await empty.value(brands, new, ["localhost:8123"]) == 0
        assert await empty.value("select count(*) from link where target_url not like $1", new) == 0

    @pytest.mark.parametrize(
        ("url", "domain"),
        [
            ("http://localhost:8000", "localhost:8000"),
            ("https://portal.example", "portal.example"),
            ("https://portal.example:443", "portal.example"),
            ("http://portal.example:443", "portal.example:443"),
        ],
    )
    def test_the_domain_is_the_one_that_covers_its_shops(self, url: str, domain: str) -> None:
        assert address.domain(url) == domain
        assert matches_domains(address.shop_url(url, "a"), (domain,))
