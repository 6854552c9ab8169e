"""A reported order on its way in: the rules it must follow, and what has been found out about it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import NamedTuple
from uuid import UUID

from schema.brands.brand import BrandStatus, Relation
from schema.brands.site import SiteStatus
from schema.core.iso import countries, currencies
from schema.core.money import LARGEST_AMOUNT, decimals, round_money
from schema.orders.order import Outcome, ReportedItem, ReportedOrder

CLOCK_AHEAD_MAX = timedelta(hours=24)
"""How far a brand's clock may be ahead."""
CLOCK_BEHIND_MAX = timedelta(minutes=5)
"""How far it may be behind ours, so that an order seems older than its click."""
EARLIEST_YEAR = 2000
"""Orders from before this year are refused."""


class Refusal(Exception):
    """Why an order is refused: the field and the fix, in one line."""


class IntakeBrand(NamedTuple):
    """What is needed of a brand to accept its orders."""

    mid: int
    mcid: str
    name: str
    currency: str
    cookie_days: int
    validation_days: int
    expected_days: int | None = None
    """How long its decisions take: the median of its last ones; None if there are too few."""

    @property
    def decision_days(self) -> int:
        """When its items are expected to be decided, in days after the order."""
        return self.validation_days if self.expected_days is None else self.expected_days


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


def find_block_reason(brand_status: str, relation: int, site_status: int) -> str | None:
    """Why a link does not count at present: its clicks are blocked, and orders by its code are not attributed."""
    if brand_status != BrandStatus.ONLINE:
        return f"brand {brand_status}"
    if relation != Relation.JOINED:
        return "channel has not joined the brand"
    return None if site_status == SiteStatus.APPROVED else "channel not approved"


class OrderOwner(NamedTuple):
    """The publisher that first had an order, and the order's number."""

    publisher_id: int
    oid: int


@dataclass(slots=True)
class IntakeCase:
    """A reported order; `reason` is set as soon as it is refused."""

    brand: IntakeBrand
    order: ReportedOrder
    at: datetime
    reason: str | None = None
    owner: OrderOwner | None = None
    attribution: Attribution | None = None
    outcome: Outcome = Outcome.REFUSED

    def refuse(self, reason: str) -> None:
        if self.reason is None:
            self.reason = reason

    def attribute_to(self, attribution: Attribution | None) -> None:
        """Set the attribution found by click_ref or code, or refuse the order."""
        brand = self.brand
        field = "click_ref" if self.order.click_ref else "code"
        if attribution is None or attribution.mid != brand.mid:
            # Another brand's click is treated like one that does not exist, so that nobody can probe for clicks.
            self.refuse(f"not_traced: `{field}` does not belong to {brand.mcid}")
        elif attribution.verdict == "blocked":
            self.refuse(f"not_traced: `{field}` belongs to a click that was blocked")
        elif attribution.block_reason is not None and self.owner is None:
            self.refuse(
                f"not_traced: `{field}` belongs to a link that does not count: {attribution.block_reason}"
            )
        elif attribution.click_time is None or self.owner is not None:
            self.attribution = attribution
        elif self.at < attribution.click_time - CLOCK_BEHIND_MAX:
            self.refuse(
                f"not_traced: `order_time` is before the click ({attribution.click_time:%Y-%m-%dT%H:%M:%SZ})"
            )
        elif self.at > attribution.click_time + timedelta(days=brand.cookie_days):
            self.refuse(
                f"not_traced: `order_time` is more than {brand.cookie_days} days after the click"
            )
        else:
            self.attribution = attribution


def open_cases(
    brand: IntakeBrand, orders: Sequence[ReportedOrder], now: datetime
) -> list[IntakeCase]:
    """A case for each of a brand's orders; those that break a rule are refused already."""
    order_ids: set[str] = set()
    cases = []
    latest = now + CLOCK_AHEAD_MAX
    for order in orders:
        case = IntakeCase(brand, order, order.order_time or now)
        reason = find_order_error(order) or find_item_error(order)
        if reason is None and case.at > latest:
            reason = "`order_time` is in the future; send the time of the sale with its offset"
        if reason is None and case.at.year < EARLIEST_YEAR:
            reason = f"`order_time` is before {EARLIEST_YEAR}; send the time of the sale"
        if reason is None and order.order_id in order_ids:
            reason = "`order_id` appears twice in this report; put its items into one order"
        if reason is None:
            order_ids.add(order.order_id)
            # In UTC, so that thirty days later is the same number of hours in any time zone.
            case.at = case.at.astimezone(UTC)
        case.reason = reason
        cases.append(case)
    return cases


def find_order_error(order: ReportedOrder) -> str | None:
    """What is wrong with an order, apart from its items."""
    if not order.order_id.strip():
        return "`order_id` is empty; send the order's number"
    if order.currency not in currencies():
        return f"`currency` '{order.currency}' is not an ISO 4217 code such as GBP"
    if order.country is not None and order.country not in countries():
        return f"`country` '{order.country}' is not an ISO 3166 code such as GB"
    return None


def find_item_error(order: ReportedOrder) -> str | None:
    """What is wrong with the first invalid item."""
    if not order.items:
        return "`items` is empty; send at least one"
    item_ids: set[str] = set()
    for position, item in enumerate(order.items):
        path = f"items[{position}]"
        if item.item_id in item_ids:
            if not item.item_id:
                return f"`{path}.item_id` is empty; with several items each needs an id"
            return f"`{path}.item_id` '{item.item_id}' appears twice in this order"
        item_ids.add(item.item_id)
        if reason := find_amount_error(item, order.currency):
            return f"`{path}.amount` {reason}"
    return None


def find_amount_error(item: ReportedItem, currency: str) -> str | None:
    amount: Decimal = item.amount
    if not amount.is_finite():
        return f"is {amount}; send a decimal number"
    if amount < 0:
        return "is negative; report a returned or cancelled item again with status Rejected"
    if amount >= LARGEST_AMOUNT:
        return f"must be below {LARGEST_AMOUNT:,}"
    if amount != round_money(amount, currency):
        return f"has more decimals than {currency} has ({decimals(currency)})"
    return None
