"""A brand whose pages are checked without pauses."""

from collections.abc import AsyncIterator

import pytest

import rpc.outbound.link_checker
from tests.support.links.shop_pages import Shop, open_shop
from tests.support.portal import Portal, Someone


@pytest.fixture
async def shop(
    portal: Portal, alice: Someone, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Shop]:
    """A brand she promotes, checked without pauses between requests."""
    monkeypatch.setattr(rpc.outbound.link_checker, "HOST_INTERVAL", 0.0)
    async with portal.db() as db:  # links of other tests are not looked at
        await db.execute("delete from link_check")
    async with open_shop(portal, alice) as shop:
        yield shop
