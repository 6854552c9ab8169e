"""The demonstration data in a database with data: publishers, a part of it, the same names, another address."""

import asyncio
import json
import os
import re
import secrets
import subprocess
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest

import handlers.demo.demonstration
from handlers.demo.catalogue import address
from handlers.demo.catalogue.brands import catalogue
from handlers.demo.demonstration import STEPS
from handlers.reports.export_queue import queue_waiting
from rpc import Fault
from schema.links.broken_type import BrokenType
from schema.links.target_url import matches_domains
from tests.architecture.source.imports import ROOT
from tests.conftest import MakeDatabase
from tests.support.portal import Portal
from tests.support.server import serve

KEY = {"SECRET_KEY": secrets.token_urlsafe(48)}


def leave_out(monkeypatch: pytest.MonkeyPatch, *steps: str) -> None:
    """Not by delitem, which would put them back behind the others."""
    rest = {name: step for name, step in STEPS.items() if name not in steps}
    monkeypatch.setattr(handlers.demo.demonstration, "STEPS", rest)


@pytest.fixture
async def empty(
    make_database: MakeDatabase, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Portal]:
    """A portal of its own whose demonstration has no year, which takes the time."""
    leave_out(monkeypatch, "year")
    async with serve(make_database(), tmp_path) as running:
        yield running


@pytest.fixture(scope="module")
def filled_database(make_database: MakeDatabase) -> str:
    return make_database()


