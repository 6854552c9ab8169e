"""A portal that answers as a scenario says.

Its name is the first segment of the address that a client is given, with the call that it makes: `busy-503.list`.
"""

import asyncio
import json
from collections import defaultdict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, NamedTuple

EMPTY = {"list": [], "total": 0, "next": None}
LINK = {
    "link_id": 1,
    "code": "c",
    "mcid": "shop",
    "brand_name": "Shop",
    "tracking_url": "u",
    "tracking_url_short": "s",
    "qr": "",
    "warnings": [],
}
SECRET = {"secret": "s", "old_secret_until": None, "shown_at": None}
DATA: dict[str, Any] = {"/site/list": EMPTY, "/tools/link_code": LINK, "/postback/secret": SECRET}
BODIES = {
    "empty": b"",
    "html": b"<html>Welcome to the hotel's network</html>",
    "null": b"null",
    "list": b"[]",
    "codeless": b'{"message": "ok", "data": {"list": [], "total": 0}}',
    "text-code": b'{"code": "0", "message": "ok", "data": {"list": [], "total": 0}}',
    "boolean-code": b'{"code": false, "message": "ok", "data": {"list": [], "total": 0}}',
}


@dataclass
class ScriptedPortal:
    url: str = ""
    requests: dict[str, list[dict[str, Any]]] = field(default_factory=lambda: defaultdict(list))
    """What was sent, by scenario: `headers`, `path` and `body`."""
    connections: int = 0

    async def answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        try:
            while await self.answer_one(reader, writer):
                pass
        except (ConnectionError, asyncio.IncompleteReadError):
            pass
        finally:
            writer.close()

    async def answer_one(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        """Answer one request; whether another may follow on the connection."""
        head = (await reader.readuntil(b"\r\n\r\n")).decode().splitlines()
        target = head[0].split()[1]
        headers = {
            name.lower(): value for name, _, value in (line.partition(": ") for line in head[1:])
        }
        body = json.loads(await reader.readexactly(int(headers.get("content-length", 0))) or b"{}")
        scenario, _, rest = target.strip("/").partition("/")
        sent = self.requests[scenario]
        sent.append({"headers": headers, "path": f"/{rest}", "body": body})
        kind, _, word = scenario.partition(".")[0].partition("-")
        if kind == "silent":
            await reader.read()  # until the client gives up
            return False
        if kind == "trickle":
            writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n")
            while True:
                writer.write(b" ")
                await writer.drain()
                await asyncio.sleep(0.05)
        whole = json.dumps({"code": 0, "message": "ok", "data": DATA.get(f"/{rest}")}).encode()
        if kind == "cut" and len(sent) == 1:
            writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n" % len(whole) + whole[:9])
            await writer.drain()
            return False
        status, more, content = self.respond(kind, word, len(sent), whole)
        lines = [
            f"HTTP/1.1 {status} X",
            f"Content-Length: {len(content)}",
            "X-Request-Id: r1",
            *more,
        ]
        writer.write("\r\n".join([*lines, "", ""]).encode() + content)
        await writer.drain()
        return True

    def respond(
        self, kind: str, word: str, number: int, whole: bytes
    ) -> tuple[int, list[str], bytes]:
        """The status, headers and body of an answer."""
        if kind == "bare":
            return 200, [], BODIES[word]
        if kind == "redirect":
            return 301, [f"Location: {self.url}/elsewhere/site/list"], b""
        if kind == "busy" and number == 1:
            envelope = b'{"code": 21005, "message": "Not available just now", "data": null}'
            return int(word), ["Retry-After: 0"], envelope if word in ("429", "503") else b"<html>"
        if kind == "closed":
            envelope = b'{"code": 21004, "message": "Too many requests", "data": null}'
            return 429, ["Retry-After: 3600"], envelope
        if kind == "refuse":
            envelope = {"code": int(word), "message": "No", "data": {"field": "filter.x"}}
            return 500 if word == "21099" else 200, [], json.dumps(envelope).encode()
        return 200, [], whole


@asynccontextmanager
async def scripted_portal() -> AsyncIterator[ScriptedPortal]:
    portal = ScriptedPortal()
    async with await asyncio.start_server(portal.answer, "127.0.0.1", 0) as server:
        portal.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        yield portal


class Scenario(NamedTuple):
    name: str
    """What the portal does: a kind, and which one."""
    call: str
    """What it is asked for: a list, a link to make, which carries a key, or a secret, which cannot be repeated."""
    outcome: str
    """`ok`, or the class of the error and, of a refusal, its code."""


SCENARIOS = (
    Scenario("fine", "list", "ok"),
    *(Scenario(f"bare-{word}", "list", "UnexpectedResponse") for word in BODIES),
    *(
        Scenario(f"busy-{status}", call, "ok")
        for status in (429, 502, 503, 504)
        for call in ("list", "link")
    ),
    Scenario("busy-429", "secret", "ok"),
    Scenario("busy-503", "secret", "Unavailable 21005"),
    Scenario("busy-502", "secret", "UnexpectedResponse"),
    Scenario("silent", "list", "DeadlineExceeded"),
    Scenario("trickle", "list", "DeadlineExceeded"),
    Scenario("cut", "list", "ok"),
    Scenario("cut", "link", "ok"),
    Scenario("cut", "secret", "ConnectionFailed"),
    Scenario("redirect", "list", "UnexpectedResponse"),
    Scenario("closed", "list", "TooManyRequests 21004"),
    Scenario("refuse-21009", "list", "NotFound 21009"),
    Scenario("refuse-21099", "list", "Crashed 21099"),
    Scenario("refuse-401", "list", "Unauthorized 401"),
    Scenario("refuse-29999", "list", "Refused 29999"),
    Scenario("fine", "link", "ok"),
)
