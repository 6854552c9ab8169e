"""What OAuth's endpoints have in common: their form, their errors, and who may read the answers."""

from typing import Any

import msgspec

from rpc import Request, Response
from rpc.http.open_cors import EXPOSED
from rpc.http.request import parse_parameters, read_body
from schema.core.errors import Code, Fault

FORM = b"application/x-www-form-urlencoded"
FORM_MAX = 16_384
METHODS = b"POST, OPTIONS"


class OAuthError(Exception):
    """A refusal by its name in RFC 6749, with the reason for the app's developer."""

    def __init__(self, name: str, why: str) -> None:
        super().__init__(why)
        self.name = name

    def to_response(self) -> Response:
        return json_response({"error": self.name, "error_description": str(self)}, 400)


def json_response(content: dict[str, Any], status: int = 200) -> Response:
    return Response(
        status, msgspec.json.encode(content), list(EXPOSED), b"application/json; charset=utf-8"
    )


async def read_form(request: Request) -> dict[str, str]:
    """The parameters in the body. Raises OAuthError for another type of body, and for a parameter that stands twice."""
    media_type = request.headers.get(b"content-type", b"").partition(b";")[0].strip().lower()
    if media_type != FORM:
        raise OAuthError(
            "invalid_request", "Send the parameters as application/x-www-form-urlencoded"
        )
    return read_once(parse_parameters(await read_small(request)))


async def read_small(request: Request) -> bytes:
    body = await read_body(request.receive)
    if len(body) > FORM_MAX:
        raise Fault(Code.TOO_LARGE)
    return body


def read_once(pairs: list[tuple[str, str]]) -> dict[str, str]:
    found: dict[str, str] = {}
    for name, value in pairs:
        if name in found:
            raise OAuthError("invalid_request", "A parameter stands twice")
        found[name] = value
    return found
