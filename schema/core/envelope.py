"""The envelope of every request and every response (contract §2)."""

from typing import Annotated, Any, Generic, TypeVar

from msgspec import Meta, Struct, field

from schema.core.scalar import PAGE_SIZE_MAX

APP_ID = 36
Item = TypeVar("Item")
BODY_BYTES_MAX = 1_000_000
"""The largest request body; files have limits of their own (schema/accounts/upload.py)."""


class Header(Struct, frozen=True, forbid_unknown_fields=True):
    """The caller: a session's token, an API token or a brand's key."""

    token: (
        Annotated[
            str,
            Meta(
                max_length=1_000,
                description="Who calls. It may stand in `Authorization: Bearer` instead.",
            ),
        ]
        | None
    ) = None
    idempotency_key: (
        Annotated[
            str,
            Meta(
                min_length=1,
                max_length=255,
                description="Of a call that writes: for 24 hours the same key with the same body gets the same reply"
                " and is not carried out again; with another body it is refused (21006).",
            ),
        ]
        | None
    ) = None


class Nothing(Struct, frozen=True, forbid_unknown_fields=True):
    """No fields: for calls without attributes or a filter."""


class Page(Struct, frozen=True, forbid_unknown_fields=True):
    """Which page of a list to return: by its number, or after a cursor (equally fast at any depth)."""

    number: Annotated[int, Meta(ge=1, le=1_000_000)] = field(name="curPage", default=1)
    size: Annotated[int, Meta(ge=1, le=PAGE_SIZE_MAX)] = field(name="perPage", default=20)
    cursor: Annotated[str, Meta(max_length=500)] | None = None

    @property
    def offset(self) -> int:
        return (self.number - 1) * self.size


class Reply(Struct, frozen=True):
    code: int = 0
    message: str = "ok"
    data: Any = None


class Results(Struct, Generic[Item], frozen=True):
    """The outcome for each item of the request, in its order."""

    rows: list[Item] = field(name="list")


class Listing(Struct, Generic[Item], frozen=True):
    """One page of items, and the number of items on all pages."""

    rows: list[Item] = field(name="list")
    total: int


class CursorPage(Struct, Generic[Item], frozen=True):
    """One page of a long list. Send `next` back as `page.cursor`; it is null on the last page."""

    rows: list[Item] = field(name="list")
    total: int
    next: str | None
