"""A reported order during intake: the rules it must follow, and the click, link and publisher found for it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, time, timedelta
from typing import NamedTuple
from uuid import UUID

from schema.brands.brand import BrandStatus, Relation
from schema.channels.channel import SiteStatus
from schema.core.expected_date import DateRule
from schema.core.money import ZERO
from schema.orders.order import Outcome, ReportedOrder
from schema.orders.order_refusal import NOBODY, REASON_LONGEST, RefusalCode, ReportRefusal
from schema.orders.reported_values import (
    ValueFlaw,
    find_warnings,
    find_withdrawal,
    identity,
    read_order,
)

CLOCK_AHEAD_MAX = timedelta(hours=24)
"""How far a brand's clock may be ahead of ours."""
CLOCK_BEHIND_MAX = timedelta(minutes=5)
"""How far a brand's clock may be behind ours, so that an order seems older than its click."""
EARLIEST_YEAR = 2000
"""Orders from before this year are refused."""
MIDNIGHT = time()
DAY = timedelta(days=1)
REPEATED = "`order_id` appears twice in this report; put its items into one order"


class Refusal(Exception):
    """Raised if an order is refused; the message names the field and the fix, in one line."""

    def __init__(self, reason: str, code: RefusalCode = RefusalCode.INVALID_VALUE) -> None:
        super().__init__(reason)
        self.code = code


def is_before(order_time: datetime, click_time: datetime) -> bool:
    """Whether an order was placed before a click.

    A date without a time is read as midnight in the order's own offset, so midnight stands for its whole day.
    """
    if order_time.time() == MIDNIGHT and order_time <= click_time < order_time + DAY:
        return False
    return order_time < click_time - CLOCK_BEHIND_MAX


class IntakeBrand(NamedTuple):
    """The data of a brand that accepting its orders requires."""

    mid: int
    mcid: str
    name: str
    currency: str
    cookie_days: int
    validation_days: int
    expected_days: int | None = None
    """How long the brand takes to decide: the median of its latest decisions; None if there are too few."""
    coupon_decides: bool = True
    """Whether an order with an assigned code is credited to the code's publisher, even after a click of another."""
    expected_wait: int | None = None
    expected_month_day: int | None = None
    """The day of the month on which the brand decides what was ordered `expected_wait` days before, if it does so."""

    def expect_decision(self, order_time: datetime) -> datetime:
        """When an item is expected to be decided."""
        if self.expected_wait is not None and self.expected_month_day is not None:
            rule = DateRule(self.expected_wait, self.expected_month_day)
            start = order_time.astimezone(UTC)
            return start + (rule.expect(start.date()) - start.date())
        days = self.validation_days if self.expected_days is None else self.expected_days
        return order_time + timedelta(days=days)


class Attribution(NamedTuple):
    """The publisher of an order, by its click or its link. Without a click, `click_id` and `click_time` are None."""

    publisher_id: int
    mid: int
    site_id: int
    link_id: int
    click_id: UUID | None
    click_time: datetime | None
    uid1: str
    uid2: str
    uid3: str
    uid4: str
    uid5: str
    country: str | None
    device: str
    verdict: str
    block_reason: str | None = None
    """Why orders through the link, without a click, do not count at present."""
    page_id: int = 0
    placement_id: int = 0


def find_block_reason(brand_status: str, relation: int, site_status: int) -> str | None:
    """Why a link does not count at present: its clicks are blocked, and orders by its code are not attributed."""
    if brand_status != BrandStatus.ONLINE:
        return f"brand {brand_status}"
    if relation != Relation.JOINED:
        return "channel has not joined the brand"
    return None if site_status == SiteStatus.APPROVED else "channel not approved"


class OrderOwner(NamedTuple):
    """The publisher that first had an order, the order's number, and the brand's number for it as it is stored."""

    publisher_id: int
    oid: int
    order_id: str = ""


