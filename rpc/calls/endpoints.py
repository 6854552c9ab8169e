"""Finds the door of a path without the envelope, and answers for it, whatever happens behind it."""

import re
from random import getrandbits
from typing import NamedTuple
from urllib.parse import unquote

import msgspec
import structlog

from rpc.calls.dispatch import HTTP_STATUS
from rpc.calls.registry import DoorEntry, Registry
from rpc.http.inline_request import InlineRequest
from rpc.http.request import Message, Receive, Request, Scope, Send
from rpc.http.response import Response, deliver, own_headers
from rpc.http.response_head import head
from rpc.http.uvicorn_protocol import InlineProtocol
from rpc.resources.resources import Resources
from schema.core.envelope import Reply
from schema.core.errors import Code, Fault
from sql.core.clock import CONNECTION_LOST, RETRYABLE

log = structlog.get_logger()

PLAIN = re.compile(rb"[0-9A-Za-z_-]+")
"""What needs no decoding in a path."""


class EndpointMatch(NamedTuple):
    entry: DoorEntry
    rest: str


class Endpoints:
    def __init__(self, registry: Registry, resources: Resources) -> None:
        self.resources = resources
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

    def find(self, path: str, method: str) -> EndpointMatch | None:
        entry, rest = self.whole.get(path), ""
        if entry is None:
            stem, slash, rest = path.rpartition("/")
            entry = self.stems.get(stem + slash) if rest else None
        if entry is None or method not in entry.methods:
            return None
        return EndpointMatch(entry, unquote(rest))

    async def answer(
        self, found: EndpointMatch, scope: Scope, receive: Receive, send: Send
    ) -> None:
        door = Request(self.resources, scope, receive, found.rest)
        reference = f"{getrandbits(64):016x}"
        try:
            given: Response = await found.entry(door)
        except Exception as error:
            given = error_response(found.entry, error, reference)
        given.headers = [*(given.headers or []), (b"x-request-id", reference.encode())]
        await deliver(given, scope, send)

    def inline_request(
        self, protocol: InlineProtocol, method: bytes, url: bytes
    ) -> "InlineEndpoint | None":
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
        return InlineEndpoint(
            protocol, entry, Request(self.resources, scope, no_body, rest.decode())
        )


class InlineEndpoint(InlineRequest):
    """A request at a door that gives its answer."""

    __slots__ = ("_door", "_entry")

    def __init__(self, protocol: InlineProtocol, entry: DoorEntry, request: Request) -> None:
        super().__init__(protocol)
        self._entry = entry
        self._door = request

    def start(self) -> None:
        try:
            self._entry.handler(self._door, self.give)
        except Exception as error:
            self.give(error)

    def give(self, outcome: Response | Exception) -> None:
        reference = b"%016x" % getrandbits(64)
        try:
            if isinstance(outcome, Exception):
                raise outcome
            whole = self._written(outcome, reference)
        except Exception as error:
            whole = self._written(error_response(self._entry, error, reference.decode()), reference)
        self.respond(*whole)

    def _written(self, response: Response, reference: bytes) -> tuple[bytes, bytes]:
        """Head and body as they travel."""
        own = [*own_headers(response), (b"x-request-id", reference)]
        body = b"" if self._door.method == "HEAD" else response.body
        return head(response.status, response.shared, own, len(response.body)), body


def error_response(entry: DoorEntry, error: Exception, reference: str) -> Response:
    """The answer to a request that came to nothing."""
    if isinstance(error, Fault):
        return fault_response(error)
    if isinstance(error, CONNECTION_LOST):
        log.warning("database away", path=entry.path, error=repr(error))
        return fault_response(Fault(Code.UNAVAILABLE, wait=2))
    if isinstance(error, RETRYABLE):
        return fault_response(Fault(Code.UNAVAILABLE, wait=1))
    log.error("crash", path=entry.path, request_id=reference, exc_info=error)
    return fault_response(Fault(Code.CRASHED, f"{Code.CRASHED.message}. Reference: {reference}"))


async def no_body() -> Message:
    """What a request without a body says when it is asked for one."""
    return {"type": "http.disconnect"}


def envelope_response(reply: Reply, status: int = 200) -> Response:
    """An envelope as a door's answer."""
    return Response(status, msgspec.json.encode(reply), None, b"application/json; charset=utf-8")


def fault_response(fault: Fault) -> Response:
    """A Fault as a door's answer."""
    reply = Reply(fault.number, str(fault), fault.data)
    given = envelope_response(reply, HTTP_STATUS.get(fault.code, 200))
    if fault.wait is not None:
        given.headers = [(b"retry-after", str(max(1, round(fault.wait + 0.5))).encode())]
    return given
