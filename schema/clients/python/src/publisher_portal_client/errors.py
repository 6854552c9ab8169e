"""What can go wrong with a call: one family, `PortalError`. refusals.py has a class for each code of a refusal."""

from __future__ import annotations

from typing import Any

from .models import Rule


class PortalError(Exception):
    """A call failed. What is not known is None: `code` of a call that was not refused, `status` without an answer."""

    code: int | None = None

    def __init__(
        self, message: str, *, status: int | None = None, request_id: str | None = None
    ) -> None:
        super().__init__(message)
        self.message = message
        self.status = status
        self.request_id = request_id
        """Names the call in the portal's log; give it when you ask for help."""


class ConnectionFailed(PortalError):
    """There was no whole answer: no connection, or one that ended early."""


class DeadlineExceeded(PortalError):
    """There was no whole answer in time, counted from the beginning and not from the last byte."""


class UnexpectedResponse(PortalError):
    """Something else answered than the portal, such as a proxy, or with what this client does not know."""


class Refused(PortalError):
    """The portal refused a call. `code` is its number, `field` the path of the field to correct, if one is.

    `rule` is what that field breaks, `limit` what the rule compares it with, if there is something, and `scope` what
    the API token lacks.
    """

    def __init__(
        self,
        code: int,
        message: str,
        data: Any = None,
        *,
        status: int = 200,
        request_id: str | None = None,
    ) -> None:
        super().__init__(message, status=status, request_id=request_id)
        self.code: int = code
        self.data = data
        details = data if isinstance(data, dict) else {}
        self.field: str | None = details.get("field")
        self.rule: Rule | None = details.get("rule")
        self.limit: int | str | None = details.get("limit")
        self.scope: str | None = details.get("scope")

    def __str__(self) -> str:
        return f"{self.code}: {self.message}"
