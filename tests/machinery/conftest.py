"""A portal by both roads: past uvicorn and asyncpg, and through all of them."""

from collections.abc import AsyncIterator

import pytest

from tests.support.portal import Portal
from tests.support.server import served


@pytest.fixture(scope="session", params=["1", "0"], ids=["fast", "plain"])
def fast_paths(request: pytest.FixtureRequest) -> str:
    """The setting of each road."""
    road: str = request.param
    return road


@pytest.fixture(scope="session")
async def portal_of_road(
    fast_paths: str, database_url: str, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[Portal]:
    folder = tmp_path_factory.mktemp("road")
    async with served(database_url, folder, FAST_PATHS=fast_paths) as running:
        yield running
