"""Builds the ASGI application, and says how uvicorn serves it."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from functools import partial
from random import getrandbits
from typing import Any

import structlog
from starlette.applications import Starlette
from starlette.middleware.cors import CORSMiddleware
from starlette.types import ASGIApp

from rpc.calls.dispatch import Dispatcher
from rpc.calls.endpoints import Endpoints, fault_response
from rpc.calls.inline_call import InlineCalls
from rpc.calls.registry import Registry
from rpc.calls.registry_entry import Procedure
from rpc.clicks.geo import geoip_database
from rpc.config.settings import Settings
from rpc.http.connections import Connections
from rpc.http.guarded_protocol import GuardedProtocol
from rpc.http.inline_request import INLINE_ROUTER, RESPONSE_BATCH, InlineRequest, ResponseBatch
from rpc.http.request import Receive, Scope, Send
from rpc.http.response import Response, deliver
from rpc.http.static import StaticFiles
from rpc.http.uvicorn_protocol import InlineProtocol
from rpc.process.memory import tune_memory
from rpc.process.resources import Resources
from schema.core.errors import Code, Fault

log = structlog.get_logger()
OpenResources = Callable[[], AbstractAsyncContextManager[Resources]]


ALLOW = (b"allow", b"GET, HEAD, OPTIONS, POST")


class Application(Starlette):
    """Passes each request to its call, its endpoint or the web app; Starlette provides the lifespan.

    Paths are looked up in a dictionary: Starlette would match route after route
    (docs/decisions/0001-one-endpoint.md), and its router and error handlers cost 10 µs a call.
    """

    def __init__(
        self,
        registry: Registry,
        lifespan: Callable[[Any], AbstractAsyncContextManager[dict[str, Any]]],
    ) -> None:
        super().__init__(lifespan=lifespan)
        self._registry = registry
        self._call_paths = {entry.path for entry in registry.entries(Procedure)}

    def start(self, resources: Resources) -> None:
        self._dispatcher = Dispatcher(self._registry, resources)
        self._endpoints = Endpoints(self._registry, resources)
        self._inline_calls = InlineCalls(self._dispatcher, self._registry.entries(Procedure))
        self._static_files = StaticFiles()

    def inline_request(
        self, protocol: InlineProtocol, method: bytes, url: bytes
    ) -> InlineRequest | None:
        """The request, if it needs no request-response cycle of uvicorn (rpc/http/inline_request.py)."""
        if method == b"POST":
            return self._inline_calls.inline_request(protocol, url)
        return self._endpoints.inline_request(protocol, method, url)

    def __call__(self, scope: Scope, receive: Receive, send: Send) -> Awaitable[None]:  # type: ignore[override]
        if scope["type"] != "http":
            return super().__call__(scope, receive, send)
        path, method = scope["path"], scope["method"]
        if method == "POST" and path in self._call_paths:
            return self._dispatcher(scope, receive, send)
        match = self._endpoints.match(path, method)
        if match is not None:
            return self._endpoints.handle(match, scope, receive, send)
        if method == "POST":
            return self._dispatcher(scope, receive, send)
        if method in ("GET", "HEAD"):
            return self._static_files(scope, receive, send)
        return deliver(other_method(method), scope, send)


def other_method(method: str) -> Response:
    """OPTIONS names the methods; whatever else is neither a call nor a page is refused."""
    if method == "OPTIONS":
        return Response(204, b"", [ALLOW])
    text = f"{method} is not allowed here: calls are made with POST"
    response = fault_response(Fault(Code.REQUEST_INVALID, text))
    response.status = 405
    response.headers = [ALLOW, (b"x-request-id", f"{getrandbits(64):016x}".encode())]
    return response


def build(
    registry: Registry, open_resources: OpenResources, cors_origins: tuple[str, ...] = ()
) -> ASGIApp:
    """The application; `open_resources` opens its resources when the server starts and closes them when it stops."""

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[dict[str, Any]]:
        async with open_resources() as resources:
            application.start(resources)
            await resources.failover.set_aside()
            await asyncio.to_thread(geoip_database)  # or the first click would wait for it
            tune_memory()
            yield (
                {}
                if cors_origins
                else {INLINE_ROUTER: application.inline_request, RESPONSE_BATCH: ResponseBatch()}
            )

    application = Application(registry, lifespan)
    if not cors_origins:
        return application

    async def without_extensions(scope: Scope, receive: Receive, send: Send) -> None:
        scope.pop(
            "extensions", None
        )  # the middleware adds its headers to plain ASGI responses only
        await application(scope, receive, send)

    return CORSMiddleware(
        without_extensions,
        allow_origins=cors_origins,
        allow_methods=["POST"],
        allow_headers=["Content-Type", "Authorization"],
        expose_headers=["X-Request-Id", "Retry-After", "RateLimit", "RateLimit-Policy"],
        max_age=3_600,
    )


def uvicorn_options(settings: Settings) -> dict[str, Any]:
    """How uvicorn serves the application."""
    protocol = InlineProtocol if settings.fast_paths else GuardedProtocol
    return {
        "host": settings.host,
        "port": settings.port,
        "loop": "uvloop",
        "http": partial(protocol, connections=Connections(settings.trusted_proxies)),
        "interface": "asgi3",  # uvicorn cannot detect it: the application returns coroutines
        "ws": "none",
        "lifespan": "on",
        "log_config": None,
        "access_log": False,
        "server_header": False,
        "proxy_headers": False,  # the portal has its own list of trusted proxies
        "limit_concurrency": 400,
        "timeout_keep_alive": 5,
        "timeout_graceful_shutdown": 25,
    }
