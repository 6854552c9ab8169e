"""Endpoints whose handlers take `respond`, answered from where their requests arrive."""

import re
from collections.abc import Iterable
from random import getrandbits

from rpc.calls.endpoints import error_response
from rpc.calls.registry_entry import Endpoint
from rpc.http.request import Message, Request
from rpc.http.response import Response, own_headers
from rpc.http.response_head import head
from rpc.monitoring.trace import HEADER, read_trace, within_trace
from rpc.process.resources import Resources
from rpc.server.inline_protocol import InlineProtocol, InlineRequest

UNESCAPED = re.compile(rb"[0-9A-Za-z_-]+")
"""A path parameter that needs no percent-decoding."""


class InlineEndpoint(InlineRequest):
    """A request to an endpoint whose handler takes `respond`."""

    __slots__ = ("_entry", "_request")

    def __init__(self, protocol: InlineProtocol, entry: Endpoint, request: Request) -> None:
        super().__init__(protocol)
        self._entry = entry
        self._request = request

    def start(self) -> None:
        try:
            self._entry.handler(self._request, self.respond)
        except Exception as error:
            self.respond(error)

    def respond(self, outcome: Response | Exception) -> None:
        request_id = b"%016x" % getrandbits(64)
        try:
            if isinstance(outcome, Exception):
                raise outcome
            head_and_body = self._encode(outcome, request_id)
        except Exception as error:
            trace = read_trace(self._request.headers.get(HEADER, b""))
            with within_trace(trace.id if trace else ""):
                response = error_response(self._entry, error, request_id.decode())
            head_and_body = self._encode(response, request_id)
        self.send(*head_and_body)

    def _encode(self, response: Response, request_id: bytes) -> tuple[bytes, bytes]:
        """Encode head and body as bytes on the wire."""
        own = [*own_headers(response), (b"x-request-id", request_id)]
        body = b"" if self._request.method == "HEAD" else response.body
        return head(response.status, response.shared, own, len(response.body)), body


class InlineEndpoints:
    """Recognizes the requests to endpoints that do not need uvicorn's cycle."""

    def __init__(self, resources: Resources, endpoints: Iterable[Endpoint]) -> None:
        self._resources = resources
        self._by_prefix = {
            path.partition("{")[0].encode(): entry
            for entry in endpoints
            if entry.responds
            for path in entry.paths
            if "{" in path
        }

    def inline_request(
        self, protocol: InlineProtocol, method: bytes, url: bytes
    ) -> InlineEndpoint | None:
        path, _, query = url.partition(b"?")
        slash = path.rfind(b"/") + 1
        entry, path_param = self._by_prefix.get(path[:slash]), path[slash:]
        if entry is None or method not in (b"GET", b"HEAD") or not UNESCAPED.fullmatch(path_param):
            return None
        scope = {
            "method": method.decode(),
            "client": protocol.client,
            "headers": protocol.headers,
            "query_string": query,
        }
        request = Request(self._resources, scope, receive_nothing, path_param.decode())
        return InlineEndpoint(protocol, entry, request)


async def receive_nothing() -> Message:
    """The `receive` of a request that has no body."""
    return {"type": "http.disconnect"}
