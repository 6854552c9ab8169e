"""Clicks: one visit of a link each, with its verdict."""

from enum import StrEnum
from typing import Any

from msgspec import Struct, field

from schema.core.scalar import At, Id
from schema.reports.report import Scope


class Verdict(StrEnum):
    """Only valid clicks are counted. A click's verdict never changes."""

    VALID = "valid"
    DUPLICATE = "duplicate"
    BOT = "bot"
    BLOCKED = "blocked"


class ClickFilter(Scope, frozen=True, kw_only=True, forbid_unknown_fields=True):
    link_id: Id | None = None
    verdict: Verdict | None = None
    converted: bool | None = None

    @property
    def extra(self) -> dict[str, Any]:
        """Its conditions apart from days, channels, brands and sub-ids."""
        given = {"link_id": self.link_id, "verdict": self.verdict, "converted": self.converted}
        return {name: value for name, value in given.items() if value is not None}


class Click(Struct, frozen=True, kw_only=True):
    click_ref: str
    click_time: At
    mcid: str
    brand_name: str
    site_id: int
    link_id: int
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


class Clicks(Struct, frozen=True, kw_only=True):
    """One page of clicks, newest first; where `total_is_capped` there are more than were counted."""

    rows: list[Click] = field(name="list")
    total: int
    total_is_capped: bool
    next: str | None
