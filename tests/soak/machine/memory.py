"""Attacks from one address: both processes return the memory, and others are hardly delayed."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic

from tests.soak.addresses import elsewhere
from tests.soak.guessing import memory
from tests.soak.support.caller import Caller
from tests.soak.support.tally import Tally
from tests.soak.support.trial_portal import TICK, Process, Stand, answers, stand
from tests.support.channels import save_channel
from tests.support.clicks.agents import FIREFOX
from tests.support.hostile.attacks import ATTACKS, Attacker, attack
from tests.support.hostile.bursts import burst
from tests.support.hostile.files import noise, send_all
from tests.support.portal import PASSWORD, Someone

GROWN = 50
"""MiB that a process may hold more after a burst than at its start."""
RETURNED_WITHIN = 10.0
SLOWER = {"calls": 10, "sign_ins": 10, "redirects": 5}
"""Times that the slowest hundredth of others' answers may take as long as in quiet."""
PAUSE = 0.01
SIGN_IN_EVERY = 10
"""Rounds of the others: a sign-in hashes, and is to delay them no more than in life."""
ATTACKERS = 5
NAIVE = ("unread", "tracks")


@dataclass(frozen=True)
class Size:
    rounds: int
    scale: float
    bounded: bool
    """Whether there are enough measurements for a 99th percentile."""


FULL = Size(rounds=20, scale=1, bounded=True)
SMALL = Size(rounds=2, scale=0.5, bounded=False)


@dataclass
class Waits:
    """Seconds that others waited, in quiet and during a kind of burst."""

    calls: list[float] = field(default_factory=list)
    sign_ins: list[float] = field(default_factory=list)
    redirects: list[float] = field(default_factory=list)


async def main(data: Path, ports: list[int], size: Size) -> AsyncIterator[Tally]:
    for path, fast_paths in (("fast", "1"), ("plain", "0")):
        async with stand(data, ports[:1]) as it:
            it.environment |= {
                "SESSION_RATE": "1000/1000",
                "FAST_PATHS": fast_paths,
                "TRUSTED_PROXIES": "127.0.0.1/32",
                "ALLOWED_NETWORKS": "127.0.0.0/8",
            }
            it.start("work")
            await it.ready()
            yield await attacks(it, path, ports[2], size)
            if path == "plain":
                yield await naive(it, ports[1], size)


async def attacks(it: Stand, path: str, website: int, size: Size) -> Tally:
    tally = Tally(f"attacks, {path} paths")
    who, brand = await it.portal.someone(), await it.portal.brand()
    await it.portal.join(who, brand)
    code = (await it.portal.link(who, brand))["code"]
    processes = {"web": it.webs[0], "worker": it.others[0]}
    given = await attacker(it, website)
    waits = {kind: Waits() for kind in ("quiet", *ATTACKS)}
    await others(it, who, code, Waits(), asyncio.create_task(asyncio.sleep(1)))
    for _ in range(size.rounds):
        quiet = asyncio.create_task(asyncio.sleep(2))
        await others(it, who, code, waits["quiet"], quiet)
    start = {name: memory(process) for name, process in processes.items()}
    most = dict.fromkeys(ATTACKS, 0)
    for _ in range(size.rounds):
        for kind in ATTACKS:
            attacking = asyncio.create_task(attack(kind, it.ports[0], size.scale, given))
            await others(it, who, code, waits[kind], attacking)
            for name, process in processes.items():
                most[kind] = max(most[kind], await measure_growth(process, start[name]))
    for kind, mib in most.items():
        tally.must(mib <= GROWN, f"{kind}: {mib} MiB more, at most {GROWN}")
        # Without the fast paths only memory has a bound: they are what serves unless somebody turns them off.
        compare(tally, kind, waits[kind], waits["quiet"], bound=size.bounded and path == "fast")
    starts = [process.starts - 1 for process in processes.values()]
    tally.must(sum(starts) == 0, "web process and worker are those that began")
    return tally


async def attacker(it: Stand, website: int) -> Attacker:
    """Publishers that attack, each with a channel whose website is theirs."""
    people = [await it.portal.someone(site=False) for _ in range(ATTACKERS)]
    url = f"http://127.0.0.1:{website}"
    made = [await save_channel(it.portal, one, website=url) for one in people]
    channels = [(one.token, site["id"]) for one, site in zip(people, made, strict=True)]
    picture = await send_all(it.portal, people[0], noise())
    return Attacker(website, channels, picture["url"])


async def others(
    it: Stand, who: Someone, code: str, waits: Waits, until: "asyncio.Task[None]"
) -> None:
    """Call, follow a link and now and then sign in, one after another, until something is over."""
    caller, visitor = Caller(it.ports[0]), Caller(it.ports[0])
    number = 0
    while not until.done():
        number += 1
        called = await caller.post("/user/profile", who.token)
        assert called.code == 0, called
        led = await visitor.get(f"/track/{code}", f"{FIREFOX}.{number % 100}")
        assert led.status == 302, led
        waits.calls.append(called.seconds)
        waits.redirects.append(led.seconds)
        if number % SIGN_IN_EVERY == 1:
            waits.sign_ins.append(await sign_in(it.ports[0], who))
        await asyncio.sleep(PAUSE)
    caller.close()
    visitor.close()
    await until


async def measure_growth(process: Process, start: int) -> int:
    """MiB that a process holds more than at its start, once it had time to give them back."""
    until = monotonic() + RETURNED_WITHIN
    while (grown := (memory(process) - start) >> 20) > GROWN and monotonic() < until:
        await asyncio.sleep(TICK)
    return grown


async def sign_in(port: int, who: Someone) -> float:
    """Seconds that it takes, from an address of its own; the session is over again."""
    caller = elsewhere(port)
    asked = {"account": who.username, "password": PASSWORD}
    entered = await caller.post("/auth/sign_in", "", attributes=asked)
    assert entered.code == 0, entered
    await caller.post("/auth/sign_out", entered.data["token"])
    caller.close()
    return entered.seconds


def compare(tally: Tally, kind: str, waits: Waits, quiet: Waits, *, bound: bool) -> None:
    for name, slower in SLOWER.items():
        found, usual = getattr(waits, name), getattr(quiet, name)
        slow, fast = p99(found), p99(usual)
        text = f"{slow * 1000:.1f} ms, {slow / fast:.1f} times {fast * 1000:.1f} in quiet"
        tally.must(slow <= slower * fast or not bound, f"{kind}: p99 of {len(found)} {name} {text}")


def p99(seconds: list[float]) -> float:
    return sorted(seconds)[int(len(seconds) * 0.99)]


async def naive(it: Stand, port: int, size: Size) -> Tally:
    """uvicorn alone, with a cache of what was asked; counts the bursts after which it holds too much."""
    tally = Tally("   control: uvicorn and an lru_cache", control=True)
    process = it.process("tests.soak.support.naive", "remember", PORT=str(port))
    try:
        while not await answers(port):
            await asyncio.sleep(TICK)
        start = memory(process)
        for kind in NAIVE:
            await burst(kind, port, size.scale)
            grown = (memory(process) - start) >> 20
            tally.notes.append(f"{kind}: {grown} MiB more")
            tally.lost += grown > GROWN
    finally:
        await process.end()
    return tally
