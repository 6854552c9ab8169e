"""Routes requests outside the envelope to their handlers, and turns the exceptions they raise into responses."""

from random import getrandbits
from typing import NamedTuple
from urllib.parse import unquote

import structlog

from rpc.calls.registry import Registry
from rpc.calls.registry_entry import Endpoint
from rpc.calls.transport import status_of
from rpc.http.request import Receive, Request, Scope, Send
from rpc.http.response import Response, deliver
from rpc.monitoring.trace import HEADER, read_trace, within_trace
from rpc.process.resources import Resources
from schema.core.envelope import Reply
from schema.core.errors import Code, Fault
from schema.core.plain_json import encode_json
from sql.core.clock import RETRYABLE, is_away

log = structlog.get_logger()


class EndpointMatch(NamedTuple):
    entry: Endpoint
    path_param: str


class EndpointRouter:
    def __init__(self, registry: Registry, resources: Resources) -> None:
        self.resources = resources
        self.by_path: dict[str, Endpoint] = {}
        self.by_prefix: dict[str, Endpoint] = {}
        """Endpoints with a path parameter, by the prefix before it, such as `/track/`."""
        self.subtrees: dict[str, Endpoint] = {}
        """Endpoints that serve all paths below their first segment, by that segment."""
        for entry in registry.entries(Endpoint):
            for path in entry.paths:
                prefix, brace, _ = path.partition("{")
                (self.by_prefix if brace else self.by_path)[prefix] = entry
                if entry.subtree:
                    self.subtrees[prefix.strip("/")] = entry

    def match(self, path: str, method: str) -> EndpointMatch | None:
        entry, path_param = self.by_path.get(path), ""
        if entry is None:
            folder, slash, path_param = path.rpartition("/")
            entry = self.by_prefix.get(folder + slash) if path_param else None
        if entry is None:
            segment, _, path_param = path.lstrip("/").partition("/")
            entry = self.subtrees.get(segment.lower()) if path_param else None
        if entry is None or method not in entry.methods:
            return None
        return EndpointMatch(entry, unquote(path_param))

    async def handle(
        self, match: EndpointMatch, scope: Scope, receive: Receive, send: Send
    ) -> None:
        request = Request(self.resources, scope, receive, match.path_param)
        request_id = f"{getrandbits(64):016x}"
        scope["request_id"] = request_id
        trace = read_trace(request.headers.get(HEADER, b""))
        with within_trace(trace.id if trace else ""):
            try:
                response: Response = await match.entry(request)
            except Exception as error:
                response = error_response(match.entry, error, request_id)
        response.headers = [*(response.headers or []), (b"x-request-id", request_id.encode())]
        await deliver(response, scope, send)


def error_response(entry: Endpoint, error: Exception, request_id: str) -> Response:
    """The response to a request whose handler raised an error."""
    if isinstance(error, Fault):
        return fault_response(error)
    if is_away(error):
        log.warning("database unavailable", path=entry.path, error=repr(error))
        return fault_response(Fault(Code.UNAVAILABLE, wait=2))
    if isinstance(error, RETRYABLE):
        return fault_response(Fault(Code.UNAVAILABLE, wait=1))
    log.error("crash", path=entry.path, request_id=request_id, exc_info=error)
    return fault_response(Fault(Code.CRASHED, f"{Code.CRASHED.message}. Reference: {request_id}"))


def envelope_response(reply: Reply, status: int = 200) -> Response:
    """An envelope as the response of an endpoint."""
    return Response(status, encode_json(reply), None, b"application/json; charset=utf-8")


def fault_response(fault: Fault) -> Response:
    """A Fault as the response of an endpoint."""
    reply = Reply(fault.number, str(fault), fault.data)
    response = envelope_response(reply, status_of(fault))
    if fault.wait is not None:
        response.headers = [(b"retry-after", str(max(1, round(fault.wait + 0.5))).encode())]
    return response
