"""A portal on both paths: the fast one, which bypasses much of uvicorn and asyncpg, and the plain one."""

from collections.abc import AsyncIterator

import pytest

from tests.support.portal import Portal
from tests.support.server import serve


@pytest.fixture(scope="session", params=["1", "0"], ids=["fast", "plain"])
def fast_paths(request: pytest.FixtureRequest) -> str:
    """The setting of each path."""
    setting: str = request.param
    return setting


@pytest.fixture(scope="session")
async def portal_of_path(
    fast_paths: str, database_url: str, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[Portal]:
    folder = tmp_path_factory.mktemp("path")
    async with serve(database_url, folder, FAST_PATHS=fast_paths) as running:
        yield running
