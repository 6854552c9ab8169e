"""Asks the installed client in each scenario, with threads or with asyncio, and prints how each call ended."""

import asyncio
import json
import sys
from typing import Any

from publisher_portal_client import AsyncPortal, Portal, PortalError

waits, base, scenarios = sys.argv[1] == "async", sys.argv[2], json.loads(sys.argv[3])
IMPATIENT: Any = {"timeout": 0.5, "attempts": 2}


def patience(name: str) -> Any:
    """A short one where no answer comes, and elsewhere one that a slow machine does not exhaust."""
    return IMPATIENT if name.startswith(("silent", "trickle")) else {"attempts": 2}


def ask(portal: Any, call: str) -> Any:
    if call == "link":
        return portal.tools.link_code(target_url="https://shop.example/")
    return portal.site.list_() if call == "list" else portal.postback.secret(id=1, password="p")


def name_error(error: PortalError) -> str:
    name = type(error).__name__
    return name if error.code is None else f"{name} {error.code}"


def try_all() -> dict[str, str]:
    outcomes = {}
    for name in scenarios:
        with Portal(f"{base}/{name}", "api_x", **patience(name)) as portal:
            try:
                ask(portal, name.partition(".")[2])
                outcomes[name] = "ok"
            except PortalError as error:
                outcomes[name] = name_error(error)
    return outcomes


async def try_all_async() -> dict[str, str]:
    outcomes = {}
    for name in scenarios:
        async with AsyncPortal(f"{base}/{name}", "api_x", **patience(name)) as portal:
            try:
                await ask(portal, name.partition(".")[2])
                outcomes[name] = "ok"
            except PortalError as error:
                outcomes[name] = name_error(error)
    return outcomes


print(json.dumps(asyncio.run(try_all_async()) if waits else try_all()))
