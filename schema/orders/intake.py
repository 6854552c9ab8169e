"""An order on its way in: what it must keep to, and what each step found out about it."""

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
"""So far ahead a brand's clock may be."""
CLOCK_BEHIND_MAX = timedelta(minutes=5)
"""So far behind ours it may be, which makes an order seem older than its click."""
EARLIEST_YEAR = 2000
"""The year before which nothing was sold."""


class Refusal(Exception):
    """Why an order is not taken: the field and the fix, in one line."""


class IntakeBrand(NamedTuple):
    """What intake must know of a brand."""

    mid: int
    mcid: str
    name: str
    currency: str
    cookie_days: int
    validation_days: int


class Attribution(NamedTuple):
    """Whose an order is, by its click or its link. `click_id` and `click_time` are None without a click."""

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
    """Why a link without a click brings nothing at present."""


def find_block_reason(brand_status: str, relation: int, site_status: int) -> str | None:
    """Why a link brings nothing at present: its clicks are blocked, and orders by its code are not traced."""
    if brand_status != BrandStatus.ONLINE:
        return f"brand {brand_status}"
    if relation != Relation.JOINED:
        return "channel has not joined the brand"
    return None if site_status == SiteStatus.APPROVED else "channel not approved"


class OrderOwner(NamedTuple):
    """Who had an order first, and under which number it is kept."""

    publisher_id: int
    oid: int


@dataclass(slots=True)
class IntakeCase:
    """One reported order; `reason` is set as soon as it is known not to be taken."""

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
        """Take what the click_ref or code led to, or refuse the order."""
        brand = self.brand
        field = "click_ref" if self.order.click_ref else "code"
        if attribution is None or attribution.mid != brand.mid:
            # Another brand's click is told like one that never was: nobody may probe for them.
            self.refuse(f"not_traced: `{field}` is none of {brand.mcid}")
        elif attribution.verdict == "blocked":
            self.refuse(f"not_traced: `{field}` is of a click that was not allowed to count")
        elif attribution.block_reason is not None and self.owner is None:
            self.refuse(
                f"not_traced: `{field}` is of a link that does not count: {attribution.block_reason}"
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
    """A case for each order of a brand, those refused already that no look-up could save."""
    seen: set[str] = set()
    cases = []
    latest = now + CLOCK_AHEAD_MAX
    for order in orders:
        case = IntakeCase(brand, order, order.order_time or now)
        reason = find_order_error(order) or find_item_error(order)
        if reason is None and case.at > latest:
            reason = "`order_time` is in the future; send the time of the sale with its offset"
        if reason is None and case.at.year < EARLIEST_YEAR:
            reason = f"`order_time` is before {EARLIEST_YEAR}; send the time of the sale"
        if reason is None and order.order_id in seen:
            reason = "`order_id` stands twice in this report; put its items into one order"
        if reason is None:
            seen.add(order.order_id)
            # Thirty days from a time are as many hours in any zone, whatever its summers and winters.
            case.at = case.at.astimezone(UTC)
        case.reason = reason
        cases.append(case)
    return cases


def find_order_error(order: ReportedOrder) -> str | None:
    """What is wrong with an order apart from its items."""
    if not order.order_id.strip():
        return "`order_id` is blank; send the order's number"
    if order.currency not in currencies():
        return f"`currency` '{order.currency}' is not one of ISO 4217, such as GBP"
    if order.country is not None and order.country not in countries():
        return f"`country` '{order.country}' is not one of ISO 3166, such as GB"
    return None


def find_item_error(order: ReportedOrder) -> str | None:
    """What is wrong with the first item that is wrong."""
    if not order.items:
        return "`items` is empty; send at least one"
    seen: set[str] = set()
    for position, item in enumerate(order.items):
        place = f"items[{position}]"
        if item.item_id in seen:
            if not item.item_id:
                return f"`{place}.item_id` is blank; an order of several items must name each"
            return f"`{place}.item_id` '{item.item_id}' stands twice in this order"
        seen.add(item.item_id)
        if reason := find_amount_error(item, order.currency):
            return f"`{place}.amount` {reason}"
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