@dataclass(slots=True)
class IncomingOrder:
    """A reported order; `reason` is set as soon as it is refused.

    `sent_id` is its number as it was sent, `order_id` as it is stored.
    """

    brand: IntakeBrand
    order: ReportedOrder
    at: datetime
    sent_id: str = ""
    order_id: str = ""
    reason: str | None = None
    refusal_code: RefusalCode = RefusalCode.INVALID_VALUE
    warnings: list[str] = field(default_factory=list)
    owner: OrderOwner | None = None
    attribution: Attribution | None = None
    outcome: Outcome = Outcome.REFUSED
    named_publisher: int = NOBODY
    """The publisher of the click or link that the report names, even if the order is refused."""
    assigned: Attribution | None = None
    """The publisher to whom the order's code is assigned."""
    overruled: Attribution | None = None
    """Another publisher's click, to which the order would have been credited without the assigned code."""

    def refuse(self, reason: str, code: RefusalCode = RefusalCode.INVALID_VALUE) -> None:
        if self.reason is None:
            self.reason, self.refusal_code = reason, code

    def to_refusal(self) -> ReportRefusal | None:
        """The row to store for a refused report; None if it was accepted, or has no order number."""
        order_id = identity(self.sent_id)
        if self.reason is None or not order_id:
            return None
        amounts = [item.amount for item in self.order.items]
        return ReportRefusal(
            self.brand.mid,
            order_id,
            self.named_publisher,
            self.reason[:REASON_LONGEST],
            self.refusal_code,
            self.at,
            sum(amounts, ZERO) if all(amount.is_finite() for amount in amounts) else None,
            self.order.currency,
        )

    def is_of_another(self) -> bool:
        """Whether the order was reported before, and its click or link belongs to another publisher."""
        return (
            self.owner is not None
            and self.attribution is not None
            and self.attribution.publisher_id != self.owner.publisher_id
        )

    def attribute_to(self, attribution: Attribution | None) -> None:
        """Set the attribution found by click_ref or code, or refuse the order; an assigned code takes precedence."""
        if attribution is not None and attribution.mid == self.brand.mid:
            self.named_publisher = attribution.publisher_id
        if self.reason is not None:
            return
        refusal = self.find_attribution_error(attribution)
        assigned = self.assigned
        if assigned is not None and (refusal or self.named_publisher != assigned.publisher_id):
            self.attribution = assigned
            self.overruled = None if refusal else attribution
        elif refusal:
            self.refuse(str(refusal), refusal.code)
        else:
            self.attribution = attribution
            self.place_after_click()

    def place_after_click(self) -> None:
        """Take the click's time for a new order of which only the day of the click is known."""
        click_time = self.attribution.click_time if self.attribution else None
        if self.owner is None and click_time and self.at < click_time - CLOCK_BEHIND_MAX:
            self.at = click_time

    def find_attribution_error(self, attribution: Attribution | None) -> Refusal | None:
        """Why the order cannot be attributed to this click or link; None if it can."""
        brand = self.brand
        field_name = "click_ref" if self.order.click_ref else "code"
        if attribution is None or attribution.mid != brand.mid:
            # Another brand's click is treated like one that does not exist, so that nobody can probe for clicks.
            why = f"not_traced: `{field_name}` does not belong to {brand.mcid}"
            return Refusal(why, RefusalCode.NOT_OF_BRAND)
        if attribution.verdict == "blocked":
            why = f"not_traced: `{field_name}` belongs to a click that was blocked"
            return Refusal(why, RefusalCode.CLICK_BLOCKED)
        if self.owner is not None:
            return None
        if attribution.block_reason is not None:
            why = f"not_traced: `{field_name}` belongs to a link that does not count: {attribution.block_reason}"
            return Refusal(why, RefusalCode.LINK_NOT_IN_FORCE)
        if attribution.click_time is None:
            return None
        if is_before(self.order.order_time or self.at, attribution.click_time):
            why = f"not_traced: `order_time` is before the click ({attribution.click_time:%Y-%m-%dT%H:%M:%SZ})"
            return Refusal(why, RefusalCode.BEFORE_CLICK)
        if self.at > attribution.click_time + timedelta(days=brand.cookie_days):
            why = f"not_traced: `order_time` is more than {brand.cookie_days} days after the click"
            return Refusal(why, RefusalCode.AFTER_COOKIE)
        return None


def open_cases(
    brand: IntakeBrand, orders: Sequence[ReportedOrder], now: datetime
) -> list[IncomingOrder]:
    """Parse the orders of a report; those that break a rule are refused."""
    order_ids: set[str] = set()
    cases = []
    latest = now + CLOCK_AHEAD_MAX
    for order in orders:
        case = IncomingOrder(brand, order, order.order_time or now)
        case.order_id = case.sent_id = order.order_id
        reason = None
        try:
            case.order = read_order(order)
            case.order_id = case.order.order_id
            case.warnings = find_warnings(order, case.order)
        except ValueFlaw as flaw:
            reason = str(flaw)
        if reason is None and case.at > latest:
            reason = "`order_time` is in the future; send the time of the sale with its offset"
        if reason is None and case.at.year < EARLIEST_YEAR:
            reason = f"`order_time` is before {EARLIEST_YEAR}; send the time of the sale"
        if reason is None and case.sent_id in order_ids:
            reason, case.refusal_code = REPEATED, RefusalCode.REPEATED
        if reason is None:
            order_ids.add(case.sent_id)
            # In UTC, so that thirty days later is the same number of hours in any time zone.
            case.at = case.at.astimezone(UTC)
        case.reason = reason
        cases.append(case)
    return cases


def identify(cases: Sequence[IncomingOrder], owners: Mapping[tuple[int, str], OrderOwner]) -> None:
    """Set the owners of orders that were reported before.

    `owners` are by mid and the number as it was sent. An order keeps the spelling under which it was first stored.
    """
    known: set[tuple[int, str]] = set()
    for case in cases:
        mid = case.brand.mid
        case.owner = owners.get((mid, case.sent_id))
        if case.owner is not None:
            case.order_id = case.owner.order_id
        elif reason := find_withdrawal(case.order.currency, case.at.date()):
            case.refuse(f"`currency` {reason}")
        if (mid, case.order_id) in known:
            case.refuse(REPEATED, RefusalCode.REPEATED)
        known.add((mid, case.order_id))
