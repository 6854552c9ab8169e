"""A caller that records the outcome of each request: answered, or unknown."""

import asyncio
import json
from dataclasses import dataclass, field
from time import monotonic
from typing import Any


@dataclass
class CallResult:
    """An answer. Status 0: the connection ended, or there was no answer in time."""

    status: int
    seconds: float
    headers: dict[str, str] = field(default_factory=dict)
    body: bytes = b""

    @property
    def code(self) -> int | None:
        try:
            return int(json.loads(self.body)["code"])
        except (ValueError, KeyError, TypeError):
            return None

    @property
    def data(self) -> Any:
        return json.loads(self.body)["data"]


@dataclass
class Caller:
    """One connection, reopened when it breaks."""

    port: int
    patience: float = 31.0
    of: str = ""
    """The address that a proxy would name as the caller's."""
    _streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def get(self, path: str, agent: str = "") -> CallResult:
        return await self._ask(
            f"GET {path} HTTP/1.1\r\nhost: x\r\nuser-agent: {agent}\r\n{self._forwarded_header()}\r\n"
        )

    async def post(self, path: str, token: str, **req: Any) -> CallResult:
        body = json.dumps({"appId": 36, "req": {"header": {"token": token}, **req}})
        return await self._ask(
            f"POST {path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n"
            f"{self._forwarded_header()}content-length: {len(body)}\r\n\r\n{body}"
        )

    def _forwarded_header(self) -> str:
        return f"x-forwarded-for: {self.of}\r\n" if self.of else ""

    async def _ask(self, request: str) -> CallResult:
        began = monotonic()
        try:
            async with asyncio.timeout(self.patience):
                status, headers, body = await self._exchange(request.encode())
        except (TimeoutError, OSError, EOFError, ValueError):
            self.close()
            return CallResult(0, monotonic() - began)
        return CallResult(status, monotonic() - began, headers, body)

    async def _exchange(self, request: bytes) -> tuple[int, dict[str, str], bytes]:
        if self._streams is None:
            self._streams = await asyncio.open_connection("127.0.0.1", self.port)
        reader, writer = self._streams
        writer.write(request)
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        headers = dict(
            line.lower().split(": ", 1)[:1] + line.split(": ", 1)[1:] for line in head[1:-2]
        )
        body = await reader.readexactly(int(headers.get("content-length", "0")))
        if headers.get("connection") == "close":
            self.close()
        return int(head[0].split()[1]), headers, body

    def close(self) -> None:
        if self._streams is not None:
            self._streams[1].close()
            self._streams = None
