"""Finds the door of a path without the envelope, and answers for it, whatever happens behind it."""

from functools import lru_cache
from random import getrandbits
from typing import NamedTuple
from urllib.parse import unquote

import msgspec
import structlog

from rpc.dispatch import STATUSES
from rpc.door import Answer, Door, Headers, Receive, Scope, Send, Stream
from rpc.parts import Parts
from rpc.protocol import Fixed, answer
from rpc.registry import DoorEntry, Registry
from schema.envelope import Reply
from schema.errors import Code, Fault
from sql.clock import AWAY, COLLIDED

log = structlog.get_logger()

COMMON: Headers = [
    (b"cache-control", b"no-store"),
    (b"content-security-policy", b"default-src 'none'; frame-ancestors 'none'; sandbox"),
    (b"strict-transport-security", b"max-age=63072000; includeSubDomains"),
    (b"x-content-type-options", b"nosniff"),
]


class Found(NamedTuple):
    entry: DoorEntry
    rest: str


class Doors:
    def __init__(self, registry: Registry, parts: Parts) -> None:
        self.parts = parts
        self.whole: dict[str, DoorEntry] = {}
        self.stems: dict[str, DoorEntry] = {}
        """Doors with a parameter, by what stands before it, such as `/track/`."""
        for entry in registry.each(DoorEntry):
            for path in entry.paths:
                stem, brace, _ = path.partition("{")
                (self.stems if brace else self.whole)[stem] = entry

    def find(self, path: str, method: str) -> Found | None:
        entry, rest = self.whole.get(path), ""
        if entry is None:
            stem, slash, rest = path.rpartition("/")
            entry = self.stems.get(stem + slash) if rest else None
        if entry is None or method not in entry.methods:
            return None
        return Found(entry, unquote(rest))

    async def answer(self, found: Found, scope: Scope, receive: Receive, send: Send) -> None:
        door = Door(parts=self.parts, scope=scope, receive=receive, rest=found.rest)
        reference = f"{getrandbits(64):016x}"
        try:
            given: Answer = await found.entry(door)
        except Fault as fault:
            given = refusal(fault)
        except AWAY as error:
            log.warning("database away", path=found.entry.path, error=repr(error))
            given = refusal(Fault(Code.UNAVAILABLE, wait=2))
        except COLLIDED:
            given = refusal(Fault(Code.UNAVAILABLE, wait=1))
        except Exception as error:
            log.error("crash", path=found.entry.path, request_id=reference, exc_info=error)
            text = f"{Code.CRASHED.message}. Reference: {reference}"
            given = refusal(Fault(Code.CRASHED, text))
        given.headers = [*(given.headers or []), (b"x-request-id", reference.encode())]
        await deliver(given, scope, send)


def told(reply: Reply, status: int = 200) -> Answer:
    """An envelope as a door's answer."""
    return Answer(status, msgspec.json.encode(reply), None, b"application/json; charset=utf-8")


def refusal(fault: Fault) -> Answer:
    """A Fault as a door's answer."""
    reply = Reply(fault.number, str(fault), fault.data)
    given = told(reply, STATUSES.get(fault.code, 200))
    if fault.wait is not None:
        given.headers = [(b"retry-after", str(max(1, round(fault.wait + 0.5))).encode())]
    return given


async def deliver(given: Answer, scope: Scope, send: Send) -> None:
    """Send an answer; headers of its own take the place of the common ones."""
    own = given.headers or []
    if given.body or given.stream:
        own = [*own, (b"content-type", given.media_type)]
    common = without(frozenset(name for name, _ in own))
    if given.stream is None:
        await answer(scope, send, given.status, common, own, given.body)
    else:
        await streamed(scope, send, given.status, [*common, *own], given.stream)


async def streamed(scope: Scope, send: Send, status: int, headers: Headers, stream: Stream) -> None:
    """Send a body part by part, as fast as it is taken."""
    headers = [*headers, (b"content-length", b"%d" % stream.size)]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    if scope["method"] != "HEAD":
        async for part in stream.parts:
            await send({"type": "http.response.body", "body": part, "more_body": True})
    await send({"type": "http.response.body", "body": b""})


@lru_cache(maxsize=100)
def without(named: frozenset[bytes]) -> Fixed:
    """The common headers, but for those that an answer has of its own."""
    return tuple(header for header in COMMON if header[0] not in named)
