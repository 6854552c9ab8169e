"""A portal where operators review channels."""

from collections.abc import AsyncIterator

import pytest

from tests.support.portal import Portal
from tests.support.server import serve


@pytest.fixture(scope="module")
async def reviewing(
    database_url: str, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[Portal]:
    """A portal whose sites are reviewed by operators."""
    folder = tmp_path_factory.mktemp("reviewing")
    async with serve(database_url, folder, SITE_REVIEW="operator") as running:
        yield running
