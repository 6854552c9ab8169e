"""A database and resources for jobs only."""

from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest

from rpc.config.settings import Settings
from rpc.jobs.job import Job
from rpc.process.resources import Resources, open_resources
from tests.conftest import MakeDatabase
from tests.support.process.jobs import runs


@pytest.fixture
def url(make_database: MakeDatabase) -> str:
    return make_database()


@pytest.fixture
async def resources(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Resources]:
    monkeypatch.setattr(Job, "retry_delay", lambda *_: timedelta(milliseconds=50))
    runs.clear()
    settings = Settings.from_environment({"DATA_DIR": str(tmp_path)})
    async with open_resources(settings, url) as resources:
        await resources.pool.execute("CREATE TABLE trace (attempt int)")
        yield resources
