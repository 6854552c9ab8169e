"""Many tracking links at once."""

from typing import Annotated

from msgspec import Meta, Struct

from schema.core.errors import Limit, Rule

BULK_MAX = 100
Cell = Annotated[str, Meta(max_length=2_000)]
"""A value as sent. It is validated like that of a single link, and an invalid one fails only its row."""


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


class BrandChoice(Struct, frozen=True, kw_only=True):
    """A brand that the channel has joined and that accepts links to the page."""

    mcid: str
    name: str


class BulkRow(Struct, frozen=True, kw_only=True):
    """The outcome for a row, numbered from 1: its link, or its refusal.

    `mcid` and `brand_name` are those of the brand, given or inferred from the target, and empty if it is unknown;
    `choices` are the brands to choose from if the row is refused because of its brand.
    """

    row: int
    code: int
    message: str
    field: str
    rule: Rule | None
    limit: Limit | None
    target_url: str
    mcid: str
    brand_name: str
    choices: list[BrandChoice]
    link: BulkLink | None


class LinkPreview(Struct, frozen=True, kw_only=True):
    """What /tools/link_code would return: code 0 if it would create the link, otherwise the refusal.

    The brand and the choices are as in a row of /tools/link_bulk.
    """

    code: int
    message: str
    field: str
    rule: Rule | None
    limit: Limit | None
    mcid: str
    brand_name: str
    choices: list[BrandChoice]
    warnings: list[str]


class BulkCheck(Struct, frozen=True, kw_only=True):
    """What /tools/link_bulk would return for a row, numbered from 1, if the links were made now."""

    row: int
    code: int
    message: str
    field: str
    rule: Rule | None
    limit: Limit | None
    target_url: str
    mcid: str
    brand_name: str
    choices: list[BrandChoice]
    warnings: list[str]
