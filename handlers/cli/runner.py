"""What commands of `portal` share: how one is added, and how it opens what it stands on."""

import argparse
import asyncio
import inspect
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager
from typing import Any, TypeAlias, TypeVar

from rpc.config.settings import Settings
from rpc.database.connect import database

Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"
Opened = TypeVar("Opened")


def add(
    commands: Commands, command: Callable[..., None], name: str = ""
) -> argparse.ArgumentParser:
    """Add a command under its own name or another; it is called with (Settings, arguments), or arguments alone."""
    summary = (inspect.getdoc(command) or "").partition("\n")[0]
    added = commands.add_parser(name or command.__name__, help=summary, description=summary)
    added.set_defaults(command=command)
    return added


def within(
    settings: Settings,
    opening: Callable[[str], AbstractAsyncContextManager[Opened]],
    work: Callable[[Opened], Awaitable[Any]],
) -> None:
    """Do a command's work on what is opened of the database's URL."""

    async def working(url: str) -> None:
        async with opening(url) as resources:
            await work(resources)

    with database(settings) as url:
        asyncio.run(working(url))
