"""Puts the parts together into the ASGI application, and says how it is served."""

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any

import structlog
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.cors import CORSMiddleware
from starlette.routing import BaseRoute, Match

from rpc.dispatch import Dispatcher
from rpc.door import Receive, Scope, Send
from rpc.doors import Doors
from rpc.parts import Parts
from rpc.registry import Registry
from rpc.settings import Settings
from rpc.web import Web

log = structlog.get_logger()
Opening = Callable[[], AbstractAsyncContextManager[Parts]]


class Calls(BaseRoute):
    """The one endpoint of all calls: every POST, but those to a door of its own.

    A dictionary of paths in the dispatcher takes the place of a route for each, which Starlette would
    match one after another (docs/benchmarks.md).
    """

    def __init__(self, registry: Registry) -> None:
        self.registry = registry

    def open(self, parts: Parts) -> None:
        self.dispatcher = Dispatcher(self.registry, parts)
        self.doors = Doors(self.registry, parts)
        self.web = Web()

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        return (Match.FULL if scope["type"] == "http" else Match.NONE), {}

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        found = self.doors.find(scope["path"], scope["method"])
        if found is not None:
            await self.doors.answer(found, scope, receive, send)
        elif scope["method"] == "POST":
            await self.dispatcher(scope, receive, send)
        else:
            await self.web(scope, receive, send)


def build(registry: Registry, opening: Opening, cors_origins: tuple[str, ...] = ()) -> Starlette:
    """The application; `opening` makes its parts when the server starts and closes them when it ends."""
    calls = Calls(registry)

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        async with opening() as parts:
            calls.open(parts)
            yield

    cors = Middleware(
        CORSMiddleware,
        allow_origins=cors_origins,
        allow_methods=["POST"],
        allow_headers=["Content-Type", "Authorization"],
        expose_headers=["X-Request-Id", "Retry-After"],
        max_age=3_600,
    )
    return Starlette(routes=[calls], middleware=[cors] if cors_origins else [], lifespan=lifespan)


def options(settings: Settings) -> dict[str, Any]:
    """How uvicorn serves the application."""
    return {
        "host": settings.host,
        "port": settings.port,
        "loop": "uvloop",
        "http": "httptools",
        "ws": "none",
        "lifespan": "on",
        "log_config": None,
        "access_log": False,
        "server_header": False,
        "proxy_headers": False,  # the portal itself knows whom to believe
        "limit_concurrency": 400,
        "timeout_keep_alive": 5,
        "timeout_graceful_shutdown": 25,
    }
