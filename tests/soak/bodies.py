"""T10: twenty thousand malformed multipart bodies, each answered."""

import asyncio
import json
from collections import Counter
from collections.abc import AsyncGenerator, AsyncIterator
from dataclasses import dataclass
from pathlib import Path

from starlette.datastructures import Headers, UploadFile
from starlette.formparsers import MultiPartException, MultiPartParser

from tests.soak.guessing import memory
from tests.soak.support.tally import Tally
from tests.soak.support.trial_portal import Stand, stand
from tests.support.hostile import bodies as hostile
from tests.support.hostile.files import send

AT_ONCE = 8
EACH = 500
"""Bodies of one publisher, of whose hourly uploads some may be sound."""
GROWN = 50
"""MiB."""


@dataclass(frozen=True)
class Size:
    bodies: int


FULL = Size(bodies=20_000)
SMALL = Size(bodies=2_000)


async def main(data: Path, ports: list[int], size: Size) -> AsyncIterator[Tally]:
    async with stand(data, ports[:1]) as it:
        it.start()
        await it.ready()
        yield await bodies(it, size)
        yield await count_unguarded(size)


async def bodies(it: Stand, size: Size) -> Tally:
    tally = Tally("T10 multipart bodies")
    people = [await it.portal.someone() for _ in range(size.bodies // EACH)]
    codes = await hostile.answers(
        it.portal.http, 100, people[0].token, -1
    )  # what is made once is made
    before = memory(it.webs[0])
    waiting = iter(enumerate(people))

    async def post() -> None:
        nonlocal codes
        for number, who in waiting:
            codes += await hostile.answers(it.portal.http, EACH, who.token, number)

    try:
        await asyncio.gather(*(post() for _ in range(AT_ONCE)))
    except AssertionError as odd:
        tally.unexpected += 1
        tally.notes.append(str(odd)[:500])
    grown = (memory(it.webs[0]) - before) >> 20
    tally.notes.append(f"{codes.total()} bodies, codes {dict(codes)}")
    tally.must(grown < GROWN, f"{grown} MiB more, at most {GROWN}")
    tally.must(it.webs[0].starts == 1, "the process lives")
    sound = await send(it.portal, hostile.PDF, await it.portal.someone())
    tally.must(sound.code == 0, "a sound file is kept afterwards")
    return tally


async def count_unguarded(size: Size) -> Tally:
    """The parser's own errors caught, and no others; each of those would be a 500."""
    tally, raised = Tally("   control: the parser's errors alone", control=True), Counter[str]()
    for kind, body in hostile.bodies(size.bodies // 10, "token"):
        try:
            await naive(kind, body)
        except MultiPartException:
            continue
        except Exception as error:
            raised[type(error).__name__] += 1
    tally.lost = raised.total()
    tally.notes.append(f"of {size.bodies // 10} bodies: {dict(raised)}")
    return tally


async def naive(kind: str, body: bytes) -> None:
    async def chunks() -> AsyncGenerator[bytes, None]:
        yield body

    form = await MultiPartParser(Headers({"content-type": kind}), chunks()).parse()
    assert json.loads(str(form["data"]))["appId"] == 36
    file = form["file"]
    assert isinstance(file, UploadFile)
    await file.read()
    await form.close()
