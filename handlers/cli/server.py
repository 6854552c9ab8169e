"""A web process, which opens its own socket or accepts connections from the one that `portal run` passes to it."""

import asyncio
import os
import socket
import sys
from argparse import Namespace

import uvicorn
from starlette.types import ASGIApp

from rpc.config.settings import Settings
from rpc.server.options import uvicorn_options

DRAIN = 0.5
"""Seconds to wait for requests that are on their way when the process is told to stop."""


class Server(uvicorn.Server):
    """uvicorn's server, which also signals when it is ready."""

    def __init__(self, config: uvicorn.Config, ready_fd: int | None) -> None:
        super().__init__(config)
        self._ready_fd = ready_fd

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            signal_ready(self._ready_fd)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Accept no new connections, but wait for requests on existing ones, which uvicorn would close."""
        for server in self.servers:
            server.close()
        await asyncio.sleep(DRAIN)
        await super().shutdown(sockets)


def serve(app: ASGIApp, settings: Settings, arguments: Namespace) -> None:
    """Serve until told to stop."""
    server = Server(uvicorn.Config(app, **uvicorn_options(settings)), arguments.ready_fd)
    listen_fd = arguments.listen_fd
    server.run(sockets=None if listen_fd is None else [socket.socket(fileno=listen_fd)])
    if not server.started:
        sys.exit(1)


def signal_ready(ready_fd: int | None) -> None:
    """Tell `portal run`, if it started this process, that it is ready."""
    if ready_fd is not None:
        os.write(ready_fd, b"\n")
        os.close(ready_fd)
