"""Many tracking links at once."""

from typing import Annotated

from msgspec import Meta, Struct

BULK_MAX = 100
Cell = Annotated[str, Meta(max_length=2_000)]
"""As it came; its own rules are those of a single link, and only its row fails by them."""


class BulkItem(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The fields of /tools/link_code as texts; an empty one counts as left out."""

    target_url: Cell = ""
    mcid: Cell | None = None
    mid: Cell | None = None
    site_id: Cell | None = None
    uid: Cell | None = None
    uid1: Cell | None = None
    uid2: Cell | None = None
    uid3: Cell | None = None
    uid4: Cell | None = None
    uid5: Cell | None = None
    note: Cell | None = None
    path: Cell | None = None
    coupon: Cell | None = None


class LinkBulk(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    items: Annotated[list[BulkItem], Meta(min_length=1, max_length=BULK_MAX)]


class BulkLink(Struct, frozen=True, kw_only=True):
    """A link as /tools/link_code returns it, without its QR code."""

    link_id: int
    code: str
    tracking_url: str
    tracking_url_short: str
    warnings: list[str]


class BulkRow(Struct, frozen=True, kw_only=True):
    """What became of the row of this number, from 1 on: its link, or code, message and field of its refusal."""

    row: int
    code: int
    message: str
    field: str
    target_url: str
    link: BulkLink | None


class LinkPreview(Struct, frozen=True, kw_only=True):
    """What /tools/link_code would answer: code 0 if it would create the link, otherwise its refusal."""

    code: int
    message: str
    field: str
    warnings: list[str]
