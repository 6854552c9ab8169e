"""Descriptions of the API, which anybody may fetch."""

import gzip
from typing import Any, NamedTuple

import msgspec

from rpc import Request, Response

HEADERS = [
    (b"cache-control", b"public, max-age=300"),
    (b"access-control-allow-origin", b"*"),
    (b"vary", b"accept-encoding"),
]
MEDIA_TYPE = b"application/json; charset=utf-8"


class JsonDocument(NamedTuple):
    """A document as JSON, and compressed."""

    whole: bytes
    compressed: bytes

    @classmethod
    def of(cls, document: dict[str, Any]) -> "JsonDocument":
        whole = msgspec.json.encode(document)
        return cls(whole, gzip.compress(whole, 9, mtime=0))

    def respond(self, request: Request) -> Response:
        """The document as the client accepts it."""
        if b"gzip" in request.headers.get(b"accept-encoding", b""):
            headers = [*HEADERS, (b"content-encoding", b"gzip")]
            return Response(200, self.compressed, headers, MEDIA_TYPE)
        return Response(200, self.whole, list(HEADERS), MEDIA_TYPE)
