"""A portal whose database can be stopped."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.conftest import MakeDatabase
from tests.support.clicks.failover import KEY
from tests.support.database_proxy import Proxy, run_proxy
from tests.support.portal import Portal
from tests.support.server import serve


@pytest.fixture(scope="module")
def url(make_database: MakeDatabase) -> str:
    """The database of this module, which no other module's server asks."""
    return make_database()


@pytest.fixture
async def proxy(url: str) -> AsyncIterator[Proxy]:
    async with run_proxy(url) as proxy:
        yield proxy


@pytest.fixture
async def portal(proxy: Proxy, tmp_path: Path) -> AsyncIterator[Portal]:
    """A server whose database can be taken away."""
    async with serve(proxy.url, tmp_path, SECRET_KEY=KEY, CLICK_SECONDS="1") as running:
        yield running
        proxy.mend()
