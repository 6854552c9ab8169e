"""T13: neither the answer nor its time tells whether an account exists."""

import asyncio
import random
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

from rpc.security.passwords import Passwords
from tests.soak.addresses import elsewhere
from tests.soak.support.tally import Tally
from tests.soak.support.trial_portal import Stand, stand
from tests.support.portal import Someone

PATHS = ("/auth/sign_in", "/auth/pwd_forget", "/auth/email_check_resend")


@dataclass(frozen=True)
class Size:
    calls: int
    """Of each kind, for each path."""
    off: float
    """How far from a half may be the share of pairs in which the call for a known account took longer."""
    gap: float
    """Seconds between the medians."""


FULL = Size(calls=1_000, off=0.05, gap=0.002)
SMALL = Size(calls=150, off=0.12, gap=0.01)


async def main(data: Path, ports: list[int], size: Size) -> AsyncIterator[Tally]:
    async with stand(data, ports[:1]) as it:
        it.environment |= {"TRUSTED_PROXIES": "127.0.0.1/32"}
        it.start()
        await it.ready()
        people = [await it.portal.someone(site=False) for _ in range(size.calls)]
        # Those who have yet to prove their address are mailed by the last of the paths.
        await it.resources.pool.execute("update account set email_verified_at = null")
        for path in PATHS:
            yield await alike(it, path, people, size)
        yield await early(size)


def attributes_of(path: str, name: str) -> dict[str, Any]:
    if path == "/auth/sign_in":
        return {"account": name, "password": "another one entirely"}
    return {"email": f"{name}@example.com"}


async def alike(it: Stand, path: str, people: list[Someone], size: Size) -> Tally:
    """Try known and unknown accounts in random order."""
    tally, port = Tally(f"T13 {path}"), it.ports[0]
    dice, answers = random.Random(13), set[tuple[int, bytes]]()
    seconds: dict[bool, list[float]] = {True: [], False: []}
    for number, one in enumerate(people):
        for known in dice.sample([True, False], 2):
            caller = elsewhere(port)
            name = one.username if known else f"nobody-{number:06d}"
            reply = await caller.post(path, "", attributes=attributes_of(path, name))
            seconds[known].append(reply.seconds)
            answers.add((reply.status, reply.body))
            caller.close()
    tally.must(len(answers) == 1, f"{len(answers)} answer, byte by byte")
    judge(tally, seconds[True], seconds[False], size)
    return tally


def judge(tally: Tally, existing: list[float], unknown: list[float], size: Size) -> None:
    area, gap = auc(existing, unknown), abs(median(existing) - median(unknown))
    tally.notes.append(f"AUC {area:.3f}, medians {gap * 1000:.2f} ms apart")
    tally.lost = int(abs(area - 0.5) > size.off or gap > size.gap)


def auc(existing: list[float], unknown: list[float]) -> float:
    """The share of pairs in which the first took longer (Mann and Whitney's U over all pairs)."""
    ranked = sorted([(value, True) for value in existing] + [(value, False) for value in unknown])
    below = above = 0
    for _, first in ranked:
        below += not first
        above += below if first else 0
    return above / (len(existing) * len(unknown))


async def early(size: Size) -> Tally:
    """A sign-in that hashes nothing for an unknown account."""
    tally, passwords = Tally("   control: no hash if unknown", control=True), Passwords()
    hash = await passwords.hash("the right one")
    seconds: dict[bool, list[float]] = {True: [], False: []}
    for _ in range(size.calls // 10):
        for known in (True, False):
            began = perf_counter()
            if known:
                await passwords.matches(hash, "a wrong one")
            await asyncio.sleep(0)
            seconds[known].append(perf_counter() - began)
    judge(tally, seconds[True], seconds[False], size)
    return tally
