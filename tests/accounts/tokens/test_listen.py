"""`portal-client listen` sends the feed of events to a local server as postbacks are sent, and keeps its place."""

import asyncio
import json
import os
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from standardwebhooks import Webhook, WebhookVerificationError

from tests.accounts.tokens.test_api_tokens import make
from tests.support.orders.orders import Deal, deal
from tests.support.portal import Portal
from tests.support.postbacks.receiver import Received, Receiver, answering, run_receiver
from tests.support.timing import HANG_SECONDS

SOURCE = Path(__file__).parents[3] / "schema/clients/python/src"


@pytest.fixture
async def receiver() -> AsyncIterator[Receiver]:
    async with run_receiver() as running:
        yield running


@pytest.fixture
async def it(portal: Portal) -> Deal:
    """A publisher with three events."""
    it = await deal(portal)
    await it.report(*(it.order() for _ in range(3)))
    return it


class Listening:
    """A run of the command: its lines, and how it ended."""

    def __init__(self, process: Process) -> None:
        self.process = process
        self.lines: list[str] = []

    async def secret(self) -> str:
        return (await self.line("Secret of this run: ")).rpartition(" ")[2]

    async def line(self, words: str) -> str:
        """The next line with these words."""
        assert self.process.stdout is not None
        while True:
            line = (await asyncio.wait_for(self.process.stdout.readline(), HANG_SECONDS)).decode()
            assert line, (words, self.lines)
            self.lines.append(line.strip())
            if words in line:
                return line.strip()

    async def end(self) -> tuple[int | None, str]:
        """The exit status, and what was written as an error."""
        out, error = await asyncio.wait_for(self.process.communicate(), HANG_SECONDS)
        self.lines += out.decode().splitlines()
        return self.process.returncode, error.decode()


@asynccontextmanager
async def listening(
    portal: Portal, it: Deal, folder: Path, url: str, *words: str, token: str = ""
) -> AsyncIterator[Listening]:
    token = token or (await make(portal, it.who))["token"]
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "publisher_portal_client", "listen", "--forward", url, *words),
        cwd=folder,
        stdout=PIPE,
        stderr=PIPE,
        env={
            **os.environ,
            "PYTHONPATH": str(SOURCE),
            "PORTAL_URL": portal.url,
            "PORTAL_TOKEN": token,
        },
    )
    try:
        yield Listening(process)
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


async def listen_once(
    portal: Portal, it: Deal, folder: Path, url: str, *words: str
) -> tuple[str, int | None, list[str]]:
    """Send the events that there are; the secret, the exit status and the lines."""
    async with listening(portal, it, folder, url, "--once", *words) as run:
        secret = await run.secret()
        status, error = await run.end()
        assert "Traceback" not in error
        return secret, status, run.lines + error.splitlines()


async def events(portal: Portal, it: Deal) -> list[dict[str, Any]]:
    feed = await portal.ok("/reports/events", it.who, page={"perPage": 100})
    rows: list[dict[str, Any]] = feed["list"]
    return rows


def ids(requests: list[Received]) -> list[str]:
    return [request.headers["webhook-id"] for request in requests]


async def test_events_arrive_in_order_signed_as_postbacks_are(
    portal: Portal, receiver: Receiver, it: Deal, tmp_path: Path
) -> None:
    secret, status, lines = await listen_once(portal, it, tmp_path, f"{receiver.url}/in")

    listed = await events(portal, it)
    assert status == 0
    assert [json.loads(request.body) for request in receiver.received] == listed
    assert ids(receiver.received) == [event["event_id"] for event in listed]
    for request, event in zip(receiver.received, listed, strict=True):
        assert (request.method, request.target) == ("POST", "/in")
        assert request.headers["content-type"] == "application/json"
        assert Webhook(secret).verify(request.body, request.headers) == event
        with pytest.raises(WebhookVerificationError):
            Webhook(secret).verify(request.body + " ", request.headers)
        assert any(event["event_id"] in line and "HTTP 200" in line for line in lines)


async def test_restart_continues_from_the_last_event_with_a_new_secret(
    portal: Portal, receiver: Receiver, it: Deal, tmp_path: Path
) -> None:
    first, _, _ = await listen_once(portal, it, tmp_path, receiver.url)
    await it.report(it.order())
    second, _, _ = await listen_once(portal, it, tmp_path, receiver.url)
    await listen_once(portal, it, tmp_path, receiver.url)

    assert ids(receiver.received) == [event["event_id"] for event in await events(portal, it)]
    assert first != second
    assert (tmp_path / "portal-events.txt").is_file()
    await listen_once(portal, it, tmp_path, receiver.url, "--cursor", "another.txt")
    assert len(receiver.received) == 8


