"""Clicks: each is one visit to a link, with its verdict."""

from datetime import timedelta
from enum import StrEnum
from typing import Annotated, Any

from msgspec import Meta, Struct, field

from schema.core.ids import parse_click_ref
from schema.core.scalar import At, Id, Text100
from schema.reports.report import Scope

REFERRER_LENGTH = 255
"""How many characters of the referring page's URL are kept."""
DUPLICATE_WINDOW = timedelta(seconds=10)
"""Another click by the same visitor on the same link within this time is a duplicate."""


class Verdict(StrEnum):
    """Whether a click counts, and if not, why.

    Only valid clicks are counted. A click's verdict is final, except for `portal refile-clicks`.
    """

    VALID = "valid"
    DUPLICATE = "duplicate"
    BOT = "bot"
    BLOCKED = "blocked"


class ClickFilter(Scope, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An empty `country`, `device` or label finds the clicks for which it is unknown."""

    link_id: Id | None = None
    click_ref: Annotated[str, Meta(max_length=36)] | None = None
    country: Annotated[str, Meta(max_length=2)] | None = None
    device: Annotated[str, Meta(max_length=20)] | None = None
    offer_type: Text100 | None = None
    verdict: Verdict | None = None
    converted: bool | None = None

    @property
    def extra(self) -> dict[str, Any]:
        """The filter's conditions apart from days, channels, brands and labels."""
        names = ("link_id", "country", "device", "offer_type", "verdict", "converted")
        fields = {name: getattr(self, name) for name in names}
        present = {name: value for name, value in fields.items() if value is not None}
        # A reference that is not ours stands for no click.
        return (
            present
            if self.click_ref is None
            else present | {"click_id": parse_click_ref(self.click_ref)}
        )


class Click(Struct, frozen=True, kw_only=True):
    """A visit to a link. `oid` and `order_id` are those of the first order it led to.

    `link_code` and `link_note` are the link's own, as in /tools/links. `code_decided`: an order after this click was
    credited to the publisher to whom the order's coupon code is assigned.
    """

    click_ref: str
    click_time: At
    mcid: str
    brand_name: str
    site_id: int
    link_id: int
    link_code: str | None
    link_note: str | None
    uid1: str
    uid2: str
    uid3: str
    uid4: str
    uid5: str
    country: str | None
    device: str
    referrer: str | None
    verdict: Verdict
    verdict_reason: str | None
    oid: int | None
    order_id: str | None
    code_decided: bool


class Clicks(Struct, frozen=True, kw_only=True):
    """One page of clicks, newest first. If `total_is_capped`, there are more clicks than were counted."""

    rows: list[Click] = field(name="list")
    total: int
    total_is_capped: bool
    next: str | None
    as_of: At
    """Clicks that were led on before this time are in the list."""
