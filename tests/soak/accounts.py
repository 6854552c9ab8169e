"""T8 and T9: links that work once, and passwords that cannot be guessed; nor does a storm of sign-ins starve others."""

import asyncio
import random
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from datetime import timedelta
from email import message_from_bytes
from ipaddress import IPv4Address
from itertools import count
from pathlib import Path
from time import monotonic
from typing import Any

import psutil

from rpc.security.passwords import Passwords
from tests.soak.caller import Caller
from tests.soak.clicks import at
from tests.soak.stand import Process, Stand, stand
from tests.soak.tally import Tally
from tests.support.portal import PASSWORD, Someone

URL = "https://portal.example"
FRESH = "granite teapot orchard"
USES = 20
"""Of one link at once."""
SCANNED = 10
"""People whose link a mail scanner follows, and who are signed in many times."""
LANES = 32
WRONG, MANY, USED, INVALID, LIMITED, BUSY = 20045, 20049, 20067, 20068, 21004, 21005
_addresses = count(int(IPv4Address("11.0.0.1")))


@dataclass(frozen=True)
class Size:
    links: int
    guesses: int
    forged: int
    storms: int


FULL = Size(links=200, guesses=200, forged=10_000, storms=5)
SMALL = Size(links=15, guesses=60, forged=1_000, storms=1)


async def main(data: Path, ports: list[int], size: Size) -> AsyncIterator[Tally]:
    async with stand(data, ports[:1]) as it:
        it.environment |= {"PUBLIC_URL": URL, "TRUSTED_PROXIES": "127.0.0.1/32"}
        it.start("work")
        plain = it.process("handlers", "serve", PORT=str(ports[1]), TRUSTED_PROXIES="")
        it.others.append(plain)
        await it.ready()
        yield await links(it, size)
        yield await looked_before(it)
        yield await guesses(it, size)
        yield await counted_after(size)
        yield await forged(ports[1], size)
        yield await storm(it, size)
        yield await hashed_in_place()


def elsewhere(port: int) -> Caller:
    """A caller at an address that nobody else has."""
    return Caller(port, of=str(IPv4Address(next(_addresses))))


async def post(port: int, path: str, **attributes: Any) -> tuple[int | None, Any]:
    """Code and data of a call from an address of its own."""
    caller = elsewhere(port)
    heard = await caller.post(path, "", attributes=attributes)
    caller.close()
    return heard.code, heard.data if heard.code is not None else None


async def mailed(it: Stand, people: list[Someone], each: int) -> dict[str, list[str]]:
    """The tokens of reset links by whom they were mailed to, once all have so many."""
    found: dict[str, list[str]] = {}
    async with asyncio.timeout(120):
        while any(len(found.get(one.email, [])) < each for one in people):
            await asyncio.sleep(0.2)
            found = {}
            for path in sorted((it.data / "outbox").glob("*.eml")):
                mail = message_from_bytes(path.read_bytes())
                text = str(mail.get_payload(0).get_payload(decode=True).decode())
                if "?token=" not in text:
                    continue
                assert f"{URL}/reset-password?token=" in text, "the host of the link is forged"
                found.setdefault(mail["To"], []).append(text.split("?token=")[1].split()[0])
    return found


async def links(it: Stand, size: Size) -> Tally:
    tally, port = Tally("T8 reset links"), it.ports[0]
    people = [await it.portal.someone(site=False) for _ in range(size.links)]
    for one in people[:SCANNED]:
        for _ in range(19):
            await post(port, "/auth/sign_in", account=one.username, password=PASSWORD)
    for one in people:
        await post(port, "/auth/pwd_forget", email=one.email)
    tokens = {who: found[-1] for who, found in (await mailed(it, people, 1)).items()}
    scanner = Caller(port, of="11.250.0.1")
    for one in people[:SCANNED]:
        for _ in range(25):
            await scanner.get(f"/reset-password?token={tokens[one.email]}")
            await post(port, "/auth/pwd_reset_check", token=tokens[one.email])
    live = "select count(*) from session where publisher_id = any($1) and ended_at is null"
    uids = [one.uid for one in people]
    before = await it.resources.pool.fetchval(live, uids)
    codes: Counter[int | None] = Counter()
    for one in people:
        told = Counter(await asyncio.gather(*(used(port, tokens[one.email]) for _ in range(USES))))
        tally.lost += told[0] == 0
        tally.duplicated += max(0, told[0] - 1)
        codes += told
    codes += Counter([await used(port, tokens[one.email]) for one in people])  # reuse
    tally.unexpected = sum(n for code, n in codes.items() if code not in (0, USED))
    after = await it.resources.pool.fetchval(live, uids)
    tally.notes.append(f"{size.links} links x {USES} uses and one more: codes {dict(codes)}")
    tally.must(
        before >= 20 * SCANNED and after == 0, f"{before} live sessions before, {after} after"
    )
    await too_old(it, people, tally)
    return tally


