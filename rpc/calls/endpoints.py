"""Finds the door of a path without the envelope, and answers for it, whatever happens behind it."""

import re
from random import getrandbits
from typing import NamedTuple
from urllib.parse import unquote

import msgspec
import structlog

from rpc.calls.dispatch import STATUSES
from rpc.calls.registry import DoorEntry, Registry
from rpc.http.inline_request import Passing
from rpc.http.request import Door, Message, Receive, Scope, Send
from rpc.http.response import Answer, deliver, own_headers
from rpc.http.response_head import head
from rpc.http.uvicorn_protocol import Protocol
from rpc.resources.resources import Parts
from schema.core.envelope import Reply
from schema.core.errors import Code, Fault
from sql.core.clock import AWAY, COLLIDED

log = structlog.get_logger()

PLAIN = re.compile(rb"[0-9A-Za-z_-]+")
"""What needs no decoding in a path."""


class Found(NamedTuple):
    entry: DoorEntry
    rest: str


class Doors:
    def __init__(self, registry: Registry, parts: Parts) -> None:
        self.parts = parts
        self.whole: dict[str, DoorEntry] = {}
        self.stems: dict[str, DoorEntry] = {}
        """Doors with a parameter, by what stands before it, such as `/track/`."""
        self.passages: dict[bytes, DoorEntry] = {}
        """Those of them that give their answers."""
        for entry in registry.each(DoorEntry):
            for path in entry.paths:
                stem, brace, _ = path.partition("{")
                (self.stems if brace else self.whole)[stem] = entry
                if brace and entry.gives:
                    self.passages[stem.encode()] = entry

    def find(self, path: str, method: str) -> Found | None:
        entry, rest = self.whole.get(path), ""
        if entry is None:
            stem, slash, rest = path.rpartition("/")
            entry = self.stems.get(stem + slash) if rest else None
        if entry is None or method not in entry.methods:
            return None
        return Found(entry, unquote(rest))

    async def answer(self, found: Found, scope: Scope, receive: Receive, send: Send) -> None:
        door = Door(self.parts, scope, receive, found.rest)
        reference = f"{getrandbits(64):016x}"
        try:
            given: Answer = await found.entry(door)
        except Exception as error:
            given = failed(found.entry, error, reference)
        given.headers = [*(given.headers or []), (b"x-request-id", reference.encode())]
        await deliver(given, scope, send)

    def passage(self, protocol: Protocol, method: bytes, url: bytes) -> "Passage | None":
        """A request that needs no task, because its door gives its answer and its path is a plain one."""
        path, _, query = url.partition(b"?")
        place = path.rfind(b"/") + 1
        entry, rest = self.passages.get(path[:place]), path[place:]
        if entry is None or method not in (b"GET", b"HEAD") or not PLAIN.fullmatch(rest):
            return None
        scope = {
            "method": method.decode(),
            "client": protocol.client,
            "headers": protocol.headers,
            "query_string": query,
        }
        return Passage(protocol, entry, Door(self.parts, scope, no_body, rest.decode()))


class Passage(Passing):
    """A request at a door that gives its answer."""

    __slots__ = ("_door", "_entry")

    def __init__(self, protocol: Protocol, entry: DoorEntry, door: Door) -> None:
        super().__init__(protocol)
        self._entry = entry
        self._door = door

    def begin(self) -> None:
        try:
            self._entry.handler(self._door, self.give)
        except Exception as error:
            self.give(error)

    def give(self, outcome: Answer | Exception) -> None:
        reference = b"%016x" % getrandbits(64)
        try:
            if isinstance(outcome, Exception):
                raise outcome
            whole = self._written(outcome, reference)
        except Exception as error:
            whole = self._written(failed(self._entry, error, reference.decode()), reference)
        self.send(*whole)

    def _written(self, given: Answer, reference: bytes) -> tuple[bytes, bytes]:
        """Head and body as they travel."""
        own = [*own_headers(given), (b"x-request-id", reference)]
        body = b"" if self._door.method == "HEAD" else given.body
        return head(given.status, given.shared, own, len(given.body)), body


def failed(entry: DoorEntry, error: Exception, reference: str) -> Answer:
    """The answer to a request that came to nothing."""
    if isinstance(error, Fault):
        return refusal(error)
    if isinstance(error, AWAY):
        log.warning("database away", path=entry.path, error=repr(error))
        return refusal(Fault(Code.UNAVAILABLE, wait=2))
    if isinstance(error, COLLIDED):
        return refusal(Fault(Code.UNAVAILABLE, wait=1))
    log.error("crash", path=entry.path, request_id=reference, exc_info=error)
    return refusal(Fault(Code.CRASHED, f"{Code.CRASHED.message}. Reference: {reference}"))


async def no_body() -> Message:
    """What a request without a body says when it is asked for one."""
    return {"type": "http.disconnect"}


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
