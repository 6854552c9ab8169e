"""Receivers that hang, drip, swell or break off delay nobody else (trust.md T17, small)."""

import asyncio
import contextlib

import psutil
import pytest

from tests.support.hostile.receivers import NOISES
from tests.support.orders.orders import Deal, deal
from tests.support.portal import Portal
from tests.support.postbacks.receiver import (
    Answer,
    Received,
    dispatching,
    run_receiver,
    save,
    wait_for_log,
)
from tests.support.timing import HANG_SECONDS

GROWN = 100 << 20
"""Bytes that the process may hold more, of the worker and of this test."""
FOR_EVER = {"hang", "drip"}
"""Those that an attempt waits for until its deadline."""
DEADLINE = "rpc.outbound.postback_client.DEADLINE"


class TestNoisyReceivers:
    async def test_healthy_receiver_is_served_beside_misbehaving_ones(
        self, portal: Portal, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """No attempt ends by its deadline before, so that one behind those that hang would wait for ever."""
        monkeypatch.setattr(DEADLINE, 10 * HANG_SECONDS)
        process, healthy, over = psutil.Process(), await deal(portal), asyncio.Event()
        async with contextlib.AsyncExitStack() as stack:
            noisy = {name: await deal(portal) for name in NOISES}
            held = []
            for name, it in noisy.items():
                answer = until(over, NOISES[name]) if name in FOR_EVER else NOISES[name]
                receiver = await stack.enter_async_context(run_receiver(answer))
                held += [receiver] if name in FOR_EVER else []
                await save(portal, it.who, receiver.url)
                await it.report(*(it.order() for _ in range(3)))
            fine = await stack.enter_async_context(run_receiver())
            await save(portal, healthy.who, fine.url)
            start = process.memory_info().rss
            await stack.enter_async_context(dispatching(portal))
            stack.callback(over.set)
            for receiver in held:
                await receiver.wait_for(1)
            errors = {
                name: await errors_of(it) for name, it in noisy.items() if name not in FOR_EVER
            }
            await healthy.report(*(healthy.order() for _ in range(20)))
            await wait_for_log(
                portal, healthy.who, lambda rows: all(row["state"] == "delivered" for row in rows)
            )
            assert len(fine.received) == 20
            assert all(receiver.open for receiver in held)
            assert process.memory_info().rss - start < GROWN
        assert errors.pop("bytes") <= {"timeout", "unreachable"}  # whichever bound it reaches first
        assert errors == {
            "bomb": {None},  # its status came, and nobody unpacks the rest
            "endless": {None},  # nor reads it
            "headers": {"unreachable"},
            "reset": {"unreachable"},
            "redirect": {"redirect"},
            "interim": {"unreachable"},
            "line": {"unreachable"},
            "chunks": {None},
            "extensions": {None},
            "trailers": {None},
        }

    @pytest.mark.parametrize("name", sorted(FOR_EVER))
    async def test_endless_response_of_a_postback_receiver_is_cut_off_at_the_deadline(
        self, portal: Portal, monkeypatch: pytest.MonkeyPatch, name: str
    ) -> None:
        monkeypatch.setattr(DEADLINE, 0.5)
        it = await deal(portal)
        async with run_receiver(NOISES[name]) as receiver, dispatching(portal):
            await save(portal, it.who, receiver.url)
            await it.report(it.order())
            assert await errors_of(it) == {"timeout"}


def until(over: asyncio.Event, noise: Answer) -> Answer:
    """The same noise, which ends once it is over."""

    async def answer(request: Received, writer: asyncio.StreamWriter) -> None:
        tasks = [asyncio.ensure_future(each) for each in (noise(request, writer), over.wait())]
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in tasks:
            task.cancel()

    return answer


async def errors_of(it: Deal) -> set[str | None]:
    """What its attempts ended with, once there is one."""
    rows = await wait_for_log(it.portal, it.who, lambda rows: any(row["attempt"] for row in rows))
    return {row["error"] for row in rows if row["attempt"]}
