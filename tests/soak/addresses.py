"""Shared by the trials of accounts: callers at addresses of their own, mailed links, and the trials' sizes."""

import asyncio
from dataclasses import dataclass
from email import message_from_bytes
from ipaddress import IPv4Address
from itertools import count
from typing import Any

from tests.soak.support.caller import Caller
from tests.soak.support.trial_portal import Stand
from tests.support.portal import Someone

URL = "https://portal.example"
FRESH = "granite teapot orchard"
USES = 20
"""Of one link at once."""
SCANNED = 10
"""People whose link a mail scanner follows, and who are signed in many times."""
LANES = 32
WRONG, MANY, USED, INVALID, LIMITED, BUSY = 20045, 20049, 20067, 20068, 21004, 21005
_addresses = count(int(IPv4Address("11.0.0.1")))


@dataclass(frozen=True)
class Size:
    links: int
    guesses: int
    forged: int
    storms: int


FULL = Size(links=200, guesses=200, forged=10_000, storms=5)
SMALL = Size(links=15, guesses=60, forged=1_000, storms=1)


def elsewhere(port: int) -> Caller:
    """A caller at an address of its own."""
    return Caller(port, of=str(IPv4Address(next(_addresses))))


async def post(port: int, path: str, **attributes: Any) -> tuple[int | None, Any]:
    """Code and data of a call from an address of its own."""
    caller = elsewhere(port)
    reply = await caller.post(path, "", attributes=attributes)
    caller.close()
    return reply.code, reply.data if reply.code is not None else None


async def collect_tokens(it: Stand, people: list[Someone], each: int) -> dict[str, list[str]]:
    """The tokens of reset links by recipient, once all have a number of them."""
    found: dict[str, list[str]] = {}
    async with asyncio.timeout(120):
        while any(len(found.get(one.email, [])) < each for one in people):
            await asyncio.sleep(0.2)
            found = {}
            for path in sorted((it.data / "outbox").glob("*.eml")):
                mail = message_from_bytes(path.read_bytes())
                text = str(mail.get_payload(0).get_payload(decode=True).decode())
                if "?token=" not in text:
                    continue
                assert f"{URL}/reset-password?token=" in text, "the host of the link is forged"
                found.setdefault(mail["To"], []).append(text.split("?token=")[1].split()[0])
    return found


async def use_token(port: int, token: str) -> int | None:
    code, data = await post(
        port, "/auth/pwd_reset", token=token, password=FRESH, confirm_password=FRESH
    )
    assert "token" not in (data or {}), "a reset signs nobody in"
    return code
