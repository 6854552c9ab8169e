"""Receivers that hang, drip, swell or break off delay nobody else (trust.md T17, small)."""

import contextlib
import time

import psutil
import pytest

from tests.support.hostile.receivers import NOISES
from tests.support.orders.orders import deal
from tests.support.portal import Portal
from tests.support.tools.receiver import dispatching, run_receiver, save, wait_for_log

GROWN = 100 << 20
"""Bytes that the process may hold more, of the worker and of this test."""


class TestNoisyReceivers:
    async def test_a_healthy_one_gets_its_events_within_seconds(
        self, portal: Portal, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("rpc.outbound.postback_client.DEADLINE", 3.0)
        process, healthy = psutil.Process(), await deal(portal)
        async with contextlib.AsyncExitStack() as stack:
            noisy = {name: await deal(portal) for name in NOISES}
            for name, it in noisy.items():
                receiver = await stack.enter_async_context(run_receiver(NOISES[name]))
                await save(portal, it.who, receiver.url)
                await it.report(*(it.order() for _ in range(3)))
            fine = await stack.enter_async_context(run_receiver())
            await save(portal, healthy.who, fine.url)
            start = process.memory_info().rss
            await stack.enter_async_context(dispatching(portal))
            for name in ("reset", "redirect", "headers"):  # by when the others hold what they can
                await wait_for_log(
                    portal, noisy[name].who, lambda rows: any(row["attempt"] for row in rows)
                )
            begun = time.monotonic()
            await healthy.report(*(healthy.order() for _ in range(20)))
            await wait_for_log(
                portal, healthy.who, lambda rows: all(row["state"] == "delivered" for row in rows)
            )
            assert time.monotonic() - begun < 5
            assert len(fine.received) == 20
            assert process.memory_info().rss - start < GROWN
            errors = {}
            for name, it in noisy.items():
                await wait_for_log(portal, it.who, lambda rows: any(row["attempt"] for row in rows))
                rows = await wait_for_log(portal, it.who, lambda _: True)
                errors[name] = {row["error"] for row in rows if row["attempt"]}
        assert errors == {
            "hang": {"timeout"},
            "drip": {"timeout"},
            "bomb": {None},  # its status came, and nobody unpacks the rest
            "endless": {None},  # nor reads it
            "headers": {"unreachable"},
            "reset": {"unreachable"},
            "redirect": {"redirect"},
        }
