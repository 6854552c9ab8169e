"""Whoever has a password, a mailbox, a session, a friendly help desk or a job gets no cent within 72 hours.

The thefts are generated (tests/support/accounts/thefts.py): every order of up to three of these, with each role of an
insider, and a random order of all that is tried with them. The owner notices nothing for 71 hours, then comes back by
passkey. The control is the same without the waits.
"""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from time import monotonic

from tests.soak.support.tally import Tally
from tests.soak.support.trial_portal import stand
from tests.support.accounts.authenticator import ORIGIN
from tests.support.accounts.thefts import (
    BACK_WITHIN,
    Theft,
    all_thefts,
    come_back,
    commit,
    paid_to_thief,
    without_waits,
)
from tests.support.portal import Portal
from tests.support.server import serve


@dataclass(frozen=True)
class Size:
    longest: int
    every: int
    """Which of the generated thefts are tried: each n-th."""
    controls: int
    seed: int = 1


FULL = Size(longest=3, every=1, controls=40)
SMALL = Size(longest=3, every=12, controls=5)


async def main(data: Path, ports: list[int], size: Size) -> AsyncIterator[Tally]:
    async with stand(data, []) as it:
        folder = it.data / "served"
        async with serve(
            it.postgres.url(it.name),
            folder,
            PORT=str(ports[0]),
            PUBLIC_URL=ORIGIN,
            LOG_LEVEL="error",
        ) as portal:
            thefts = list(all_thefts(size.longest))[:: size.every]
            yield await try_thefts(portal, thefts, size.seed)
            yield await control(portal, thefts, size)


async def try_thefts(portal: Portal, thefts: list[Theft], seed: int) -> Tally:
    """Lost: thefts that moved money; unexpected: owners who did not have everything back."""
    tally = Tally("T25 thefts")
    saved, slowest = 0, 0.0
    for theft in thefts:
        victim, thief = await commit(portal, theft, seed)
        saved += thief.saved
        if paid := await paid_to_thief(victim, thief):
            tally.lost += 1
            tally.notes.append(f"{theft}: {paid} were paid")
        began = monotonic()
        if wrong := await come_back(victim, thief):
            tally.unexpected += 1
            tally.notes.append(f"{theft}: {'; '.join(wrong)}")
        else:
            tally.recovered += 1
        slowest = max(slowest, monotonic() - began)
    tally.must(saved >= len(thefts) // 3, f"{len(thefts)} thefts, {saved} with other details saved")
    tally.must(slowest < BACK_WITHIN, f"the slowest owner was back after {slowest:.1f} s")
    return tally


async def control(portal: Portal, thefts: list[Theft], size: Size) -> Tally:
    """The same without the waits. Lost: thefts that moved money; each that got other details saved must."""
    tally, saved = Tally("   control: without the waits", control=True), 0
    async with without_waits():
        for theft in thefts:
            if saved == size.controls:
                break
            victim, thief = await commit(portal, theft, size.seed, direct=True)
            if thief.saved:
                saved += 1
                tally.lost += bool(await paid_to_thief(victim, thief))
    tally.must(tally.lost == saved, f"{saved} got other details saved, {tally.lost} were paid")
    return tally
