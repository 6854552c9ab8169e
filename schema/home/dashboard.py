"""The dashboard: the results of the last days, and the open tasks."""

from datetime import date
from decimal import Decimal
from enum import StrEnum

from msgspec import Struct

from schema.core.figures import Figures
from schema.core.without_money import InMoney
from schema.core.scalar import At
from schema.orders.order import Order
from schema.payments.settlement import PaymentBalance

TOP_ROWS = 5
"""How many of the latest orders, best brands and best links the dashboard shows."""


class Period(StrEnum):
    WEEK = "7d"
    MONTH = "30d"
    QUARTER = "90d"
    YEAR = "365d"

    @property
    def days(self) -> int:
        return int(self.value[:-1])


class DashboardFilter(Struct, frozen=True, forbid_unknown_fields=True):
    period: Period = Period.MONTH


class TopBrand(Struct, frozen=True):
    mcid: str
    brand_name: str
    logo: str | None
    clicks: int
    orders: int
    commission: InMoney[Decimal]


class TopLink(Struct, frozen=True):
    link_id: int
    brand_name: str
    target_url: str
    tracking_url_short: str
    clicks: int
    orders: int
    commission: InMoney[Decimal]


class TaskState(StrEnum):
    OPEN = "open"
    WAITING = "waiting"
    REFUSED = "refused"
    DONE = "done"


class Task(Struct, frozen=True):
    """A step towards the first payment, or one without which nothing is paid; `to` is the page on which to take it."""

    name: str
    done: bool
    """Whether the step has been taken, even if its result, such as a new channel, still awaits a review."""
    to: str
    state: TaskState
    """`waiting`: for a review, a brand or a buyer. `refused`: see `note`."""
    note: str | None
    """The reason that was given for a refusal."""


class TrendPoint(Struct, frozen=True):
    date: date
    clicks: int
    orders: int
    sales: InMoney[Decimal]
    commission: InMoney[Decimal]


class Dashboard(Struct, frozen=True, kw_only=True):
    """The period ends today, in the publisher's time zone. It is compared with the same number of days before it, up to
    the same time of day.

    `compared_trend` holds what the days of `trend` are compared with, as in /reports/performance. In periods of two
    weeks or more, the first days may have no counterpart, so its days belong to the last days of `trend`.

    For a token without `payment.read`, `balance` is null, and `tasks` leaves out what concerns payments.
    """

    start_date: date
    end_date: date
    totals: Figures
    compared_totals: Figures
    trend: list[TrendPoint]
    compared_trend: list[TrendPoint]
    top_brands: list[TopBrand]
    top_links: list[TopLink]
    latest_orders: list[Order]
    balance: InMoney[PaymentBalance | None]
    tasks: list[Task]
    time_zone: str
    as_of: At
    """What was reported or clicked and answered before this time is counted."""
