"""Serves the built web app: hashed assets, cached forever and precompressed; for any other path its index page."""

import mimetypes
import re
from pathlib import Path

from rpc.config.settings import ROOT
from rpc.http.request import Headers, Receive, Scope, Send
from rpc.http.response import Response, deliver

DIST = ROOT / "web" / "dist"
MAX_PATH_LENGTH = 200
PLAIN_PATH = re.compile(r"(?:/[A-Za-z0-9_-][A-Za-z0-9._-]*)+")
"""A path without empty or dotted parts, which would give one file many paths."""
ENCODINGS = ((b"br", ".br"), (b"gzip", ".gz"))
TEXT_TYPES = ("application/javascript", "application/json")
IMMUTABLE = b"public, max-age=31536000, immutable"
SECRET_IN_URL = (
    "/reset-password",
    "/auth/email-verification",
    "/auth/invitation",
    "/auth/stop-change",
    "/autologin",
    "/auth/third-party",
    "/connect",
)
NO_APP = b"The web app is not built yet: run `make run` or `make dev`.\n"


class StaticFiles:
    """An ASGI application for every GET that is neither a call nor an endpoint."""

    def __init__(self, folder: Path = DIST) -> None:
        self.folder = folder.resolve()
        https = (b"strict-transport-security", b"max-age=63072000; includeSubDomains")
        self.common: Headers = [(b"x-content-type-options", b"nosniff"), https]
        policy = (
            "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
            "img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; manifest-src 'self'; "
            "frame-ancestors 'none'; base-uri 'none'; form-action 'self'; object-src 'none'"
        )
        self.page: Headers = [
            (b"content-security-policy", policy.encode()),
            (b"cross-origin-opener-policy", b"same-origin"),
            (b"permissions-policy", b"geolocation=(), camera=(), microphone=(), payment=()"),
            (b"cache-control", b"no-store"),
        ]
        self._contents: dict[str, bytes] = {}
        """The contents of files by path, kept until the process ends. Each file of the build has one plain path."""

    async def __call__(self, scope: Scope, _: Receive, send: Send) -> None:
        await deliver(self.response_for(scope["path"], dict(scope["headers"])), scope, send)

    def response_for(self, path: str, request_headers: dict[bytes, bytes]) -> Response:
        if "." in path.rpartition("/")[2] and not path.endswith(".html"):
            asset = self.asset(path, request_headers.get(b"accept-encoding", b""))
            if asset is not None:
                return asset
            if path.startswith("/assets/"):
                return Response(404, b"No such file\n", list(self.common))
        page, encoding_headers = self.read_encoded(
            "/index.html", request_headers.get(b"accept-encoding", b"")
        )
        if page is None:
            return Response(503, NO_APP, list(self.common))
        referrer = b"strict-origin-when-cross-origin"
        if path.startswith(SECRET_IN_URL):
            referrer = b"no-referrer"
        headers = [*self.page, *self.common, *encoding_headers, (b"referrer-policy", referrer)]
        return Response(200, page, headers, b"text/html; charset=utf-8")

    def asset(self, path: str, accepted: bytes) -> Response | None:
        media_type = mimetypes.guess_type(path)[0] or "application/octet-stream"
        is_text = media_type.startswith("text/") or media_type in TEXT_TYPES
        body, encoding_headers = self.read_encoded(path, accepted)
        if body is None:
            return None
        headers = [
            *self.common,
            *encoding_headers,
            (b"cross-origin-resource-policy", b"same-origin"),
        ]
        if path.startswith("/assets/"):
            headers.append((b"cache-control", IMMUTABLE))
        charset = "; charset=utf-8" if is_text else ""
        return Response(200, body, headers, f"{media_type}{charset}".encode())

    def read_encoded(self, path: str, accepted: bytes) -> tuple[bytes | None, Headers]:
        """A file in the smallest encoding that the browser accepts, and the headers that name it."""
        vary = (b"vary", b"accept-encoding")
        for name, suffix in ENCODINGS:
            if accepts(accepted, name):
                body = self.read(path, suffix)
                if body is not None:
                    return body, [vary, (b"content-encoding", name)]
        return self.read(path, ""), [vary]

    def read(self, path: str, suffix: str) -> bytes | None:
        """A file of the build, read once; None for a path that is not plain, or has no file."""
        if len(path) > MAX_PATH_LENGTH or not PLAIN_PATH.fullmatch(path):
            return None
        content = self._contents.get(path + suffix)
        if content is None:
            content = self._read(path, suffix)
            if content is not None:
                self._contents[path + suffix] = content
        return content

    def _read(self, path: str, suffix: str) -> bytes | None:
        """The content of a file; a path that leads out of the folder gives None."""
        try:
            file = (self.folder / (path.lstrip("/") + suffix)).resolve()
            if not file.is_relative_to(self.folder) or not file.is_file():
                return None
            return file.read_bytes()
        except (OSError, ValueError):  # the path is not a valid file name
            return None


def accepts(accepted: bytes, name: bytes) -> bool:
    """Whether Accept-Encoding names this encoding with a weight above zero (RFC 9110, 12.5.3)."""
    for part in accepted.lower().split(b","):
        encoding, _, weight = part.partition(b";")
        if encoding.strip() == name:
            return weight.replace(b" ", b"").rstrip(b"0") not in (b"q=", b"q=0.")
    return False
