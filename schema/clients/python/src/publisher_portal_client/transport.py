"""How a call is made: the envelope, refusals, and when to try again. Needs nothing but Python."""

from __future__ import annotations

import dataclasses
import datetime as dt
import http.client
import json
import time
import urllib.error
import urllib.request
import uuid
from collections.abc import Callable, Iterator
from decimal import Decimal
from enum import Enum
from functools import cache
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from .models import Page, Rule

Mode = Literal["read", "keyed", "once"]
"""Whether a call can be sent again: it reads, or carries an idempotency key; or only if it was refused unheard."""
APP_ID = 36
PAGE_SIZE = 200
BUSY = (429, 503)


class PortalError(Exception):
    """The portal refused a call. `code` is its number, `field` the path of the field to correct, if one is.

    `rule` is what that field breaks, and `limit` what the rule compares it with, if there is something.
    """

    def __init__(self, code: int, message: str, data: Any, status: int, request_id: str) -> None:
        super().__init__(f"{code}: {message}")
        self.code = code
        self.message = message
        self.data = data
        self.status = status
        self.request_id = request_id
        details = data if isinstance(data, dict) else {}
        self.field: str | None = details.get("field")
        self.rule: Rule | None = details.get("rule")
        self.limit: int | str | None = details.get("limit")


class Transport:
    """Sends calls, waits as long as the portal asks for, and tries again what is safe to repeat."""

    def __init__(
        self, url: str, token: str, *, timeout: float, attempts: int, longest_wait: float
    ) -> None:
        if not url.startswith(("https://", "http://")):
            raise ValueError("url must begin with https:// or http://")
        self._url = url.rstrip("/")
        self._token = token
        self._timeout = timeout
        self._attempts = attempts
        self._longest_wait = longest_wait

    def call(self, path: str, req: dict[str, Any], returns: Any, mode: Mode) -> Any:
        body = encode(req)
        if mode == "keyed":
            body["header"] = {"idempotency_key": str(uuid.uuid4())}
        content = json.dumps({"appId": APP_ID, "req": body}).encode()
        attempt = 1
        while True:
            last = attempt >= self._attempts
            pause = min(2.0**attempt / 2, self._longest_wait)
            attempt += 1
            try:
                status, headers, answer = self._send(path, content)
            except (OSError, http.client.HTTPException):  # not heard, or heard in part
                if last or mode == "once":
                    raise
                time.sleep(pause)
                continue
            if status in BUSY and not last and (mode != "once" or status == 429):
                wait = wait_asked(headers, pause)
                if wait <= self._longest_wait:
                    time.sleep(wait)
                    continue
            if answer.get("code"):
                request_id = headers.get("X-Request-Id", "")
                raise PortalError(
                    answer["code"], answer["message"], answer["data"], status, request_id
                )
            return decode(returns, answer["data"])

    def _send(self, path: str, content: bytes) -> tuple[int, Any, dict[str, Any]]:
        request = urllib.request.Request(  # noqa: S310 - the scheme is checked above
            self._url + path,
            content,
            {"Authorization": f"Bearer {self._token}", "Content-Type": "application/json"},
        )
        try:
            with urllib.request.urlopen(request, timeout=self._timeout) as response:  # noqa: S310
                return response.status, response.headers, json.load(response)
        except urllib.error.HTTPError as error:
            with error:
                status, headers, text = error.code, error.headers, error.read()
        try:
            return status, headers, json.loads(text)
        except ValueError:
            message = f"HTTP {status} without an envelope"
            return status, headers, {"code": status, "message": message, "data": None}


def wait_asked(headers: Any, otherwise: float) -> float:
    try:
        return float(headers.get("Retry-After", otherwise))
    except ValueError:
        return otherwise


def each_page(ask: Callable[[Page], Any]) -> Iterator[Any]:
    """Every row of a list. A long one goes on by its cursor, another by the number of the page."""
    page, seen = Page(size=PAGE_SIZE), 0
    while True:
        answer = ask(page)
        yield from answer.rows
        seen += len(answer.rows)
        cursor = getattr(answer, "next", None)
        if cursor:
            page = Page(size=PAGE_SIZE, cursor=cursor)
        elif hasattr(answer, "next") or not answer.rows or seen >= answer.total:
            return
        else:
            page = Page(size=PAGE_SIZE, number=page.number + 1)


def encode(value: Any) -> Any:
    """As JSON takes it; what is None is left out of an object."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return encode({wire_name(f): getattr(value, f.name) for f in dataclasses.fields(value)})
    if isinstance(value, dict):
        return {name: encode(part) for name, part in value.items() if part is not None}
    if isinstance(value, (list, tuple)):
        return [encode(part) for part in value]
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, dt.date):
        return value.isoformat()
    return str(value) if isinstance(value, Decimal) else value


def decode(kind: Any, value: Any) -> Any:
    """A value of an answer as its type says; a member of an enum that we do not know stays what it is."""
    if value is None or kind is None:
        return None
    origin, arguments = get_origin(kind), get_args(kind)
    if origin is Union:
        kinds = [each for each in arguments if each is not type(None)]
        return decode(kinds[0], value) if len(kinds) == 1 else value
    if origin is list:
        return [decode(arguments[0], part) for part in value]
    if origin is dict:
        return {name: decode(arguments[1], part) for name, part in value.items()}
    if kind is Decimal:
        return Decimal(str(value))
    if kind is dt.datetime:
        return dt.datetime.fromisoformat(value.replace("Z", "+00:00"))
    if kind is dt.date:
        return dt.date.fromisoformat(value)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return next((member for member in kind if member.value == value), value)
    if dataclasses.is_dataclass(kind):
        fields = fields_of(kind)  # type: ignore[arg-type]
        values = {name: decode(type_, value.get(wire)) for name, wire, type_ in fields}
        return kind(**values)  # type: ignore[operator]
    return value


@cache
def fields_of(kind: Any) -> list[tuple[str, str, Any]]:
    """The fields of a dataclass: name, name on the wire, type."""
    hints = get_type_hints(kind)
    return [(f.name, wire_name(f), hints[f.name]) for f in dataclasses.fields(kind)]


def wire_name(field: dataclasses.Field[Any]) -> str:
    return str(field.metadata.get("wire", field.name))
