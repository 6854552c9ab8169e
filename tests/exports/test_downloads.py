"""Requested files: fetched by their owner with a valid ticket, deleted, swept, completed after a killed worker."""

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from handlers.common.downloads import sweep_downloads
from rpc import Code
from rpc.calls.context import Worker
from schema.core.envelope import Nothing
from tests.conftest import MakeDatabase
from tests.support.accounts.export import (
    add_clicks,
    id_of,
    open_archive,
    read_table,
    request_export,
)
from tests.support.databases import earlier
from tests.support.portal import Portal, Someone
from tests.support.server import serve
from tests.support.timing import wait_until

WORKER = (
    "import asyncio, sys; from tests.support.process import killed_worker; from handlers._registry import registry;"
    " killed_worker.registry = registry; asyncio.run(killed_worker.drain(*sys.argv[1:]))"
)


class TestTicket:
    async def test_download_ticket_opens_one_file_as_attachment_for_ten_minutes(
        self, portal: Portal, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        alice = await portal.someone()
        url = (await request_export(portal, alice))["download_url"]
        answer = await portal.http.get(url)
        assert answer.headers["content-type"] == "application/zip"
        assert answer.headers["content-disposition"].startswith("attachment; filename*=UTF-8''my-")
        assert "sandbox" in answer.headers["content-security-policy"]
        assert answer.headers["cache-control"] == "no-store"
        assert (await portal.http.head(url)).headers["content-length"] == str(len(answer.content))
        soon = portal.resources.clock.now() + timedelta(minutes=10, seconds=1)
        monkeypatch.setattr(portal.resources.clock, "now", lambda: soon)
        assert (await portal.http.get(url)).status_code == 404

    async def test_download_with_a_missing_forged_or_foreign_ticket_is_not_found(
        self, portal: Portal
    ) -> None:
        alice, bob = await portal.someone(), await portal.someone()
        his, hers = [
            (await request_export(portal, who))["download_url"].split("?ticket=")
            for who in (bob, alice)
        ]
        for url in (
            hers[0],
            f"{hers[0]}?ticket=",
            f"{hers[0]}?ticket={his[1]}",
            f"{hers[0]}?ticket={hers[1][:-1]}{'A' if hers[1][-1] != 'A' else 'B'}",
            f"{hers[0]}?ticket={bob.token}",
        ):
            assert (await portal.http.get(url)).status_code == 404, url

    @pytest.mark.parametrize("end", ["/auth/sign_out", "/user/close"])
    async def test_download_ticket_ends_with_its_session(self, portal: Portal, end: str) -> None:
        alice = await portal.someone()
        url = (await request_export(portal, alice))["download_url"]
        given = {"attributes": {"password": alice.password}} if end == "/user/close" else {}
        await portal.ok(end, alice, **given)
        assert (await portal.http.get(url)).status_code == 404


class TestDownloadDel:
    async def test_deleted_downloads_are_unlisted_and_their_files_swept(
        self, portal: Portal
    ) -> None:
        alice = await portal.someone()
        made = await request_export(portal, alice)
        name = made["download_url"].split("?")[0].removeprefix("/files/")
        assert (portal.resources.settings.data_dir / "files" / name).exists()

        await portal.ok("/common/download_del", alice, attributes=id_of(made))

        assert await portal.ok("/common/download_list", alice) == {
            "list": [],
            "total": 0,
            "next": None,
        }
        assert (await portal.http.get(made["download_url"])).status_code == 404
        await portal.refuses(Code.NOT_FOUND, "/common/download_del", alice, attributes=id_of(made))
        await portal.ok("/common/download_del", alice, attributes={"clearAll": 1})
        await swept(portal)
        assert not (portal.resources.settings.data_dir / "files" / name).exists()

    async def test_pending_download_is_not_made_after_deletion(self, portal: Portal) -> None:
        alice = await portal.someone()
        made = await portal.ok("/user/export", alice)
        await portal.ok("/common/download_del", alice, attributes={"clearAll": 1})
        await portal.work()
        async with portal.db() as db:
            size = "select size from download where publisher_id = $1 and download_id = $2"
            assert await db.fetchval(size, alice.uid, made["id"]) is None

    async def test_deletion_of_downloads_without_an_id_is_refused(self, portal: Portal) -> None:
        await portal.refuses(21000, "/common/download_del", await portal.someone())


class TestSweepDownloads:
    async def test_downloads_of_a_closed_account_are_deleted_at_once(self, portal: Portal) -> None:
        alice = await portal.someone()
        await request_export(portal, alice)
        await portal.ok("/user/close", alice, attributes={"password": alice.password})
        await swept(portal)
        async with portal.db() as db:
            count = "select count(*) from download where publisher_id = $1"
            assert await db.fetchval(count, alice.uid) == 0

    async def test_download_is_deleted_after_seven_days(self, portal: Portal) -> None:
        alice, bob = await portal.someone(), await portal.someone()
        made, other = await request_export(portal, alice), await request_export(portal, bob)
        async with portal.db() as db:
            lasts = await db.fetchval(
                f"update download set {earlier('expires_at', '7 days')}"
                " where publisher_id = $1 returning expires_at - created_at",
                alice.uid,
            )
        assert lasts == timedelta()

        assert (await portal.http.get(made["download_url"])).status_code == 404
        await swept(portal)

        async with portal.db() as db:
            count = "select count(*) from download where publisher_id = $1"
            assert await db.fetchval(count, alice.uid) == 0
        name = made["download_url"].split("?")[0].removeprefix("/files/")
        assert not (portal.resources.settings.data_dir / "files" / name).exists()
        assert (await portal.http.get(other["download_url"])).status_code == 200

    async def test_download_abandoned_for_an_hour_has_failed(self, portal: Portal) -> None:
        alice = await portal.someone()
        await portal.ok("/user/export", alice)
        async with portal.db() as db:
            await db.execute(
                f"update download set status = 1, {earlier('touched_at', '61 minutes')}"
                " where publisher_id = $1",
                alice.uid,
            )
        await swept(portal)
        [failed] = (await portal.ok("/common/download_list", alice))["list"]
        assert failed["status"] == 3


async def swept(portal: Portal) -> None:
    async with portal.db() as db, db.transaction():
        worker = Worker(db=db, now=portal.resources.clock.now(), resources=portal.resources)
        await sweep_downloads.handler(worker, Nothing())


@asynccontextmanager
async def working(url: str, folder: Path) -> AsyncIterator[asyncio.subprocess.Process]:
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", WORKER, url, str(folder), stderr=asyncio.subprocess.DEVNULL
    )
    try:
        yield process
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()


