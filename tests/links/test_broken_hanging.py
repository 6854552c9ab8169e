"""Shops that hang: reported as broken in time, without delaying other checks or the worker's stop."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack

import pytest

import rpc.outbound.link_checker
from handlers.tools.broken_links.broken import LINK_QUEUE, check_links
from handlers.tools.broken_links.link_check_job import HOSTS_AT_ONCE, check_targets
from rpc.outbound.http_client import LOOPBACK
from rpc.outbound.link_checker import LinkChecker, host_of
from schema.links.broken_type import BrokenType
from schema.links.link_health import Finding
from tests.support.links.shop_pages import answer
from tests.support.postbacks.receiver import Received, read_request, run_receiver
from tests.support.timing import HANG_SECONDS, no_hang, wait_until


async def hang(_: Received, writer: asyncio.StreamWriter) -> None:
    await asyncio.sleep(3_600)


@pytest.fixture
async def checker(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[LinkChecker]:
    monkeypatch.setattr(rpc.outbound.link_checker, "HOST_INTERVAL", 0.0)
    found = LinkChecker(LOOPBACK)
    yield found
    await found.aclose()


def target(url: str) -> tuple[str, str, str]:
    return f"{url}/page/1", "click_ref", url


async def test_link_check_of_hanging_hosts_ends_when_the_worker_stops(
    checker: LinkChecker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rpc.outbound.link_checker.TimeBudget, "left", 10 * HANG_SECONDS)
    monkeypatch.setattr(rpc.outbound.link_checker, "HEAD_DEADLINE", 10 * HANG_SECONDS)
    stop = asyncio.Event()
    async with AsyncExitStack() as stack:
        shops = [await stack.enter_async_context(run_receiver(hang)) for _ in range(5)]
        targets = {target(shop.url): False for shop in shops}
        checking = asyncio.create_task(check_targets(checker, targets, stop))
        await wait_until(lambda: all(shop.received for shop in shops))
        stop.set()
        async with no_hang():
            assert await checking == {}


async def test_link_target_that_hangs_is_unreachable_within_its_deadline(
    checker: LinkChecker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rpc.outbound.link_checker.TimeBudget, "left", 5.0)
    monkeypatch.setattr(rpc.outbound.link_checker, "HEAD_DEADLINE", 0.5)
    async with no_hang(), run_receiver(hang) as slow:
        found = await check_targets(checker, {target(slow.url): False}, asyncio.Event())
    assert found[target(slow.url)].type is BrokenType.UNREACHABLE
    assert [request.method for request in slow.received] == ["HEAD", "GET"]


async def test_failed_check_of_a_link_target_does_not_affect_others(
    checker: LinkChecker, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = LinkChecker.check

    async def fail(self: LinkChecker, target: str, *more: str) -> Finding:
        if target.endswith("/page/1"):
            raise ArithmeticError("a fault of ours")
        return await whole(self, target, *more)

    monkeypatch.setattr(LinkChecker, "check", fail)
    async with run_receiver(answer) as shop:
        bad, good = target(shop.url), (f"{shop.url}/page/2", "click_ref", shop.url)
        found = await check_targets(checker, {bad: False, good: False}, asyncio.Event())
    assert {each: finding.type for each, finding in found.items()} == {
        bad: BrokenType.UNVERIFIED,
        good: None,
    }


def test_link_checks_run_in_parallel_in_a_separate_queue() -> None:
    assert HOSTS_AT_ONCE <= rpc.outbound.link_checker.PARALLEL_MAX
    assert check_links.queue == LINK_QUEUE != ""


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("https://shop.example/a", "http://SHOP.example:80/b", True),
        ("https://shop.example/a", "https://shop.example.:443/", True),
        ("https://shop.example/", "https://www.shop.example/", False),
        ("http://127.0.0.1:8001/", "http://127.0.0.1:8002/", False),
    ],
)
def test_hosts_of_checked_links_are_compared_ignoring_default_port_trailing_dot_and_case(
    one: str, other: str, same: bool
) -> None:
    assert (host_of(one) == host_of(other)) is same


async def test_link_check_requests_a_hundred_hosts_concurrently(checker: LinkChecker) -> None:
    """So that one request a second to each is a hundred a second in all."""
    together = asyncio.Barrier(100)

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        request = await read_request(reader)
        if request.method == "HEAD":
            await together.wait()  # none is answered before all have asked
        await answer(request, writer)
        await writer.drain()
        writer.close()

    server = await asyncio.start_server(serve, "0.0.0.0", 0)
    port = server.sockets[0].getsockname()[1]
    async with server:
        targets = {target(f"http://127.0.1.{number}:{port}"): False for number in range(1, 101)}
        async with no_hang():
            found = await check_targets(checker, targets, asyncio.Event())
    assert {finding.type for finding in found.values()} == {None}
    assert len(found) == 100