async def used(port: int, token: str) -> int | None:
    code, data = await post(
        port, "/auth/pwd_reset", token=token, password=FRESH, confirm_password=FRESH
    )
    assert data is None, "a reset signs nobody in"
    return code


async def too_old(it: Stand, people: list[Someone], tally: Tally) -> None:
    """Links of 31 minutes ago, and links that a newer one followed."""
    port, late, twice = it.ports[0], people[:10], people[10:15]
    for one in [*late, *twice]:
        await post(port, "/auth/pwd_forget", email=one.email)
    older = await mailed(it, [*late, *twice], 2)
    for one in twice:
        await it.resources.pool.execute("delete from rate_limit where key like 'reset_mail%'")
        await post(port, "/auth/pwd_forget", email=one.email)
    await mailed(it, twice, 3)
    await it.resources.pool.execute(
        "update one_time_token set expires_at = expires_at - $2::interval,"
        " created_at = created_at - $2::interval where publisher_id = any($1)",
        [one.uid for one in late],
        timedelta(minutes=31),
    )
    codes = {await used(port, older[one.email][1]) for one in [*late, *twice]}
    tally.must(codes == {INVALID}, f"of links too old, or followed by a newer one: codes {codes}")


async def looked_before(it: Stand) -> Tally:
    """A link that is looked up first and marked as used afterwards."""
    tally = Tally("   control: looked up, then marked", control=True)
    pool = it.resources.pool
    await pool.execute(
        "create table naive_link as select id, false as used from generate_series(1, 50) id"
    )

    async def use(id: int) -> bool:
        async with pool.acquire() as db, db.transaction():
            if await db.fetchval("select used from naive_link where id = $1", id):
                return False
            await db.execute("update naive_link set used = true where id = $1", id)
            return True

    for id in range(1, 51):
        tally.duplicated += sum(await asyncio.gather(*(use(id) for _ in range(USES)))) - 1
    return tally


async def guesses(it: Stand, size: Size) -> Tally:
    """From many addresses at once, with a restart in the middle, of somebody known and of nobody."""
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
    [token] = (await mailed(it, [alice], 1))[alice.email]
    reset = await used(port, token)
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


async def forged(port: int, size: Size) -> Tally:
    """Addresses that a caller makes up, where no proxy is trusted."""
    tally, dice, began = Tally("T9 forged addresses"), random.Random(9), monotonic()
    waiting, codes = iter(range(size.forged)), Counter[int | None]()

    async def ask() -> None:
        caller = Caller(port)
        for number in waiting:
            caller.of = str(IPv4Address(dice.getrandbits(32)))
            heard = await caller.post(
                "/auth/account_check", "", attributes={"username": f"free-name-{number}"}
            )
            codes[heard.code] += 1
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
            heard = await caller.post("/user/profile", who.token)
            waits.append(heard.seconds)
            tally.unexpected += heard.code != 0
            await asyncio.sleep(0.05)
        caller.close()

    async def enter(who: Someone) -> None:
        caller = elsewhere(port)
        asked = {"account": who.username, "password": PASSWORD}
        heard = await caller.post("/auth/sign_in", "", attributes=asked)
        codes[heard.code] += 1
        tally.unexpected += heard.code not in (0, BUSY)
        tally.unexpected += heard.code == BUSY and "retry-after" not in heard.headers
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
