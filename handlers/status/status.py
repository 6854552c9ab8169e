"""What the portal promises of its services, and how it kept it: a page for people, JSON for programs."""

import msgspec

from handlers.status.page import write_page
from rpc import Request, Response, endpoint
from rpc.http.standalone_page import document_response

JSON = b"application/json; charset=utf-8"
HEADERS = [
    (b"cache-control", b"public, max-age=15"),
    (b"vary", b"accept"),
    (b"access-control-allow-origin", b"*"),
]


@endpoint("/status", alias="/status.json")
async def status(request: Request) -> Response:
    """Tell how each service is and how it was in the last 90 days; /status.json, or Accept, asks for JSON."""
    found = await request.resources.service_history.status(request.resources)
    accepted = request.header(b"accept")
    wants_json = "application/json" in accepted and "text/html" not in accepted
    if wants_json or request.scope["path"].endswith(".json"):
        return Response(200, msgspec.json.encode(found), HEADERS, JSON)
    response = document_response(200, "Status", *write_page(found))
    response.headers = [*(response.headers or []), HEADERS[1]]
    return response
