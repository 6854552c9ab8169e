"""Guessed passwords, forged tokens, and storms of sign-ins that delay nobody else."""

import asyncio
import random
from collections import Counter
from collections.abc import Awaitable, Callable
from ipaddress import IPv4Address
from time import monotonic
from typing import Any

import psutil

from rpc.security.passwords import Passwords
from tests.soak.addresses import (
    BUSY,
    FRESH,
    LANES,
    LIMITED,
    MANY,
    WRONG,
    Size,
    collect_tokens,
    elsewhere,
    post,
    use_token,
)
from tests.soak.clicks import at
from tests.soak.support.caller import Caller
from tests.soak.support.tally import Tally
from tests.soak.support.trial_portal import Process, Stand
from tests.support.portal import PASSWORD, Someone


async def guesses(it: Stand, size: Size) -> Tally:
    """Guesses from many addresses at once, with a restart in the middle, at a known and an unknown account."""
    tally, port = Tally("T9 guessed passwords"), it.ports[0]
    alice = await it.portal.someone(site=False)
    for account in (alice.username, "nobody-of-that-name"):
        codes: Counter[int | None] = Counter()
        for half in range(2):
            waiting = iter(range(size.guesses // 2))
            await lanes(lambda: guess(port, account, waiting, codes))  # noqa: B023 - awaited here
            if not half:
                it.webs[0].kill()
                await asyncio.sleep(0.5)
                await it.ready()
        tally.duplicated += max(0, codes[WRONG] - 5)
        tally.unexpected += sum(n for code, n in codes.items() if code not in (WRONG, MANY))
        right, _ = await post(port, "/auth/sign_in", account=account, password=PASSWORD)
        tally.must(right == MANY, f"then the right one: {right}; codes {dict(codes)}")
    await post(port, "/auth/pwd_forget", email=alice.email)
    [token] = (await collect_tokens(it, [alice], 1))[alice.email]
    reset = await use_token(port, token)
    again, _ = await post(port, "/auth/sign_in", account=alice.username, password=FRESH)
    tally.must((reset, again) == (0, 0), "a reset opens the way again")
    return tally


async def guess(port: int, account: str, waiting: Any, codes: Counter[int | None]) -> None:
    for number in waiting:
        code, _ = await post(port, "/auth/sign_in", account=account, password=f"guess {number}")
        codes[code] += 1


async def lanes(work: Callable[[], Awaitable[None]]) -> None:
    await asyncio.gather(*(work() for _ in range(LANES)))


async def counted_after(size: Size) -> Tally:
    """A counter that is looked at before a password is verified, and raised afterwards."""
    tally, failed, verified = Tally("   control: counted afterwards", control=True), 0, 0
    waiting = iter(range(size.guesses))

    async def guess() -> None:
        nonlocal failed, verified
        for _ in waiting:
            if failed < 5:
                verified += 1
                await asyncio.sleep(0.02)
                failed += 1

    await lanes(guess)
    tally.duplicated = max(0, verified - 5)
    return tally


async def forge_addresses(port: int, size: Size) -> Tally:
    """Addresses that a caller makes up, where no proxy is trusted."""
    tally, dice, began = Tally("T9 forged addresses"), random.Random(9), monotonic()
    waiting, codes = iter(range(size.forged)), Counter[int | None]()

    async def ask() -> None:
        caller = Caller(port)
        for number in waiting:
            caller.of = str(IPv4Address(dice.getrandbits(32)))
            reply = await caller.post(
                "/auth/account_check", "", attributes={"username": f"free-name-{number}"}
            )
            codes[reply.code] += 1
        caller.close()

    await lanes(ask)
    most = min(60, 10 * (2 + int((monotonic() - began) // 60)))
    tally.duplicated = max(0, codes[0] - most)
    tally.unexpected = sum(n for code, n in codes.items() if code not in (0, LIMITED))
    tally.notes.append(f"of {size.forged} calls {codes[0]} passed, where 10 a minute may")
    return tally


async def storm(it: Stand, size: Size) -> Tally:
    """Two hundred people sign in at once, again and again, while others work."""
    tally, port = Tally("sign-in storm"), it.ports[0]
    people = [await it.portal.someone(site=False) for _ in range(200)]
    waits: list[float] = []
    codes: Counter[int | None] = Counter()
    done = False

    async def work(who: Someone) -> None:
        caller = elsewhere(port)
        while not done:
            reply = await caller.post("/user/profile", who.token)
            waits.append(reply.seconds)
            tally.unexpected += reply.code != 0
            await asyncio.sleep(0.05)
        caller.close()

    async def enter(who: Someone) -> None:
        caller = elsewhere(port)
        asked = {"account": who.username, "password": PASSWORD}
        reply = await caller.post("/auth/sign_in", "", attributes=asked)
        codes[reply.code] += 1
        tally.unexpected += reply.code not in (0, BUSY)
        tally.unexpected += reply.code == BUSY and "retry-after" not in reply.headers
        caller.close()

    working = [asyncio.create_task(work(one)) for one in people[:4]]
    await asyncio.sleep(1)
    before = memory(it.webs[0])
    for _ in range(size.storms):
        await asyncio.gather(*(enter(one) for one in people))
    grown = (memory(it.webs[0]) - before) >> 20
    done = True
    await asyncio.gather(*working)
    p99 = at(sorted(waits), 0.99)
    tally.must(p99 < 0.5, f"p99 of {len(waits)} other calls {p99 * 1000:.0f} ms, at most 500")
    tally.must(codes[0] >= 50 * size.storms, f"codes {dict(codes)}")
    tally.must(grown < 100, f"{grown} MiB more, at most 100")
    return tally


def memory(process: Process) -> int:
    return int(psutil.Process(process._process.pid).memory_info().rss)


async def hashed_in_place() -> Tally:
    """Passwords hashed where the calls are answered; counts the calls that waited too long."""
    tally, waits = Tally("   control: hashed in place", control=True), list[float]()
    hasher = Passwords()._hasher

    async def others() -> None:
        while True:
            began = monotonic()
            await asyncio.sleep(0.01)
            waits.append(monotonic() - began)

    async def enter() -> None:
        hasher.hash(PASSWORD)

    working = asyncio.create_task(others())
    await asyncio.sleep(0.05)
    await asyncio.gather(*(enter() for _ in range(200)))
    await asyncio.sleep(0.05)
    working.cancel()
    tally.lost = sum(seconds > 0.5 for seconds in waits)
    return tally