@pytest.fixture(scope="module")
async def filled_portal(
    filled_database: str, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[Portal]:
    """A portal with the demonstration but its year, for tests that only add to it."""
    with pytest.MonkeyPatch.context() as patch:
        leave_out(patch, "year")
        folder = tmp_path_factory.mktemp("filled")
        async with serve(filled_database, folder, **KEY) as running:
            assert await handlers.demo.demonstration.fill(running.resources)
            yield running


class TestOtherPublishers:
    async def test_demonstration_orders_in_many_currencies_are_not_refused(
        self, empty: Portal
    ) -> None:
        for currency in ("GBP", "EUR", "USD", "SEK", "JPY", "UAH"):
            await empty.someone(currency=currency)
        await handlers.demo.demonstration.fill(empty.resources)

        missing = await empty.ok("/network/missing_rates", await empty.operator())
        assert missing == {"list": []}


class TestKilledFill:
    async def test_interrupted_fill_of_the_demonstration_is_completed_by_the_next(
        self, empty: Portal, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        whole = STEPS["programmes"]

        async def interrupt(db: Any, portal: Any) -> Any:
            write = await whole(db, portal)

            async def dying(db: Any) -> None:
                await write(db)
                raise ConnectionResetError

            return dying

        with monkeypatch.context() as patch:
            patch.setitem(handlers.demo.demonstration.STEPS, "programmes", interrupt)
            with pytest.raises(ConnectionResetError):
                await handlers.demo.demonstration.fill(empty.resources)
        half = await empty.value("select count(*) from brand")

        made = await handlers.demo.demonstration.fill(empty.resources)

        assert (half, made) == (0, True)
        assert await empty.value("select count(*) from brand") == len(catalogue().brands)
        assert await empty.value("select count(*) from account") == 19

    async def test_demonstration_filled_concurrently_is_made_once(self, empty: Portal) -> None:
        await asyncio.gather(
            handlers.demo.demonstration.fill(empty.resources),
            handlers.demo.demonstration.fill(empty.resources),
        )

        assert await empty.value("select count(*) from account") == 19


class TestLinks:
    async def test_demonstration_has_each_kind_of_broken_link_retired_links_and_coupons(
        self, filled_portal: Portal
    ) -> None:
        given = {"account": "demo@example.com", "password": "publisher-demo-pass"}
        token = (await filled_portal.ok("/auth/sign_in", attributes=given))["token"]

        async def rows(path: str) -> list[dict[str, Any]]:
            return list((await filled_portal.ok(path, token, page={"perPage": 1000}))["list"])

        links, coupons = await rows("/tools/links"), await rows("/brands/coupons")
        kinds = {row["type"] for row in await rows("/tools/broken_links")}
        assert kinds == {int(kind) for kind in BrokenType}
        assert sum(bool(row["coupon"]) for row in links) == 3
        assert 0 < sum(row["retired"] for row in links) < len(links) / 2
        assert [row["code"] for row in coupons if row["exclusive"]] == ["KETTLE20"]
        assert await filled_portal.value("select count(*) from coupon") >= len(coupons) + 2


class TestReports:
    async def test_demonstration_has_saved_views_and_a_download_of_each_format(
        self, filled_portal: Portal
    ) -> None:
        given = {"account": "demo@example.com", "password": "publisher-demo-pass"}
        demo = (await filled_portal.ok("/auth/sign_in", attributes=given))["token"]
        views = (await filled_portal.ok("/reports/view_list", demo))["list"]
        assert len(views) >= 3
        assert [view["mailed"] for view in views].count("week") == 1
        assert not any(view["out_of_date"] for view in views)

        async with filled_portal.db() as db:
            await queue_waiting(db)
            await queue_waiting(db)
        await filled_portal.work()

        rows = (await filled_portal.ok("/common/download_list", demo))["list"]
        ends = sorted((row["filename"].rpartition(".")[2], row["status"]) for row in rows)
        assert ends == [("csv", 2), ("csv", 3), ("parquet", 2), ("xlsx", 2)]


class TestExistingNames:
    async def test_demonstration_reports_and_keeps_an_existing_brand_of_the_same_name(
        self, empty: Portal
    ) -> None:
        await empty.brand(mcid="hamperwell", name="A real brand")

        with pytest.raises(Fault, match="hamperwell"):
            await handlers.demo.demonstration.fill(empty.resources)

        name = await empty.value("select name from brand where mcid = 'hamperwell'")
        assert name == "A real brand"

    async def test_demonstration_reports_an_existing_account_of_the_same_name(
        self, empty: Portal
    ) -> None:
        async with empty.db() as db:
            await db.execute("insert into login_directory values ('u:demo', 1, 1)")

        with pytest.raises(Fault, match="'demo'"):
            await handlers.demo.demonstration.fill(empty.resources)

        assert await empty.value("select count(*) from publisher where publisher_id > 0") == 0


class TestPortalAddress:
    async def test_demonstrations_brands_and_links_follow_the_portal_to_another_port(
        self, empty: Portal
    ) -> None:
        await handlers.demo.demonstration.fill(empty.resources)
        settings = msgspec.structs.replace(
            empty.resources.settings, public_url="http://localhost:8123"
        )
        moved = replace(empty.resources, settings=settings)

        made = await handlers.demo.demonstration.fill(moved)

        new = "http://localhost:8123/demo/shop/%"
        brands = "select count(*) from brand where site_url not like $1 or domains <> $2"
        assert not made
        assert await empty.value(brands, new, ["localhost:8123"]) == 0
        links = "select count(*) from link where target_url not like $1 and target_url not like $2"
        pages = "http://localhost:8123/demo/%"
        assert await empty.value(links, pages, "https://old.%.example/sale") == 0

    @pytest.mark.parametrize(
        ("url", "domain"),
        [
            ("http://localhost:8000", "localhost:8000"),
            ("https://portal.example", "portal.example"),
            ("https://portal.example:443", "portal.example"),
            ("http://portal.example:443", "portal.example:443"),
        ],
    )
    def test_brand_domain_of_the_demonstration_covers_its_shops(
        self, url: str, domain: str
    ) -> None:
        assert address.domain(url) == domain
        assert matches_domains(address.shop_url(url, "a"), (domain,))


async def test_link_examples_of_the_docs_run_as_printed(filled_portal: Portal) -> None:
    account = {"account": "demo@example.com", "password": "publisher-demo-pass"}
    token = (await filled_portal.ok("/auth/sign_in", attributes=account))["token"]
    for path in (
        "/tools/link_preview",
        "/tools/link_bulk_preview",
        "/tools/link_bulk",
        "/tools/link_code",
    ):
        front_path = {"front_path": f"calls{path}"}
        page = await filled_portal.ok("/tools/api_info", token, attributes=front_path)
        made = await filled_portal.ok(path, token, **json.loads(page["params"]["body"])["req"])
        assert {row["code"] for row in made.get("list", [])} <= {0}, made
        assert path != "/tools/link_preview" or made["code"] == 0, made


async def test_curl_commands_of_the_main_job_run_as_printed(
    filled_portal: Portal, filled_database: str
) -> None:
    """At another address than that of the demonstration's shops, as 127.0.0.1 is not localhost."""
    text = (ROOT / "docs/main-job.md").read_text()
    [steps] = re.findall("```bash\n(.*?)```", text, re.S)
    script = re.sub("^P=.*$", f"P={filled_portal.url}", steps, flags=re.M)
    folder = str(filled_portal.resources.settings.data_dir)
    own = {"DATABASE_URL": filled_database, "DATA_DIR": folder, **KEY}

    done = await asyncio.to_thread(
        subprocess.run,
        ["bash", "-euo", "pipefail", "-c", script],
        cwd=ROOT,
        env=os.environ | own,
        capture_output=True,
        text=True,
    )

    assert done.returncode == 0, done.stderr
    for words in ('"mcid":"loomfield"', '"created"', '"unchanged"', '"kind":"click"'):
        assert words in done.stdout
