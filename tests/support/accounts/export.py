"""Copies of an account's data."""

import csv
import io
import zipfile
from typing import Any

from tests.support.portal import Portal, Someone


async def request_export(portal: Portal, who: Someone) -> dict[str, Any]:
    """The outcome of a requested export, after its job has run."""
    made = await portal.ok("/user/export", who)
    assert (made["status"], made["download_url"]) == (0, None)
    await portal.work()
    listed = (await portal.ok("/common/download_list", who))["list"]
    return next(dict(found) for found in listed if found["id"] == made["id"])


async def open_archive(portal: Portal, url: str) -> zipfile.ZipFile:
    answer = await portal.http.get(url)
    assert answer.status_code == 200, answer.text
    return zipfile.ZipFile(io.BytesIO(answer.content))


def read_table(archive: zipfile.ZipFile, name: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(archive.read(f"{name}.csv").decode(), newline="")))


async def add_clicks(db: Any, who: Someone, mid: int, count: int, now: Any) -> None:
    await db.execute(
        "insert into click (publisher_id, click_time, click_id, link_id, site_id, mid, device, verdict,"
        " visitor) select $1, $4::timestamptz - make_interval(secs => n / 3), gen_random_uuid(), 1, 1, $2,"
        " 'desktop', 'valid', '' from generate_series(1, $3) as n",
        who.uid,
        mid,
        count,
        now,
    )


def id_of(download: dict[str, Any]) -> dict[str, Any]:
    return {"id": download["id"]}
