"""Clicks: one visit of a link each, with the verdict it arrived at."""

from datetime import date
from enum import StrEnum
from typing import Annotated, Any

from msgspec import Meta, Struct, field

from schema.days import Days
from schema.scalar import At, Id, Uid


class Verdict(StrEnum):
    """Only valid clicks count, and a click's verdict never changes."""

    VALID = "valid"
    DUPLICATE = "duplicate"
    BOT = "bot"
    BLOCKED = "blocked"


class ClickFilter(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    start_date: date
    end_date: date
    site_ids: Annotated[list[Id], Meta(max_length=100)] = field(default_factory=list)
    mcids: Annotated[list[str], Meta(max_length=100)] = field(default_factory=list)
    link_id: Id | None = None
    uid1: Uid | None = None
    uid2: Uid | None = None
    uid3: Uid | None = None
    uid4: Uid | None = None
    uid5: Uid | None = None
    verdict: Verdict | None = None
    converted: bool | None = None

    @property
    def days(self) -> Days:
        return Days(self.start_date, self.end_date)

    @property
    def uids(self) -> dict[str, str]:
        """The labels it is narrowed to, by name."""
        given = {f"uid{n}": getattr(self, f"uid{n}") for n in range(1, 6)}
        return {name: value for name, value in given.items() if value is not None}

    @property
    def further(self) -> dict[str, Any]:
        """What it is narrowed to beyond days, sites, brands and labels."""
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
