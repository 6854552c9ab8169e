"""Routes requests outside the envelope to their handlers, and turns whatever these raise into a response."""

import re
from random import getrandbits
from typing import NamedTuple
from urllib.parse import unquote

import msgspec
import structlog

from rpc.calls.registry import Registry
from rpc.calls.registry_entry import DoorEntry
from rpc.calls.transport import HTTP_STATUS
from rpc.http.inline_request import InlineRequest
from rpc.http.request import Message, Receive, Request, Scope, Send
from rpc.http.response import Response, deliver, own_headers
from rpc.http.response_head import head
from rpc.http.uvicorn_protocol import InlineProtocol
from rpc.process.resources import Resources
from schema.core.envelope import Reply
from schema.core.errors import Code, Fault
from sql.core.clock import RETRYABLE, is_away

log = structlog.get_logger()

UNESCAPED = re.compile(rb"[0-9A-Za-z_-]+")
"""A path parameter that needs no percent-decoding."""


class EndpointMatch(NamedTuple):
    entry: DoorEntry
    path_param: str


class Endpoints:
    def __init__(self, registry: Registry, resources: Resources) -> None:
        self.resources = resources
        self.by_path: dict[str, DoorEntry] = {}
        self.by_prefix: dict[str, DoorEntry] = {}
        """Endpoints with a path parameter, by the prefix before it, such as `/track/`."""
        self.inline_by_prefix: dict[bytes, DoorEntry] = {}
        """Those whose handlers take `respond`."""
        for entry in registry.entries(DoorEntry):
            for path in entry.paths:
                prefix, brace, _ = path.partition("{")
                (self.by_prefix if brace else self.by_path)[prefix] = entry
                if brace and entry.responds:
                    self.inline_by_prefix[prefix.encode()] = entry

    def match(self, path: str, method: str) -> EndpointMatch | None:
        entry, path_param = self.by_path.get(path), ""
        if entry is None:
            folder, slash, path_param = path.rpartition("/")
            entry = self.by_prefix.get(folder + slash) if path_param else None
        if entry is None or method not in entry.methods:
            return None
        return EndpointMatch(entry, unquote(path_param))

    async def handle(
        self, match: EndpointMatch, scope: Scope, receive: Receive, send: Send
    ) -> None:
        request = Request(self.resources, scope, receive, match.path_param)
        request_id = f"{getrandbits(64):016x}"
        try:
            response: Response = await match.entry(request)
        except Exception as error:
            response = error_response(match.entry, error, request_id)
        response.headers = [*(response.headers or []), (b"x-request-id", request_id.encode())]
        await deliver(response, scope, send)

    def inline_request(
        self, protocol: InlineProtocol, method: bytes, url: bytes
    ) -> "InlineEndpoint | None":
        """The request, if it needs no task: its handler takes `respond`, and its path needs no decoding."""
        path, _, query = url.partition(b"?")
        slash = path.rfind(b"/") + 1
        entry, path_param = self.inline_by_prefix.get(path[:slash]), path[slash:]
        if entry is None or method not in (b"GET", b"HEAD") or not UNESCAPED.fullmatch(path_param):
            return None
        scope = {
            "method": method.decode(),
            "client": protocol.client,
            "headers": protocol.headers,
            "query_string": query,
        }
        return InlineEndpoint(
            protocol, entry, Request(self.resources, scope, receive_nothing, path_param.decode())
        )


class InlineEndpoint(InlineRequest):
    """A request to an endpoint whose handler takes `respond`."""

    __slots__ = ("_entry", "_request")

    def __init__(self, protocol: InlineProtocol, entry: DoorEntry, request: Request) -> None:
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
            response = error_response(self._entry, error, request_id.decode())
            head_and_body = self._encode(response, request_id)
        self.send(*head_and_body)

    def _encode(self, response: Response, request_id: bytes) -> tuple[bytes, bytes]:
        """Head and body, as bytes on the wire."""
        own = [*own_headers(response), (b"x-request-id", request_id)]
        body = b"" if self._request.method == "HEAD" else response.body
        return head(response.status, response.shared, own, len(response.body)), body


def error_response(entry: DoorEntry, error: Exception, request_id: str) -> Response:
    """The response to a request whose handler raised an error."""
    if isinstance(error, Fault):
        return fault_response(error)
    if is_away(error):
        log.warning("database away", path=entry.path, error=repr(error))
        return fault_response(Fault(Code.UNAVAILABLE, wait=2))
    if isinstance(error, RETRYABLE):
        return fault_response(Fault(Code.UNAVAILABLE, wait=1))
    log.error("crash", path=entry.path, request_id=request_id, exc_info=error)
    return fault_response(Fault(Code.CRASHED, f"{Code.CRASHED.message}. Reference: {request_id}"))


async def receive_nothing() -> Message:
    """The `receive` of a request that has no body."""
    return {"type": "http.disconnect"}


def envelope_response(reply: Reply, status: int = 200) -> Response:
    """An envelope as the response of an endpoint."""
    return Response(status, msgspec.json.encode(reply), None, b"application/json; charset=utf-8")


def fault_response(fault: Fault) -> Response:
    """A Fault as the response of an endpoint."""
    reply = Reply(fault.number, str(fault), fault.data)
    response = envelope_response(reply, HTTP_STATUS.get(fault.code, 200))
    if fault.wait is not None:
        response.headers = [(b"retry-after", str(max(1, round(fault.wait + 0.5))).encode())]
    return response
