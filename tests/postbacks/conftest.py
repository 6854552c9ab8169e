"""Receivers of postbacks on this machine, and a dispatcher beside the server that tests share."""

from collections.abc import AsyncIterator

import pytest

from tests.support.portal import Portal
from tests.support.postbacks.receiver import Receiver, dispatching, run_receiver


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
