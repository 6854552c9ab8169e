"""A portal with a payout provider in a process of its own."""

from collections.abc import AsyncIterator

import pytest

from rpc.outbound import http_client
from tests.conftest import MakeDatabase
from tests.support.demo import free_port
from tests.support.portal import Portal
from tests.support.process.payout_provider import Provider, run_payout_provider
from tests.support.server import serve


@pytest.fixture(scope="module")
async def provider() -> AsyncIterator[Provider]:
    async with run_payout_provider(free_port()) as running:
        yield running


@pytest.fixture(scope="module")
async def bank(
    make_database: MakeDatabase, tmp_path_factory: pytest.TempPathFactory, provider: Provider
) -> AsyncIterator[Portal]:
    """A portal that pays by the provider."""
    folder = tmp_path_factory.mktemp("provider")
    async with serve(make_database(), folder, **provider.settings) as running:
        yield running


@pytest.fixture(autouse=True)
async def calm(provider: Provider, monkeypatch: pytest.MonkeyPatch) -> None:
    """No faults unless a test asks for them, and a short patience."""
    await provider.arrange(outcome="sent", rates={})
    monkeypatch.setattr(http_client, "DEADLINE", 0.5)
