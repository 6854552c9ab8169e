"""Bursts that cost a server work: `python -m tests.support.hostile.attacks KIND PORT SCALE`.

ATTACKS holds those of `bursts`, too. Three of them need an account: ATTACKER names tokens and channels, the port at
which the channels' website is to answer, and a picture.
"""

import asyncio
import os
import sys
from collections.abc import Awaitable, Callable
from contextlib import suppress
from itertools import cycle

from msgspec import Struct, json

from tests.support.hostile import bursts
from tests.support.hostile.bursts import HOST, KINDS, LINES, each, envelope, post, send

COSTLY = ("4@8({[<369!1|0$5+7%2" * 7)[:128]
"""A password for which an estimator of guesses needed eight seconds."""
NESTED = b"[" * 983 + b"]" * 983
STRANGE = (b"1e999", b"1" * 5_000, b'"\xff\xfe"', NESTED)
"""What ended in HTTP 500 under an idempotency key."""
PAGE = (b"<html><head>" + b"<meta name='x" * 20_000)[:250_000]
"""The head of a page, which a codec as slow as punycode read for six seconds."""
FILE = 1_500_000


class Attacker(Struct, frozen=True):
    """The attacker's accounts, and the address of their website."""

    port: int
    channels: list[tuple[str, int]]
    """Token and channel of each."""
    picture: str = ""
    """Where a large picture of theirs is."""


async def sign_ups(port: int, scale: float) -> None:
    """Sign-ups with passwords that take long to judge: twelve stopped everybody's sign-in."""

    def whole(number: int) -> bytes:
        form = {
            "username": f"stranger-{number}",
            "email": f"stranger-{number}@example.com",
            "password": COSTLY,
            "confirm_password": COSTLY,
            "agreement": 1,
        }
        return post(b"/auth/sign_up", envelope(attributes=form))

    await each(port, whole, int(400 * scale))


async def guesses(port: int, scale: float) -> None:
    """Sign-ins with wrong passwords, each of which would be hashed."""

    def whole(number: int) -> bytes:
        form = {"account": f"nobody-{number}", "password": COSTLY}
        return post(b"/auth/sign_in", envelope(attributes=form))

    await each(port, whole, int(800 * scale))


async def files(port: int, scale: float) -> None:
    """Files of a guest, which is to fill a store and keep a parser busy."""
    start = (
        b'--b\r\nContent-Disposition: form-data; name="data"\r\n\r\n{"appId":36}\r\n'
        b'--b\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.7\n'
    )
    body = start + b"1 0 obj<<>>endobj\n" * (FILE // 18) + b"%%EOF\r\n--b--\r\n"
    head = (
        b"POST /common/upload_not_logged HTTP/1.1\r\n%b"
        b"Content-Type: multipart/form-data; boundary=b\r\nContent-Length: %d\r\n\r\n"
    ) % (HOST, len(body))
    for _ in range(max(1, int(4 * scale))):
        await asyncio.gather(*(send(port, [head + body]) for _ in range(8)))


async def keys(port: int, scale: float) -> None:
    """Malformed bodies with a session, each with an idempotency key of its own."""
    tokens = cycle(token for token, _ in attacker().channels)

    def whole(number: int) -> bytes:
        header = {"token": next(tokens), "idempotency_key": f"key-{number}"}
        body = json.encode({"appId": 36, "req": {"header": header, "more": "here"}})
        return post(b"/user/edit", body.replace(b'"here"', STRANGE[number % len(STRANGE)]))

    await each(port, whole, int(2_000 * scale))


async def proofs(port: int, scale: float) -> None:
    """A website under proof whose page names a slow charset, and every other time does not answer."""
    met = 0

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nonlocal met
        met += 1
        with suppress(OSError, asyncio.IncompleteReadError):
            await reader.readuntil(b"\r\n\r\n")
            if met % 2:
                writer.write(
                    b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=punycode\r\n"
                    b"Content-Length: %d\r\nConnection: close\r\n\r\n" % len(PAGE)
                )
                writer.write(PAGE)
                await writer.drain()
            else:
                await asyncio.sleep(2 * scale)
        writer.close()

    given = attacker()
    calls = [
        post(b"/site/verify", envelope(token, attributes={"id": site_id, "method": "meta"}))
        for token, site_id in given.channels
    ]
    async with await asyncio.start_server(serve, "127.0.0.1", given.port):
        await asyncio.gather(*(send(port, [call]) for call in calls))


async def pictures(port: int, scale: float) -> None:
    """A large picture that many ask for and nobody reads: held whole for each, it took a gigabyte."""
    request = b"GET %b HTTP/1.1\r\n%b\r\n" % (attacker().picture.encode(), HOST)
    await asyncio.gather(*(send(port, [request], read=False, stay=2 * scale) for _ in range(LINES)))


def attacker() -> Attacker:
    return json.decode(os.environ["ATTACKER"], type=Attacker)


ATTACKS: dict[str, Callable[[int, float], Awaitable[None]]] = KINDS | {
    one.__name__: one for one in (sign_ups, guesses, files, keys, proofs, pictures)
}


async def attack(kind: str, port: int, scale: float, attacker: Attacker) -> None:
    """One burst, by a process of its own."""
    await bursts.burst(kind, port, scale, __name__, ATTACKER=json.encode(attacker).decode())


if __name__ == "__main__":
    asyncio.run(ATTACKS[sys.argv[1]](int(sys.argv[2]), float(sys.argv[3])))  # type: ignore[arg-type]
