"""Jobs queued under a path of an earlier version run under the present one."""

import asyncio
from pathlib import Path

import pytest

from handlers._registry import registry
from rpc.config.settings import Settings
from rpc.jobs.worker import work
from rpc.process.resources import open_resources
from sql.server.migrate import migrate
from tests.conftest import MakeDatabase, execute
from tests.support.migrations import NAMES, migrate_part
from tests.support.timing import no_hang

RENAMED = {
    "/auth/forget": "/network/purge_expired",
    "/track/figures": "/track/file_clicks",
    "/payments/reseal": "/payments/reencrypt",
}


@pytest.fixture
def url(make_database: MakeDatabase, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A database of the version before, where each of the jobs waits and one has been counted."""
    url, folder = make_database(empty=True), tmp_path / "migrations"
    folder.mkdir()
    migrate_part(url, NAMES[: NAMES.index("0023_job_paths")], folder, monkeypatch)
    waiting = (
        "insert into pgqueuer (priority, status, entrypoint, dedupe_key, payload)"
        f" values (0, 'queued', '{path}', '{path}', '{{}}')"
        for path in RENAMED
    )
    execute(url, *waiting, "insert into job_count values ('/auth/forget', 'done', 40)")
    return url


async def test_jobs_of_renamed_paths_run_under_the_new_paths(url: str, tmp_path: Path) -> None:
    migrate(url)

    settings, stop = Settings.from_environment({"DATA_DIR": str(tmp_path)}), asyncio.Event()
    async with open_resources(settings, url) as resources, no_hang():
        worker = asyncio.create_task(work(registry, resources, stop))
        while await resources.pool.fetchval("select count(*) from pgqueuer where id <= 3"):
            await asyncio.sleep(0.05)
        stop.set()
        await worker

    log = "select entrypoint from pgqueuer_log where job_id <= 3 and status = 'successful'"
    assert {row["entrypoint"] for row in execute(url, log)} == set(RENAMED.values())


def test_periodic_jobs_of_renamed_paths_have_the_new_path_as_key(url: str) -> None:
    migrate(url)

    rows = execute(url, "select entrypoint, dedupe_key from pgqueuer")
    assert {tuple(row) for row in rows} == {(path, path) for path in RENAMED.values()}


def test_job_counts_continue_under_the_new_path(url: str) -> None:
    migrate(url)

    [row] = execute(url, "select path, outcome, count from job_count")
    assert tuple(row) == ("/network/purge_expired", "done", 40)