async def test_only_events_of_a_name_or_new_ones_are_sent(
    portal: Portal, receiver: Receiver, it: Deal, tmp_path: Path
) -> None:
    await listen_once(portal, it, tmp_path, receiver.url, "--new")
    assert receiver.received == []
    order = it.order()
    await it.report(order)
    await it.report({**order, "items": [{"amount": "5.00"}]})
    await listen_once(portal, it, tmp_path, receiver.url, "--event", "order.updated")

    [request] = receiver.received
    assert json.loads(request.body)["event_name"] == "order.updated"
    await listen_once(portal, it, tmp_path, receiver.url)
    assert len(receiver.received) == 1


async def test_refused_event_is_sent_again_and_then_left_out(
    portal: Portal, receiver: Receiver, it: Deal, tmp_path: Path
) -> None:
    listed = [event["event_id"] for event in await events(portal, it)]
    answers = {listed[0]: [500, 200], listed[1]: [302, 503]}

    async def answer(request: Received, writer: asyncio.StreamWriter) -> None:
        left = answers.get(request.headers["webhook-id"])
        status = left.pop(0) if left else 200
        location = ["Location: http://127.0.0.1:9/"] if status == 302 else []
        await answering(status, *location)(request, writer)

    receiver.answer = answer
    _, status, lines = await listen_once(portal, it, tmp_path, receiver.url, "--attempts", "2")

    assert status == 0
    assert ids(receiver.received) == [listed[0], listed[0], listed[1], listed[1], listed[2]]
    assert sum("left out after 2 attempts" in line for line in lines) == 1
    assert receiver.received[0].body == receiver.received[1].body
    await listen_once(portal, it, tmp_path, receiver.url)
    assert len(receiver.received) == 5


@pytest.mark.parametrize("sign", [signal.SIGINT, signal.SIGTERM])
async def test_ctrl_c_ends_it_cleanly_and_no_event_is_sent_twice(
    portal: Portal, receiver: Receiver, it: Deal, tmp_path: Path, sign: signal.Signals
) -> None:
    listed = [event["event_id"] for event in await events(portal, it)]

    async def answer(request: Received, writer: asyncio.StreamWriter) -> None:
        await answering(500 if request.headers["webhook-id"] == listed[1] else 200)(request, writer)

    receiver.answer = answer
    async with listening(portal, it, tmp_path, receiver.url, "--attempts", "9") as run:
        await run.line("HTTP 500")
        run.process.send_signal(sign)
        assert await run.end() == (0, "")
        assert run.lines[-1] == "Stopped. The next start goes on from here."
    receiver.answer, seen = answering(200), len(receiver.received)
    await listen_once(portal, it, tmp_path, receiver.url)

    assert ids(receiver.received[seen:]) == listed[1:]


async def test_running_listener_sends_what_happens_and_outlives_a_receiver_that_is_away(
    portal: Portal, receiver: Receiver, it: Deal, tmp_path: Path
) -> None:
    words = ("--new", "--interval", "0.2")
    async with run_receiver() as other:
        away = f"http://127.0.0.1:{other.port}/in"
    async with listening(portal, it, tmp_path, away, *words) as run:
        await run.secret()
        await asyncio.sleep(1)
        await it.report(it.order())
        await run.line("no answer")
        async with run_receiver(port=other.port) as back:
            [request] = await back.wait_for(1)
            await run.line("HTTP 200")
        assert request.headers["webhook-id"] == (await events(portal, it))[-1]["event_id"]
        run.process.send_signal(signal.SIGINT)
        assert await run.end() == (0, "")


async def test_closed_receiver_ends_the_command_and_keeps_the_event(
    portal: Portal, receiver: Receiver, it: Deal, tmp_path: Path
) -> None:
    receiver.answer = answering(410)
    _, status, lines = await listen_once(portal, it, tmp_path, receiver.url)
    assert status == 1
    assert "410 Gone" in lines[-1]
    receiver.answer = answering(200)
    await listen_once(portal, it, tmp_path, receiver.url)

    assert len(receiver.received) == 4
    assert receiver.received[0].headers["webhook-id"] == receiver.received[1].headers["webhook-id"]


async def test_wrong_token_or_address_is_reported_in_one_line(
    portal: Portal, receiver: Receiver, it: Deal, tmp_path: Path
) -> None:
    async with listening(portal, it, tmp_path, receiver.url, token="api_wrong") as run:
        status, error = await run.end()
        assert (status, len(error.splitlines())) == (1, 1)
        assert error.startswith("401: ")
    async with listening(portal, it, tmp_path, "localhost:9000/in") as run:
        status, error = await run.end()
        assert (status, len(error.splitlines())) == (1, 1)
        assert "http://localhost:9000/in" in error
    assert receiver.received == []
