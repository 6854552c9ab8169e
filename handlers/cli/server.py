"""A web process: it makes its own socket, or accepts from the one that `portal run` gave it."""

import asyncio
import os
import socket
import sys
from argparse import Namespace

import uvicorn
from starlette.types import ASGIApp

from rpc.app import uvicorn_options
from rpc.config.settings import Settings

HEARD_OUT = 0.5
"""Seconds for a request that is on its way when the process is told to end."""


class Server(uvicorn.Server):
    """uvicorn's, which says when it can be asked."""

    def __init__(self, config: uvicorn.Config, ready_fd: int | None) -> None:
        super().__init__(config)
        self._ready_fd = ready_fd

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            announce(self._ready_fd)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Accept no more, and hear those out who are connected and have not asked yet: uvicorn hangs up on them."""
        for server in self.servers:
            server.close()
        await asyncio.sleep(HEARD_OUT)
        await super().shutdown(sockets)


def serve(app: ASGIApp, settings: Settings, arguments: Namespace) -> None:
    """Answer until told to end."""
    server = Server(uvicorn.Config(app, **uvicorn_options(settings)), arguments.ready_fd)
    given = arguments.listen_fd
    server.run(sockets=None if given is None else [socket.socket(fileno=given)])
    if not server.started:
        sys.exit(1)


def announce(ready_fd: int | None) -> None:
    """Tell `portal run`, if it is there, that this process can work."""
    if ready_fd is not None:
        os.write(ready_fd, b"\n")
        os.close(ready_fd)
