"""Puts the parts together into the ASGI application, and says how it is served."""

import asyncio
import gc
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any

import structlog
from starlette.applications import Starlette
from starlette.middleware.cors import CORSMiddleware
from starlette.types import ASGIApp

from rpc.calls.dispatch import Dispatcher
from rpc.calls.endpoints import Endpoints
from rpc.calls.inline_call import InlineCalls
from rpc.calls.registry import Procedure, Registry
from rpc.clicks.geo import countries
from rpc.config.settings import Settings
from rpc.http.inline_request import INLINE_REQUESTS, RESPONSE_BATCH, InlineRequest, ResponseBatch
from rpc.http.request import Receive, Scope, Send
from rpc.http.static import StaticFiles
from rpc.http.uvicorn_protocol import Protocol
from rpc.resources.resources import Resources

log = structlog.get_logger()
COLLECT_AFTER = (10_000, 50, 100)
"""Objects until a look at the youngest, and such looks until one at those that are older."""
Opening = Callable[[], AbstractAsyncContextManager[Resources]]


class Application(Starlette):
    """Hands each request to its call, its door or the web; Starlette gives what is around that.

    A dictionary of paths takes the place of a route for each, which Starlette would match one after
    another (docs/decisions/0001-one-endpoint.md), and its router and handlers of errors cost 10 µs a call.
    """

    def __init__(
        self,
        registry: Registry,
        lifespan: Callable[[Any], AbstractAsyncContextManager[dict[str, Any]]],
    ) -> None:
        super().__init__(lifespan=lifespan)
        self._registry = registry
        self._calls = {entry.path for entry in registry.each(Procedure)}

    def open(self, resources: Resources) -> None:
        self._dispatcher = Dispatcher(self._registry, resources)
        self._doors = Endpoints(self._registry, resources)
        self._post = InlineCalls(self._dispatcher, self._registry.each(Procedure))
        self._web = StaticFiles()

    def inline_request(self, protocol: Protocol, method: bytes, url: bytes) -> InlineRequest | None:
        """The request as one that needs no cycle of uvicorn's (rpc/http/inline_request.py), if it is of that kind."""
        if method == b"POST":
            return self._post.inline_request(protocol, url)
        return self._doors.inline_request(protocol, method, url)

    def __call__(self, scope: Scope, receive: Receive, send: Send) -> Awaitable[None]:  # type: ignore[override]
        if scope["type"] != "http":
            return super().__call__(scope, receive, send)
        path, method = scope["path"], scope["method"]
        if method == "POST" and path in self._calls:
            return self._dispatcher(scope, receive, send)
        found = self._doors.find(path, method)
        if found is not None:
            return self._doors.answer(found, scope, receive, send)
        if method == "POST":
            return self._dispatcher(scope, receive, send)
        return self._web(scope, receive, send)


def build(registry: Registry, opening: Opening, cors_origins: tuple[str, ...] = ()) -> ASGIApp:
    """The application; `opening` makes its parts when the server starts and closes them when it ends."""

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[dict[str, Any]]:
        async with opening() as parts:
            application.open(parts)
            await parts.failover.set_aside()
            await asyncio.to_thread(countries)  # or the first click would wait for them
            spare_the_collector()
            yield (
                {}
                if cors_origins
                else {INLINE_REQUESTS: application.inline_request, RESPONSE_BATCH: ResponseBatch()}
            )

    application = Application(registry, lifespan)
    if not cors_origins:
        return application

    async def plain(scope: Scope, receive: Receive, send: Send) -> None:
        scope.pop("extensions", None)  # the middleware adds its headers to plain answers only
        await application(scope, receive, send)

    return CORSMiddleware(
        plain,
        allow_origins=cors_origins,
        allow_methods=["POST"],
        allow_headers=["Content-Type", "Authorization"],
        expose_headers=["X-Request-Id", "Retry-After"],
        max_age=3_600,
    )


def spare_the_collector() -> None:
    """What is there when the server starts stays, so it need not be looked through again and again.

    Nor does what a request makes refer to itself in circles: at the usual 700 objects, a batch of clicks
    would have a third of its time taken by looking for some.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECT_AFTER)


def options(settings: Settings) -> dict[str, Any]:
    """How uvicorn serves the application."""
    return {
        "host": settings.host,
        "port": settings.port,
        "loop": "uvloop",
        "http": Protocol if settings.fast_paths else "httptools",
        "interface": "asgi3",  # which uvicorn cannot tell of an application that hands coroutines on
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
