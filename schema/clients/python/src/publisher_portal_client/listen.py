"""Replays the feed of events to a server, signed as postbacks are (Standard Webhooks 1.0)."""

from __future__ import annotations

import base64
import hmac
import json
import os
import secrets
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from http.client import HTTPException
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from .errors import ConnectionFailed, DeadlineExceeded
from .models import Page
from .transport import Transport
from .version import VERSION

PAUSES = (1, 2, 5, 10, 30)
"""The seconds before each further attempt; the last one is repeated."""
TIMEOUT = 15
"""How long a server may take to answer, as for a postback."""
PAGE_SIZE = 100
GONE = 410
Event = dict[str, Any]
ReadFeed = Callable[[str | None, int], dict[str, Any]]
"""Reads the events after a cursor: `list`, `next` and `has_more`."""


def read_feed(transport: Transport, after: str | None, size: int) -> dict[str, Any]:
    """The events after a cursor as the portal writes them, which is as postbacks send them."""
    req = {"attributes": {"after": after}, "page": Page(size=size)}
    feed: dict[str, Any] = transport.call("/reports/events", req, dict, "keyed")
    return feed


class Stopped(Exception):
    """The server says that it wants no further events."""


class NoRedirect(urllib.request.HTTPRedirectHandler):
    """A redirect is a failure, as it is for a postback."""

    def redirect_request(self, *_: Any, **__: Any) -> None:
        return None


class Store:
    """The position in the feed, kept in a file: the cursor, and the events that were sent after it."""

    def __init__(self, file: Path) -> None:
        self._file = file
        lines = file.read_text().splitlines() if file.exists() else []
        self.after: str | None = (lines[0] if lines else "") or None
        self.sent: set[str] = set(lines[1:])

    def add(self, event_id: str) -> None:
        """Note that an event after the cursor was sent."""
        self.sent.add(event_id)
        self._write()

    def move(self, after: str) -> None:
        """Go on after a page, all of whose events were sent."""
        self.after, self.sent = after, set()
        self._write()

    def _write(self) -> None:
        written = self._file.with_name(self._file.name + ".new")
        written.write_text("\n".join([self.after or "", *sorted(self.sent), ""]))
        os.replace(written, self._file)


class Receiver:
    """A server that receives events, each signed with a secret that lasts as long as this object."""

    def __init__(self, url: str, attempts: int) -> None:
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ValueError(
                f"--forward must be an address, such as http://localhost:9000/in: {url}"
            )
        if attempts < 1:
            raise ValueError("--attempts must be 1 or more")
        self.secret = "whsec_" + base64.b64encode(secrets.token_bytes(32)).decode()
        self._url = url
        self._attempts = attempts
        # Neither a proxy of the environment nor a redirect: what is tried is this server.
        self._open = urllib.request.build_opener(urllib.request.ProxyHandler({}), NoRedirect).open

    def send(self, event: Event) -> None:
        """Send an event until it is accepted, or left out after the last attempt. Raises Stopped on HTTP 410."""
        for attempt in range(1, self._attempts + 1):
            started = time.monotonic()
            status, outcome = self._post(event)
            ms = round((time.monotonic() - started) * 1000)
            tell(event, f"{outcome} in {ms} ms")
            if status == GONE:
                raise Stopped("The server answered 410 Gone: a postback would be paused now")
            if status is not None and 200 <= status < 300:
                return
            if attempt < self._attempts:
                time.sleep(PAUSES[min(attempt, len(PAUSES)) - 1])
        tell(event, f"left out after {self._attempts} attempts")

    def _post(self, event: Event) -> tuple[int | None, str]:
        """The status of the answer, if there was one, and the outcome in words."""
        body = json.dumps(event, ensure_ascii=False, separators=(",", ":")).encode()
        headers = self._headers(event["event_id"], body)
        request = urllib.request.Request(self._url, body, headers)  # noqa: S310 - http or https, as checked above
        try:
            with self._open(request, timeout=TIMEOUT) as response:
                return response.status, f"HTTP {response.status}"
        except urllib.error.HTTPError as error:
            error.close()
            return error.code, f"HTTP {error.code}"
        except urllib.error.URLError as error:
            return None, f"no answer ({error.reason})"
        except (OSError, HTTPException) as error:
            return None, f"no answer ({error or type(error).__name__})"

    def _headers(self, event_id: str, body: bytes) -> dict[str, str]:
        timestamp = str(int(time.time()))
        key = base64.b64decode(self.secret.removeprefix("whsec_"))
        mark = hmac.digest(key, f"{event_id}.{timestamp}.".encode() + body, "sha256")
        return {
            "Content-Type": "application/json",
            "User-Agent": f"publisher-portal-client/{VERSION} listen",
            "webhook-id": event_id,
            "webhook-timestamp": timestamp,
            "webhook-signature": f"v1,{base64.b64encode(mark).decode()}",
        }


class Listener:
    """Follows the feed from where it was left, and sends its events to a server."""

    def __init__(
        self,
        read: ReadFeed,
        receiver: Receiver,
        store: Store,
        *,
        names: frozenset[str] = frozenset(),
    ) -> None:
        self.receiver = receiver
        self._read = read
        self._store = store
        self._names = names

    def run(self, interval: float | None) -> None:
        """Send all events; then ask again after each interval, or end if it is None."""
        while True:
            try:
                for event in self._unsent():
                    self.receiver.send(event)
                    self._store.add(event["event_id"])
            except (ConnectionFailed, DeadlineExceeded) as error:
                if interval is None:
                    raise
                print(f"{error}; trying again", flush=True)
            if interval is None:
                return
            time.sleep(interval)

    def skip(self) -> None:
        """Go to the end of the feed without sending anything."""
        for _ in self._pages():
            pass

    def _unsent(self) -> Iterator[Event]:
        """Yield the events that are to be sent, page by page."""
        for page in self._pages():
            for event in page:
                named = not self._names or event["event_name"] in self._names
                if named and event["event_id"] not in self._store.sent:
                    yield event

    def _pages(self) -> Iterator[list[Event]]:
        """Yield each page of the feed, and move on once it was worked through."""
        more = True
        while more:
            feed = self._read(self._store.after, PAGE_SIZE)
            yield feed["list"]
            self._store.move(feed["next"])
            more = feed["has_more"]


def tell(event: Event, outcome: str) -> None:
    print(event["event_time"], event["event_name"], event["event_id"], outcome, flush=True)
