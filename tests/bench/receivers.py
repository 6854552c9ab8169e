"""Receivers that answer at once, as many as the command says, on ports from FIRST_PORT on."""

import asyncio
import sys
from typing import Any

import uvloop

FIRST_PORT = 8_480
ANSWER = b"HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n"


class Receiver(asyncio.Protocol):
    got = b""

    def connection_made(self, transport: Any) -> None:
        self.transport = transport

    def data_received(self, data: bytes) -> None:
        self.got += data
        head, end, body = self.got.partition(b"\r\n\r\n")
        length = head.lower().partition(b"content-length: ")[2].partition(b"\r")[0]
        if end and len(body) >= int(length or 0):
            self.transport.write(ANSWER)
            self.transport.close()


async def main() -> None:
    loop = asyncio.get_running_loop()
    for number in range(int(sys.argv[1])):
        await loop.create_server(Receiver, "127.0.0.1", FIRST_PORT + number)
    await asyncio.Event().wait()


if __name__ == "__main__":
    uvloop.run(main())
