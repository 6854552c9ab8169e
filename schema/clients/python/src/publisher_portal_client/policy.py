"""What both transports decide alike: what is sent, how often and when, and what an answer means."""

from __future__ import annotations

import gzip
import json
import platform
import random
import time
import uuid
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from typing import Any, Literal
from urllib.parse import SplitResult, urlsplit

from .errors import Refused, UnexpectedResponse
from .refusals import REFUSALS
from .version import VERSION
from .wire import decode, encode

Mode = Literal["read", "keyed", "once"]
"""Whether a call can be sent again: it reads, or carries an idempotency key; or only if it was refused unheard."""
APP_ID = 36
PAGE_SIZE = 200
TOO_MANY = 429
PASSING = (502, 503, 504)
"""Statuses after which a call may have been heard."""
PATIENCE = 0.001


@dataclass(frozen=True)
class Options:
    """How calls are made. All times are in seconds."""

    url: str
    token: str
    timeout: float = 35
    """For one attempt, from its beginning to the last byte of the answer."""
    deadline: float = 180
    """For a call with all its attempts and the pauses between them."""
    attempts: int = 4
    longest_wait: float = 60
    """The longest pause that the portal may ask for; a call that would wait longer fails at once."""

    def __post_init__(self) -> None:
        parts = urlsplit(self.url)
        if parts.scheme not in ("https", "http") or not parts.hostname or parts.query:
            raise ValueError("url must be the portal's address, such as https://portal.example")
        if not self.token.isascii() or not self.token.isprintable() or " " in self.token:
            # Without the token, which a traceback must not show.
            raise ValueError("token holds a space, a line break or another sign that no token has")
        if min(self.timeout, self.deadline, self.attempts) <= 0:
            raise ValueError("timeout, deadline and attempts must be positive")

    def __repr__(self) -> str:
        return f"Options(url={self.url!r})"

    @property
    def address(self) -> SplitResult:
        return urlsplit(self.url)

    @property
    def headers(self) -> dict[str, str]:
        return {
            "Authorization": f"Bearer {self.token}",
            "Content-Type": "application/json",
            "Accept": "application/json",
            "Accept-Encoding": "gzip",
            "User-Agent": f"publisher-portal-client/{VERSION} python/{platform.python_version()}",
        }


@dataclass(frozen=True)
class Response:
    status: int
    headers: Mapping[str, str]
    """By names in lower case."""
    content: bytes


def body_of(req: dict[str, Any], mode: Mode, idempotency_key: str | None) -> bytes:
    """The body of a call; every attempt sends the same, so that a write takes effect once."""
    encoded = encode(req)
    if mode == "keyed":
        encoded["header"] = {"idempotency_key": idempotency_key or str(uuid.uuid4())}
    return json.dumps({"appId": APP_ID, "req": encoded}).encode()


class Plan:
    """The attempts of one call."""

    def __init__(self, options: Options, mode: Mode) -> None:
        self._options = options
        self._mode = mode
        self._until = time.monotonic() + options.deadline
        self._attempt = 0

    @property
    def seconds(self) -> float:
        """How long the next attempt may take."""
        left = self._until - time.monotonic()
        return max(min(left, self._options.timeout), PATIENCE)

    def pause(self, response: Response | None) -> float | None:
        """How long to wait before the next attempt, or None if there is none. No response: it was not heard whole."""
        self._attempt += 1
        status = response.status if response else 0
        again = status == TOO_MANY or (self._mode != "once" and (not status or status in PASSING))
        if not again or self._attempt >= self._options.attempts:
            return None
        pause = min(2.0**self._attempt / 2, self._options.longest_wait) * random.uniform(0.75, 1)  # noqa: S311
        asked = asked_wait(response.headers.get("retry-after", "")) if response else None
        wait = pause if asked is None else asked
        left = self._until - time.monotonic()
        return wait if wait <= self._options.longest_wait and wait < left else None


def asked_wait(retry_after: str) -> float | None:
    """The seconds of Retry-After, which may be a time; None if it is neither."""
    try:
        return max(0.0, float(retry_after))
    except ValueError:
        pass
    try:
        return max(0.0, parsedate_to_datetime(retry_after).timestamp() - time.time())
    except (TypeError, ValueError):
        return None


def read(response: Response, returns: Any) -> Any:
    """The data of a reply. Raises Refused for a refusal, UnexpectedResponse for what is neither."""
    status, request_id = response.status, response.headers.get("x-request-id")
    if 300 <= status < 400:
        where = response.headers.get("location", "")
        text = f"HTTP {status} leads to {where[:200]!r}: use the portal's own address"
        raise UnexpectedResponse(text, status=status, request_id=request_id)
    answer = parse(response)
    code = answer.get("code") if isinstance(answer, dict) else None
    if not isinstance(code, int) or isinstance(code, bool) or (not code and status != 200):
        text = f"HTTP {status} without the portal's envelope"
        raise UnexpectedResponse(text, status=status, request_id=request_id)
    if code:
        kind = REFUSALS.get(code, Refused)
        message = str(answer.get("message", ""))
        raise kind(code, message, answer.get("data"), status=status, request_id=request_id)
    try:
        return decode(returns, answer.get("data"))
    except (AttributeError, ArithmeticError, TypeError, ValueError) as error:
        text = f"the reply does not have the form that this client knows: {error}"
        raise UnexpectedResponse(text, status=status, request_id=request_id) from error


def parse(response: Response) -> Any:
    try:
        packed = response.headers.get("content-encoding", "").lower() == "gzip"
        return json.loads(gzip.decompress(response.content) if packed else response.content)
    except (EOFError, OSError, ValueError, zlib.error):
        return None
