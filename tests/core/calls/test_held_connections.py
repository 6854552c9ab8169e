"""Slow calls hold a connection to the database: one publisher's leave enough for all others."""

import asyncio
import socket
import threading
from collections.abc import Iterator
from typing import Any

import pytest

import handlers.payments.documents
from rpc.exports.pdf_writer import write_pdf
from rpc.outbound.http_client import HOSTS_CHECKED_MAX
from schema.payments.document import Document
from sql.core.db import POOL_SIZE
from tests.support.portal import Portal, Someone
from tests.support.timing import HANG_SECONDS, wait_until

SILENT = ".silent.example"


@pytest.fixture
def silence(monkeypatch: pytest.MonkeyPatch) -> Iterator[set[str]]:
    """A name server that never answers for some names, and records the requests."""
    released, look_up, asked = threading.Event(), socket.getaddrinfo, set[str]()

    def answer(host: Any, *args: Any, **more: Any) -> Any:
        if str(host).endswith(SILENT):
            asked.add(str(host))
            released.wait(HANG_SECONDS)
            raise socket.gaierror
        return look_up(host, *args, **more)

    monkeypatch.setattr(socket, "getaddrinfo", answer)
    yield asked
    released.set()


async def answers(portal: Portal, other: Someone) -> None:
    """Others are answered; a call that waits for a held connection would be refused (21005) instead."""
    for _ in range(5):
        await portal.ok("/user/profile", other)


def preview(number: int) -> dict[str, Any]:
    draft = {"event_type": 1, "delivery_type": 1, "link_url": f"http://{number}{SILENT}/"}
    return {"draft": draft}


async def ask(portal: Portal, who: Someone, number: int) -> int | None:
    return (await portal.post("/postback/test_info", who, attributes=preview(number))).code


async def test_calls_that_wait_for_dns_leave_database_connections_for_others(
    portal: Portal, silence: set[str]
) -> None:
    people = [await portal.someone() for _ in range(4)]
    other = await portal.someone()
    asking = [
        asyncio.create_task(ask(portal, who, 100 * n + number))
        for n, who in enumerate(people)
        for number in range(POOL_SIZE)
    ]
    await wait_until(lambda: len(silence) == HOSTS_CHECKED_MAX)
    await answers(portal, other)
    assert len(silence) == HOSTS_CHECKED_MAX
    for task in asking:
        task.cancel()


@pytest.fixture
def writing(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many statements were being written, each time that one was begun."""
    current, counts = 0, list[int]()

    async def write(document: Document) -> bytes:
        nonlocal current
        current += 1
        counts.append(current)
        try:
            return await write_pdf(document)
        finally:
            current -= 1

    monkeypatch.setattr(handlers.payments.documents, "write_pdf", write)
    return counts


async def test_account_statements_of_one_publisher_leave_database_connections_for_others(
    portal: Portal, writing: list[int]
) -> None:
    alice, other = await portal.someone(), await portal.someone()
    period = f"{portal.resources.clock.now():%Y-%m}"
    asked = {"period": period, "format": "pdf"}
    asking = [
        asyncio.create_task(portal.post("/payments/statement", alice, attributes=asked))
        for _ in range(2 * POOL_SIZE)
    ]
    await wait_until(lambda: bool(writing))
    await answers(portal, other)
    codes = [reply.code for reply in await asyncio.gather(*asking)]
    assert set(codes) <= {0, 21004}
    # One at a time; how many get a turn, and whether any is refused, depends on the machine.
    assert set(writing) == {1}
    assert codes.count(0) == len(writing)
    assert (await portal.post("/payments/statement", alice, attributes=asked)).code == 0
