"""Commission of closed months that brands have not paid: in term, late and very late."""

from decimal import Decimal
from enum import StrEnum

from msgspec import Struct, field

from schema.core.scalar import Day

VERY_LATE_DAYS = 30
"""A month is very late once its brand is this many days behind."""


class Age(StrEnum):
    IN_TERM = "in_term"
    LATE = "late"
    VERY_LATE = "very_late"


class AgedMonths(Struct, frozen=True, kw_only=True):
    """The closed months of an age, and their total."""

    amount: Decimal
    periods: list[str]


class BrandAgeing(Struct, frozen=True, kw_only=True):
    """A brand's unpaid commission by age. It promises to pay `payment_days` after a month's end; `due` is the first day
    on which it should have paid or should pay.

    `case_id` is the newest undecided case about some of these months; `pay_on` is the latest day that a case about them
    has set.
    """

    mcid: str
    brand_name: str
    payment_days: int
    due: Day
    days_late: int
    in_term: AgedMonths
    late: AgedMonths
    very_late: AgedMonths
    total: Decimal
    case_id: int | None
    pay_on: Day | None


class PaymentAgeing(Struct, frozen=True, kw_only=True):
    """The brands, the latest first. `waiting` is the sum of the three ages, as in /payments/balance."""

    rows: list[BrandAgeing] = field(name="list")
    total: int
    in_term: Decimal
    late: Decimal
    very_late: Decimal
    waiting: Decimal
    currency: str
