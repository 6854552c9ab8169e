"""Helpers of the commands of `portal`: adding a command, and opening its resources."""

import argparse
import asyncio
import inspect
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager
from typing import Any, TypeAlias, TypeVar

from rpc.config.settings import Settings
from rpc.database.connect import database

Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"
OpenedResources = TypeVar("OpenedResources")


def add_command(
    commands: Commands, command: Callable[..., None], name: str = ""
) -> argparse.ArgumentParser:
    """Add a command by its own name or another. It is called with (settings, arguments), or only arguments."""
    summary = (inspect.getdoc(command) or "").partition("\n")[0]
    added = commands.add_parser(name or command.__name__, help=summary, description=summary)
    added.set_defaults(command=command)
    return added


def run_with_resources(
    settings: Settings,
    open_: Callable[[str], AbstractAsyncContextManager[OpenedResources]],
    work: Callable[[OpenedResources], Awaitable[Any]],
) -> None:
    """Run a command's work with resources that are opened with the database's URL."""

    async def working(url: str) -> None:
        async with open_(url) as resources:
            await work(resources)

    with database(settings) as url:
        asyncio.run(working(url))
