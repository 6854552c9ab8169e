"""Receivers of postbacks on this machine, and a dispatcher beside the server that tests share."""

from collections.abc import AsyncIterator

import pytest

import rpc.outbound.link_checker
from tests.support.portal import Portal, Someone
from tests.support.tools.receiver import Receiver, dispatching, run_receiver
from tests.support.tools.shop_pages import Shop, open_shop


@pytest.fixture
async def receiver() -> AsyncIterator[Receiver]:
    """A receiver that answers 200 until told otherwise."""
    async with run_receiver() as running:
        yield running


@pytest.fixture
async def sending(portal: Portal) -> AsyncIterator[None]:
    """Deliveries are sent as long as the test runs."""
    async with dispatching(portal):
        yield


@pytest.fixture
async def shop(
    portal: Portal, alice: Someone, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Shop]:
    """A brand she promotes, which is asked without a pause."""
    monkeypatch.setattr(rpc.outbound.link_checker, "HOST_INTERVAL", 0.0)
    async with portal.db() as db:  # links of other tests are not looked at
        await db.execute("delete from link_check")
    async with open_shop(portal, alice) as shop:
        yield shop
