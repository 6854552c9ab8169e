"""A brand's logo given by address is fetched once, checked and kept."""

from pathlib import Path
from typing import Any

import pytest

from handlers.common.files import sweep_files
from schema.core.envelope import Nothing
from tests.support.databases import earlier
from tests.support.hostile.files import PDF, image
from tests.support.hostile.websites import website
from tests.support.orders.brands import draft
from tests.support.portal import Portal
from tests.support.server import serve


async def save(portal: Portal, whole: dict[str, Any]) -> None:
    await portal.ok("/network/brand_save", await portal.operator(), attributes=whole)


async def logo_of(portal: Portal, whole: dict[str, Any]) -> str | None:
    alice = await portal.someone()
    info = await portal.ok("/brands/info", alice, attributes={"mcid": whole["mcid"]})
    logo: str | None = info["logo"]
    return logo


class TestFetchLogo:
    async def test_brand_logo_is_fetched_once_and_served_by_the_portal(
        self, portal: Portal
    ) -> None:
        async with website() as shop:
            shop.raw["/logo.png"] = image()
            whole = draft(logo=f"{shop.url}/logo.png")
            await save(portal, whole)
            before = await logo_of(portal, whole)
            await portal.work()
            await save(portal, {**whole, "name": "Another name"})
            await portal.work()
            met = shop.met
        logo = await logo_of(portal, whole)

        assert (before, met) == (None, 1)
        assert logo is not None
        assert logo.startswith("/files/")
        answer = await portal.http.get(logo)
        assert (answer.status_code, answer.headers["content-type"]) == (200, "image/png")

    async def test_saving_a_brand_unchanged_keeps_the_logo(self, portal: Portal) -> None:
        async with website() as shop:
            shop.raw["/logo.png"] = image()
            whole = draft(logo=f"{shop.url}/logo.png")
            await save(portal, whole)
            await portal.work()
        logo, operator = await logo_of(portal, whole), await portal.operator()
        read = await portal.ok("/network/brand_info", operator, attributes={"mcid": whole["mcid"]})
        await save(portal, read)
        await save(portal, whole)
        assert (read["logo"], await logo_of(portal, whole)) == (logo, logo)

        await save(portal, {**whole, "logo": None})
        assert await logo_of(portal, whole) is None

    @pytest.mark.parametrize(
        "body", [b"<svg onload=alert(1)>", PDF, b"\x89PNG\r\n\x1a\n broken", b""]
    )
    async def test_response_that_is_not_an_image_is_not_stored_as_brand_logo(
        self, portal: Portal, body: bytes
    ) -> None:
        async with website() as shop:
            shop.raw["/logo.png"] = body
            whole = draft(logo=f"{shop.url}/logo.png")
            await save(portal, whole)
            await portal.work()
        assert await logo_of(portal, whole) is None

    async def test_failed_fetch_of_a_brand_logo_is_retried_when_the_brand_is_saved_again(
        self, portal: Portal
    ) -> None:
        async with website() as shop:
            whole = draft(logo=f"{shop.url}/logo.png")
            await save(portal, whole)
            await portal.work()
            failed = await logo_of(portal, whole)
            shop.raw["/logo.png"] = image()
            await portal.value("delete from pgqueuer where entrypoint = '/network/fetch_logo'")
            await save(portal, whole)
            await portal.work()
        assert failed is None
        assert await logo_of(portal, whole) is not None

    async def test_brand_logo_is_fetched_only_from_public_addresses(
        self, database_url: str, tmp_path: Path
    ) -> None:
        own_keys = {"DEMO": "0", "SECRET_KEY": "a-key-of-this-test-with-32-letters-or-more"}
        async with serve(database_url, tmp_path, **own_keys) as strict, website() as shop:
            shop.raw["/logo.png"] = image()
            whole = draft(logo=f"{shop.url}/logo.png")
            await save(strict, whole)
            await strict.work()
            assert (shop.met, await logo_of(strict, whole)) == (0, None)

    async def test_fetched_brand_logo_is_kept_when_unused_files_are_deleted(
        self, portal: Portal
    ) -> None:
        async with website() as shop:
            shop.raw["/logo.png"] = image()
            whole = draft(logo=f"{shop.url}/logo.png")
            await save(portal, whole)
            await portal.work()
        logo = await logo_of(portal, whole)
        assert logo
        async with portal.db() as db:
            await db.execute(
                f"update upload set {earlier('touched_at', '25 hours')} where name = $1",
                logo.removeprefix("/files/"),
            )
            await sweep_files.later(db, Nothing())
        await portal.work()
        assert (await portal.http.get(logo)).status_code == 200
