"""Brands' measured performance, as publishers read it: the time to decide and to pay, and the earnings of clicks."""

from datetime import date
from decimal import Decimal
from typing import Annotated

from msgspec import Meta, Struct

from schema.core.scalar import Text100
from schema.core.without_money import InMoney

COMPARED_MAX = 4


class SharePoint(Struct, frozen=True):
    """The share of orders whose wait ended within a number of days."""

    days: int
    share: Decimal


class WaitFigure(Struct, frozen=True, kw_only=True):
    """How long orders wait for a step such as the decision; orders that still wait are counted as waiting.

    `half_days`: half of them waited at most so long. If fewer than half are over, it is null, and half waited longer
    than `half_over`. `most_days`: the same of nine in ten. `orders`: how many there are; of several publishers, at
    least so many. `longest_open`: the longest wait that is not over; of several publishers, one that is exceeded by as
    many orders as a figure needs.
    """

    as_of: date
    orders: int
    points: list[SharePoint]
    half_days: int | None
    half_over: int | None
    most_days: int | None
    longest_open: int | None


class MonthFigure(Struct, frozen=True, kw_only=True):
    """The orders placed in a month: the share of all of them that was decided within so many days."""

    month: str
    as_of: date
    orders: int
    points: list[SharePoint]
    half_days: int | None
    half_over: int | None


class RateFigure(Struct, frozen=True, kw_only=True):
    """The share of orders with an outcome, such as approval."""

    as_of: date
    orders: int
    rate: Decimal


class QuarterFigure(Struct, frozen=True, kw_only=True):
    """The share of the orders decided in a quarter that was approved."""

    quarter: str
    as_of: date
    orders: int
    rate: Decimal


class EarnedFigure(Struct, frozen=True, kw_only=True):
    """Earnings per click, in the report currency; null if there is no exchange rate."""

    as_of: date
    orders: int
    epc: InMoney[Decimal | None]


class CountryFigure(Struct, frozen=True, kw_only=True):
    country: str
    as_of: date
    orders: int
    epc: InMoney[Decimal | None]


class MeasuredFigures(Struct, frozen=True, kw_only=True):
    """A brand's figures. A figure is null if too few publishers or, among own figures, too few orders are behind it."""

    decided: WaitFigure | None
    decided_by_month: list[MonthFigure]
    decided_in_time: RateFigure | None
    payable: WaitFigure | None
    payable_in_time: RateFigure | None
    sent: WaitFigure | None
    approved: RateFigure | None
    approved_by_quarter: list[QuarterFigure]
    corrected: RateFigure | None
    earned: EarnedFigure | None
    earned_by_country: list[CountryFigure]


class TermsStep(Struct, frozen=True, kw_only=True):
    """A change of what a brand pays everybody: for what, the rates before and after, its day and its announcement.

    `announced_days`: how many days before publishers were told; 0 if it came without notice.
    """

    name: str
    day: date
    announced_days: int
    before: str
    after: str


class Measured(Struct, frozen=True, kw_only=True):
    """How a brand decides and pays, measured across the network once a week, over the last twelve months.

    `all`: all publishers. `my_type`: channels of the channel's type. `mine`: the publisher's own. Amounts are in
    `currency`, the publisher's. `measured_on` is null before the first measurement.
    """

    measured_on: date | None
    since: date | None
    channel_type: int
    currency: str
    validation_days: int
    payment_days: int
    all: MeasuredFigures
    my_type: MeasuredFigures
    mine: MeasuredFigures
    terms: list[TermsStep]


class BrandComparison(Struct, frozen=True, forbid_unknown_fields=True):
    """The brands to compare, in the order in which they are returned."""

    mcids: Annotated[list[Text100], Meta(min_length=2, max_length=COMPARED_MAX)]


class ComparedBrand(Struct, frozen=True, kw_only=True):
    mcid: str
    name: str
    logo: str | None
    commission: str
    measured: Measured
