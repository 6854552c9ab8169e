"""Finds the door of a path without the envelope, and answers for it, whatever happens behind it."""

import os
from typing import NamedTuple
from urllib.parse import unquote

import msgspec
import structlog

from rpc.dispatch import STATUSES
from rpc.door import Answer, Door, Headers, Receive, Scope, Send
from rpc.parts import Parts
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
        reference = os.urandom(8).hex()
        try:
            answer: Answer = await found.entry.handler(door)
        except Fault as fault:
            answer = refusal(fault)
        except AWAY as error:
            log.warning("database away", path=found.entry.path, error=repr(error))
            answer = refusal(Fault(Code.UNAVAILABLE, wait=2))
        except COLLIDED:
            answer = refusal(Fault(Code.UNAVAILABLE, wait=1))
        except Exception as error:
            log.error("crash", path=found.entry.path, request_id=reference, exc_info=error)
            text = f"{Code.CRASHED.message}. Reference: {reference}"
            answer = refusal(Fault(Code.CRASHED, text))
        answer.headers = [*(answer.headers or []), (b"x-request-id", reference.encode())]
        await deliver(answer, scope, send)


def told(reply: Reply, status: int = 200) -> Answer:
    """An envelope as a door's answer."""
    return Answer(status, msgspec.json.encode(reply), None, b"application/json; charset=utf-8")


def refusal(fault: Fault) -> Answer:
    """A Fault as a door's answer."""
    reply = Reply(fault.number, str(fault), fault.data)
    answer = told(reply, STATUSES.get(fault.code, 200))
    if fault.wait is not None:
        answer.headers = [(b"retry-after", str(max(1, round(fault.wait + 0.5))).encode())]
    return answer


async def deliver(answer: Answer, scope: Scope, send: Send) -> None:
    """Send an answer; headers of its own take the place of the common ones."""
    own = answer.headers or []
    named = {name for name, _ in own}
    headers = [
        *own,
        *(pair for pair in COMMON if pair[0] not in named),
        (b"content-length", str(len(answer.body)).encode()),
    ]
    if answer.body:
        headers.append((b"content-type", answer.media_type))
    await send({"type": "http.response.start", "status": answer.status, "headers": headers})
    content = b"" if scope["method"] == "HEAD" else answer.body
    await send({"type": "http.response.body", "body": content})
