"""The dashboard: the results of the last days, and what is left to do."""

from datetime import date
from decimal import Decimal
from enum import StrEnum

from msgspec import Struct

from schema.core.figures import Figures
from schema.orders.order import Order
from schema.payments.settlement import PaymentBalance


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
    commission: Decimal


class TopLink(Struct, frozen=True):
    link_id: int
    brand_name: str
    target_url: str
    tracking_url_short: str
    clicks: int
    orders: int
    commission: Decimal


class Task(Struct, frozen=True):
    """A step towards the first payment, or a payment that failed; `to` is the page on which to take it."""

    name: str
    done: bool
    to: str


class TrendPoint(Struct, frozen=True):
    date: date
    clicks: int
    orders: int
    sales: Decimal
    commission: Decimal


class Dashboard(Struct, frozen=True, kw_only=True):
    """The period ends today, in the publisher's time zone. It is compared with the same number of days before it."""

    start_date: date
    end_date: date
    totals: Figures
    compared_totals: Figures
    trend: list[TrendPoint]
    compared_trend: list[TrendPoint]
    top_brands: list[TopBrand]
    top_links: list[TopLink]
    latest_orders: list[Order]
    balance: PaymentBalance
    tasks: list[Task]
    time_zone: str
