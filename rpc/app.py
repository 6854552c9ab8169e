"""Builds the ASGI application."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from random import getrandbits
from typing import Any

import structlog
from starlette.applications import Starlette
from starlette.middleware.cors import CORSMiddleware
from starlette.types import ASGIApp

from rpc.calls.dispatch import Dispatcher
from rpc.calls.endpoints import EndpointRouter, fault_response
from rpc.calls.registry import Registry
from rpc.calls.registry_entry import Procedure
from rpc.clicks.country import geoip_database
from rpc.http.request import Receive, Scope, Send
from rpc.http.response import Response, deliver
from rpc.http.web_app_files import StaticFiles
from rpc.process.heartbeat import heartbeat
from rpc.process.memory import tune_memory
from rpc.process.resources import Resources
from rpc.server.options import inline_state
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
        self.dispatcher = Dispatcher(self._registry, resources)
        self._endpoints = EndpointRouter(self._registry, resources)
        self._static_files = StaticFiles()

    def is_open(self, path: str) -> bool:
        """Whether an endpoint answers browsers itself that ask for another origin (rpc/http/open_cors.py)."""
        return self._endpoints.match(path, "OPTIONS") is not None

    def __call__(self, scope: Scope, receive: Receive, send: Send) -> Awaitable[None]:  # type: ignore[override]
        if scope["type"] != "http":
            return super().__call__(scope, receive, send)
        path, method = scope["path"], scope["method"]
        if method == "POST" and path in self._call_paths:
            return self.dispatcher(scope, receive, send)
        match = self._endpoints.match(path, method)
        if match is not None:
            return self._endpoints.handle(match, scope, receive, send)
        if method == "POST":
            return self.dispatcher(scope, receive, send)
        if method in ("GET", "HEAD"):
            return self._static_files(scope, receive, send)
        return deliver(other_method(method), scope, send)


def other_method(method: str) -> Response:
    """The response to any other method: OPTIONS lists the allowed methods, all others are refused."""
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
            async with heartbeat(resources):
                yield {} if cors_origins else inline_state(application.dispatcher)

    application = Application(registry, lifespan)
    if not cors_origins:
        return application

    async def without_extensions(scope: Scope, receive: Receive, send: Send) -> None:
        scope.pop(
            "extensions", None
        )  # the middleware adds its headers to plain ASGI responses only
        await application(scope, receive, send)

    for_listed_origins = CORSMiddleware(
        without_extensions,
        allow_origins=cors_origins,
        allow_methods=["POST"],
        allow_headers=["Content-Type", "Authorization"],
        expose_headers=["X-Request-Id", "Retry-After", "RateLimit", "RateLimit-Policy"],
        max_age=3_600,
    )

    async def by_path(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and application.is_open(scope["path"]):
            await without_extensions(scope, receive, send)
        else:
            await for_listed_origins(scope, receive, send)

    return by_path
