"""The day in the network's time zone, which counts for months, batches, documents, terms, coupons and rates."""

from datetime import date, datetime
from typing import Protocol

from schema.core.days import day_of


class Resources(Protocol):
    @property
    def network_time_zone(self) -> str: ...


class Context(Protocol):
    """The context of any call or job: its time and the network's time zone."""

    @property
    def now(self) -> datetime: ...
    @property
    def resources(self) -> Resources: ...


def network_day(ctx: Context) -> date:
    """Today's date in the network's time zone."""
    return day_of(ctx.now, ctx.resources.network_time_zone)
