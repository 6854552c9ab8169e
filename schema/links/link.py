"""Tracking links: a channel, a brand, a target and labels."""

from typing import Annotated, ClassVar

from msgspec import Meta, Struct

from schema.core.scalar import At, CustomPath, Id, Money, Note, TargetUrl, Text100, Uid
from schema.core.without_money import InMoney

Coupon = Annotated[str, Meta(max_length=100)]
"""The code of the brand's coupon that belongs with the link (`/brands/coupons`)."""


class LinkCode(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A tracking link to create.

    `uid` is an alias of `uid1`; `path` is a custom path that replaces the code. Without `mcid` and `mid`, the brand is
    the joined one that accepts links to the target.
    """

    rules_under: ClassVar[str] = "link"

    target_url: TargetUrl
    mcid: Text100 | None = None
    mid: Id | None = None
    site_id: Id | None = None
    uid: Uid | None = None
    uid1: Uid | None = None
    uid2: Uid | None = None
    uid3: Uid | None = None
    uid4: Uid | None = None
    uid5: Uid | None = None
    note: Note | None = None
    path: CustomPath | None = None
    coupon: Coupon | None = None

    @property
    def uids(self) -> list[str]:
        """uid1 to uid5, empty if not given."""
        first = self.uid1 if self.uid1 is not None else self.uid
        return [uid or "" for uid in (first, self.uid2, self.uid3, self.uid4, self.uid5)]


class LinkMade(Struct, frozen=True, kw_only=True):
    """A tracking link that has just been created.

    `qr` is an inline SVG of the short URL; `warnings` point out what works, but can lose visitors or orders.
    """

    link_id: int
    code: str
    mcid: str
    brand_name: str
    target_url: str
    tracking_url: str
    tracking_url_short: str
    qr: str
    warnings: list[str]


class Link(Struct, frozen=True, kw_only=True):
    """A tracking link with its results. `qr` is an inline SVG of the short URL."""

    link_id: int
    code: str
    mcid: str
    brand_name: str
    site_id: int
    target_url: str
    fallback_url: str | None
    tracking_url: str
    tracking_url_short: str
    qr: str
    uid1: str
    uid2: str
    uid3: str
    uid4: str
    uid5: str
    note: str
    coupon: str
    retired: bool
    clicks: int
    orders: int
    commission: InMoney[Money]
    currency: str
    created_at: At


class LinkFilter(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The filter of the list of links. Without `retired`, links in use and retired ones are both listed."""

    link_id: Id | None = None
    mcid: Text100 | None = None
    site_id: Id | None = None
    retired: bool | None = None
    keyword: Annotated[str, Meta(max_length=100)] | None = None


def link_urls(public_url: str, code: str, path: str | None) -> tuple[str, str]:
    """A link's long and short URL."""
    name = path or code
    return f"{public_url}/track/{name}", f"{public_url}/s/{name}"
