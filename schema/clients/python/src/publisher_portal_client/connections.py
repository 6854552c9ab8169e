"""Connections that are kept open between calls, each call with a deadline for all of it."""

from __future__ import annotations

import http.client
import select
import socket
import ssl
import threading
from contextlib import suppress
from urllib.parse import unquote, urlsplit
from urllib.request import getproxies, proxy_bypass

from .errors import ConnectionFailed, DeadlineExceeded
from .policy import Options, Response

IDLE_MAX = 8
"""How many connections are kept at most."""


class Connections:
    """Posts to the portal, through the proxy of the environment if there is one. Redirects are not followed."""

    def __init__(self, options: Options) -> None:
        self._address = options.address
        self._context = ssl.create_default_context()
        self._idle: list[http.client.HTTPConnection] = []
        self._lock = threading.Lock()
        self._proxy = find_proxy(self._address.scheme, self._address.hostname or "")

    def post(self, path: str, content: bytes, headers: dict[str, str], seconds: float) -> Response:
        connection = self._take()
        connection.timeout = seconds
        if connection.sock is not None:
            connection.sock.settimeout(seconds)
        watch = Watch(connection, seconds)
        target = self._address.path.rstrip("/") + path
        if self._proxy and self._address.scheme == "http":
            target = f"http://{self._address.netloc}{target}"
        try:
            with watch:
                connection.request("POST", target, content, headers)
                answer = connection.getresponse()
                body = answer.read()
        except (OSError, http.client.HTTPException, ValueError, AttributeError) as error:
            connection.close()
            if watch.expired or isinstance(error, TimeoutError):
                raise DeadlineExceeded(f"no whole answer within {seconds:.3g} s") from None
            if not isinstance(error, (OSError, http.client.HTTPException)):
                raise
            raise ConnectionFailed(f"no whole answer: {error or type(error).__name__}") from error
        except BaseException:
            connection.close()
            raise
        self._keep(connection, closes=answer.will_close)
        received = {name.lower(): value for name, value in answer.getheaders()}
        return Response(answer.status, received, body)

    def close(self) -> None:
        with self._lock:
            idle, self._idle = self._idle, []
        for connection in idle:
            connection.close()

    def _take(self) -> http.client.HTTPConnection:
        while True:
            with self._lock:
                if not self._idle:
                    break
                connection = self._idle.pop()
            # One that the portal has closed meanwhile has its end to read.
            if connection.sock is not None and not select.select([connection.sock], [], [], 0)[0]:
                return connection
            connection.close()
        return self._open()

    def _open(self) -> http.client.HTTPConnection:
        host, port = self._address.hostname or "", self._address.port
        if self._address.scheme == "http":
            through = self._proxy or (host, port)
            return http.client.HTTPConnection(*through)
        if self._proxy is None:
            return http.client.HTTPSConnection(host, port, context=self._context)
        connection = http.client.HTTPSConnection(*self._proxy, context=self._context)
        connection.set_tunnel(host, port or 443)
        return connection

    def _keep(self, connection: http.client.HTTPConnection, *, closes: bool) -> None:
        with self._lock:
            if not closes and len(self._idle) < IDLE_MAX:
                self._idle.append(connection)
                return
        connection.close()


class Watch:
    """Ends a connection when its time is over, however steadily it trickles."""

    def __init__(self, connection: http.client.HTTPConnection, seconds: float) -> None:
        self.expired = False
        self._connection = connection
        self._timer = threading.Timer(seconds, self._end)
        self._timer.daemon = True

    def _end(self) -> None:
        self.expired = True
        sock = self._connection.sock
        if sock is not None:
            with suppress(OSError):
                sock.shutdown(socket.SHUT_RDWR)

    def __enter__(self) -> None:
        self._timer.start()

    def __exit__(self, *_: object) -> None:
        self._timer.cancel()


def find_proxy(scheme: str, host: str) -> tuple[str, int | None] | None:
    """The proxy of the environment for a host; one that asks for a password is not supported."""
    address = getproxies().get(scheme)
    if not address or proxy_bypass(host):
        return None
    parts = urlsplit(address if "//" in address else f"//{address}")
    return (unquote(parts.hostname), parts.port) if parts.hostname else None
