"""A worker killed during an export: no partial file is left, and the next worker makes it whole."""

import os
import signal
from pathlib import Path

from tests.conftest import MakeDatabase
from tests.exports.test_downloads import until, working
from tests.support.accounts.export import add_clicks
from tests.support.reports.exports import OF_CLICKS, read_xlsx
from tests.support.server import serve

CLICKS = 60_000


async def test_report_export_starts_again_after_its_worker_was_killed(
    make_database: MakeDatabase, tmp_path: Path
) -> None:
    url = make_database()
    async with serve(url, tmp_path) as portal:
        alice, brand = await portal.someone(), await portal.brand()
        now = portal.resources.clock.now()
        async with portal.db() as db:
            await add_clicks(db, alice, brand.mid, CLICKS, now)
        days = {"start_date": f"{now.year - 1}-01-01", "end_date": f"{now.year}-12-31"}
        given = {"report": "clicks", "format": "xlsx", "filter": days}
        await portal.ok("/reports/export", alice, attributes=given)

        async with working(url, tmp_path) as process:
            seen = await until(portal, alice, lambda row: row["status"] == 1)
            os.kill(process.pid, signal.SIGKILL)
        assert seen["download_url"] is None
        assert not any(names for _, _, names in os.walk(tmp_path / "files"))

        async with working(url, tmp_path):
            made = await until(portal, alice, lambda row: row["status"] > 1)

        assert (made["status"], made["rows"]) == (2, CLICKS)
        answer = await portal.http.get(made["download_url"])
        refs = [row["click_ref"] for row in read_xlsx(answer.content, OF_CLICKS)]
        async with portal.db() as db:
            clicks = await db.fetch("select click_id from click where publisher_id = $1", alice.uid)
        assert len(refs) == CLICKS
        assert set(refs) == {row["click_id"].hex for row in clicks}
        assert not [name for name in os.listdir(tmp_path) if name.startswith("tmp")]
