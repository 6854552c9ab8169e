"""T8 and T9: single-use links, guessed passwords, and a storm of sign-ins that delays nobody else."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

from tests.soak.addresses import (
    INVALID,
    SCANNED,
    URL,
    USED,
    USES,
    Size,
    collect_tokens,
    post,
    use_token,
)
from tests.soak.guessing import (
    counted_after,
    forge_addresses,
    guesses,
    hashed_in_place,
    storm,
)
from tests.soak.support.caller import Caller
from tests.soak.support.tally import Tally
from tests.soak.support.trial_portal import Stand, stand
from tests.support.portal import PASSWORD, Someone


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
        yield await forge_addresses(ports[1], size)
        yield await storm(it, size)
        yield await hashed_in_place()


async def links(it: Stand, size: Size) -> Tally:
    tally, port = Tally("T8 reset links"), it.ports[0]
    people = [await it.portal.someone(site=False) for _ in range(size.links)]
    for one in people[:SCANNED]:
        for _ in range(19):
            await post(port, "/auth/sign_in", account=one.username, password=PASSWORD)
    for one in people:
        await post(port, "/auth/pwd_forget", email=one.email)
    tokens = {who: found[-1] for who, found in (await collect_tokens(it, people, 1)).items()}
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
        counts = Counter(
            await asyncio.gather(*(use_token(port, tokens[one.email]) for _ in range(USES)))
        )
        tally.lost += counts[0] == 0
        tally.duplicated += max(0, counts[0] - 1)
        codes += counts
    codes += Counter([await use_token(port, tokens[one.email]) for one in people])  # reuse
    tally.unexpected = sum(n for code, n in codes.items() if code not in (0, USED))
    after = await it.resources.pool.fetchval(live, uids)
    tally.notes.append(f"{size.links} links x {USES} uses and one more: codes {dict(codes)}")
    tally.must(
        before >= 20 * SCANNED and after == 0, f"{before} live sessions before, {after} after"
    )
    await too_old(it, people, tally)
    return tally


async def too_old(it: Stand, people: list[Someone], tally: Tally) -> None:
    """Links of 31 minutes ago, and links that a newer one followed."""
    port, late, twice = it.ports[0], people[:10], people[10:15]
    for one in [*late, *twice]:
        await post(port, "/auth/pwd_forget", email=one.email)
    older = await collect_tokens(it, [*late, *twice], 2)
    for one in twice:
        await it.resources.pool.execute("delete from rate_limit where key like 'reset_mail%'")
        await post(port, "/auth/pwd_forget", email=one.email)
    await collect_tokens(it, twice, 3)
    await it.resources.pool.execute(
        "update one_time_token set expires_at = expires_at - $2::interval,"
        " created_at = created_at - $2::interval where publisher_id = any($1)",
        [one.uid for one in late],
        timedelta(minutes=31),
    )
    codes = {await use_token(port, older[one.email][1]) for one in [*late, *twice]}
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
