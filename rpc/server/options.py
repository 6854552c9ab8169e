"""How uvicorn serves the application, and what the application gives the by-pass."""

from functools import partial
from typing import Any

from rpc.calls.dispatch import Dispatcher
from rpc.calls.registry_entry import Endpoint, Procedure
from rpc.config.settings import Settings
from rpc.server.connections import Connections
from rpc.server.guarded_protocol import GuardedProtocol
from rpc.server.inline_call import InlineCalls
from rpc.server.inline_endpoint import InlineEndpoints
from rpc.server.inline_protocol import (
    INLINE_ROUTER,
    RESPONSE_BATCH,
    InlineProtocol,
    InlineRequest,
    ResponseBatch,
)


def uvicorn_options(settings: Settings) -> dict[str, Any]:
    """How uvicorn serves the application; without the by-pass if FAST_PATHS is 0."""
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


def inline_state(dispatcher: Dispatcher) -> dict[str, Any]:
    """The state of the application's lifespan that the by-pass needs; other servers ignore it."""
    registry = dispatcher.registry
    calls = InlineCalls(dispatcher, registry.entries(Procedure))
    endpoints = InlineEndpoints(dispatcher.resources, registry.entries(Endpoint))

    def route(protocol: InlineProtocol, method: bytes, url: bytes) -> InlineRequest | None:
        if method == b"POST":
            return calls.inline_request(protocol, url)
        return endpoints.inline_request(protocol, method, url)

    return {INLINE_ROUTER: route, RESPONSE_BATCH: ResponseBatch()}
