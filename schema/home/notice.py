"""Notices: announcements of the network, for every publisher or for one."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Annotated

from msgspec import Meta, Struct, field

from schema.core.errors import Flaw, Rule
from schema.core.scalar import At, Id, LiveUid, LongText, Text100

UNREAD_FOR = timedelta(days=90)
"""Notices published longer ago than this count as read."""


class NoticeKind(StrEnum):
    PRODUCT = "product"
    BRANDS = "brands"
    PAYMENTS = "payments"
    SERVICE = "service"


class NoticeFilter(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    kind: NoticeKind | None = None
    unread: bool = False


class NoticeRef(Struct, frozen=True, forbid_unknown_fields=True):
    id: Id


class NoticesRead(Struct, frozen=True, forbid_unknown_fields=True):
    """The notices to mark as read; without `ids`, all of them."""

    ids: Annotated[list[Id], Meta(min_length=1, max_length=1_000)] | None = None


class NoticeRow(Struct, frozen=True):
    id: int
    kind: NoticeKind
    title: str
    published_at: At
    read: bool


class Notice(Struct, frozen=True):
    """An announcement of the network, or a notice of an event of the publisher's own.

    `body` is text with simple markup: headings, lists, bold words, links.
    """

    id: int
    kind: NoticeKind
    title: str
    body: str
    published_at: At
    read: bool


class UnreadCount(Struct, frozen=True):
    kind: NoticeKind
    unread: int


class Notices(Struct, frozen=True):
    """A page of notices, and how many of each kind are unread; a kind without any is left out."""

    rows: list[NoticeRow] = field(name="list")
    total: int
    unread: list[UnreadCount]


class NoticeFields(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a notice says, and from when to when."""

    kind: NoticeKind
    title: Text100
    body: Annotated[LongText, Meta(min_length=1)]
    published_at: At | None = None
    ends_at: At | None = None


class NoticeDraft(NoticeFields, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A notice to save; with an `id`, it replaces that notice. `uid` is the only publisher to see it; without it, all
    do.

    The notice is shown from `published_at` (if absent, now) until `ends_at`. `was`: the notice as it was read. If
    somebody has changed it meanwhile, it is not saved.
    """

    id: Id | None = None
    uid: LiveUid | None = None
    was: NoticeFields | None = None

    def find_flaws(self, published_at: datetime) -> Iterator[Flaw]:
        """Yield what is wrong with the draft if it is published at `published_at`."""
        for name in ("title", "body"):
            if not getattr(self, name).strip():
                yield Flaw(name, Rule.REQUIRED)
        if self.ends_at is not None and self.ends_at <= published_at:
            why = "must be later than the time it is published"
            yield Flaw("ends_at", Rule.NOT_LATER, why, "published_at")


class NoticeSaved(Struct, frozen=True):
    id: int


class NetworkNoticeFilter(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    kind: NoticeKind | None = None
    uid: LiveUid | None = None


class NetworkNotice(Struct, frozen=True, kw_only=True):
    """A notice as the network's staff see it. `uid` and `publisher` are null if it is for every publisher."""

    id: int
    uid: int | None
    publisher: str | None
    kind: NoticeKind
    title: str
    published_at: At
    ends_at: At | None
    updated_at: At


class NetworkNoticeRef(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A notice by its id; `uid` is as in the list, and absent if the notice is for every publisher."""

    id: Id
    uid: LiveUid | None = None
