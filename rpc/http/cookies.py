"""The cookies of a request, and those that its response sets."""

from datetime import timedelta

from rpc.http.request import Headers


class Cookies:
    """Cookies that scripts cannot read, and that requests from other sites do not send."""

    __slots__ = ("_header", "_set")

    def __init__(self, header: bytes = b"") -> None:
        self._header = header
        self._set: dict[str, bytes] = {}

    def get(self, name: str) -> str:
        """The value of a cookie; empty if it was not sent."""
        for pair in self._header.decode("latin-1").split(";"):
            key, _, value = pair.strip().partition("=")
            if key == name:
                return value
        return ""

    def set(self, name: str, value: str, lifetime: timedelta, *, secure: bool) -> None:
        """Set a cookie; a lifetime of zero deletes it. `secure`: over https only."""
        seconds = lifetime // timedelta(seconds=1)
        attributes = f"Path=/; Max-Age={seconds}; HttpOnly; SameSite=Strict"
        cookie = f"{name}={value}; {attributes}{'; Secure' if secure else ''}"
        self._set[name] = cookie.encode()

    def headers(self) -> Headers:
        return [(b"set-cookie", cookie) for cookie in self._set.values()]