async def test_export_of_a_killed_worker_is_completed_by_the_next(
    make_database: MakeDatabase, tmp_path: Path
) -> None:
    clicks = 200_000
    url = make_database()
    async with serve(url, tmp_path) as portal:
        alice, brand = await portal.someone(), await portal.brand()
        async with portal.db() as db:
            await add_clicks(db, alice, brand.mid, clicks, portal.resources.clock.now())
            await db.execute(
                "insert into rollup (publisher_id, grain, day, key, clicks)"
                " values ($1, 'month', '2026-11-01', $2, $3)",
                alice.uid,
                brand.mid,
                clicks,
            )
        await portal.ok("/user/export", alice)

        async with working(url, tmp_path) as process:
            seen = await until(portal, alice, lambda row: row["progress"] > 5)
            os.kill(process.pid, signal.SIGKILL)
        assert (seen["status"], seen["download_url"]) == (1, None)
        assert not any(names for _, _, names in os.walk(tmp_path / "files"))

        async with working(url, tmp_path):
            made = await until(portal, alice, lambda row: row["status"] > 1)

        assert made["status"] == 2
        archive = await open_archive(portal, made["download_url"])
        assert archive.testzip() is None
        refs = {row["click_ref"] for row in read_table(archive, "clicks")}
        async with portal.db() as db:
            rows = await db.fetch(
                "select click_id from click_all where publisher_id = $1", alice.uid
            )
        assert refs == {row["click_id"].hex for row in rows}
        assert len(refs) == clicks
        assert not [name for name in os.listdir(tmp_path) if name.startswith("tmp")]


async def until(portal: Portal, who: Someone, fits: Any) -> dict[str, Any]:
    found: dict[str, Any] = {}

    async def it_fits() -> bool:
        [row] = (await portal.ok("/common/download_list", who))["list"]
        found.update(row)
        return bool(fits(row))

    await wait_until(it_fits)
    return found
