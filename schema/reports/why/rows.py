"""The rows behind an answer: an order, its items with terms, settlements and payments, and the publisher's balance."""

from collections.abc import Sequence
from datetime import date, datetime, timedelta
from decimal import Decimal
from typing import NamedTuple
from uuid import UUID

from msgspec import Struct

from schema.brands.commission_group import Pays
from schema.core.days import next_month
from schema.core.ids import format_click_ref
from schema.core.shared_figure import is_spread
from schema.orders.order import ItemStatus
from schema.orders.order_case import CaseKind, CaseState
from schema.orders.timeline import HistoryRow
from schema.payments.payment import PaymentState
from schema.payments.settlement import SettlementType

SHARE_STEP = 0.05


class AskedBrand(Struct, frozen=True, kw_only=True):
    """The data of a brand that an answer uses."""

    mid: int
    mcid: str
    brand_name: str
    brand_currency: str
    cookie_days: int
    claim_days: int
    validation_days: int
    expected_days: int | None
    after_validation: str
    prepaid: bool


class AskedOrder(AskedBrand, frozen=True, kw_only=True):
    """An order of the publisher who asks, with its brand."""

    oid: int
    order_id: str
    site_id: int
    link_id: int
    click_id: UUID | None
    click_time: datetime | None
    order_time: datetime
    reported_at: datetime
    currency: str
    rate: Decimal | None
    sale_amount: Decimal
    sale_comm: Decimal | None
    report_currency: str
    report_comm: Decimal | None
    test_order: bool
    unrated: bool

    @property
    def click_ref(self) -> str | None:
        return format_click_ref(self.click_id) if self.click_id else None


class AskedItem(Struct, frozen=True, kw_only=True):
    """An item with the terms that set its commission; `own_terms` are for this publisher or channel alone."""

    item_id: str
    corrects: str | None
    category: str | None
    sale_amount: Decimal
    sale_comm: Decimal | None
    report_comm: Decimal | None
    comm_rate: Decimal | None
    status: ItemStatus
    reason_code: str | None
    note: str | None
    validation_date: datetime | None
    expected_validation_date: datetime | None
    settlement_id: int | None
    payment_id: int | None
    paid_date: datetime | None
    group_name: str | None
    pays: Pays | None
    value: Decimal | None
    terms_currency: str | None
    own_terms: bool | None


class AskedSettlement(Struct, frozen=True, kw_only=True):
    """A settlement with the payment that it is in."""

    settlement_id: int
    type: SettlementType
    period: date
    amount: Decimal
    currency: str
    created_at: datetime
    payable_at: datetime | None
    paid_at: datetime | None
    payment_id: int | None
    mcid: str | None
    brand_name: str | None
    prepaid: bool | None
    payment_days: int | None
    state: PaymentState | None
    failure_reason: str | None

    @property
    def is_payable(self) -> bool:
        return self.payable_at is not None or self.amount < 0

    def expected_day(self, past_days: float | None) -> date | None:
        """The day by which the brand should pay, by its own past if known; None for what no brand has to pay."""
        if past_days is not None:
            return self.period + timedelta(days=past_days)
        if self.payment_days is None:
            return None
        return next_month(self.period) + timedelta(days=self.payment_days)


class AskedPayment(Struct, frozen=True, kw_only=True):
    """A payment of the publisher who asks; `expected_date` is when it should arrive by the terms."""

    payment_id: int
    state: PaymentState
    currency: str
    gross: Decimal
    fee: Decimal
    vat: Decimal
    net: Decimal
    requested_at: datetime
    processed_at: datetime | None
    sent_at: datetime | None
    paid_at: datetime | None
    ended_at: datetime | None
    failure_reason: str | None
    expected_date: date | None

    @property
    def is_under_way(self) -> bool:
        return self.state in (PaymentState.REQUESTED, PaymentState.PROCESSING, PaymentState.SENT)


class LeftOut(Struct, frozen=True, kw_only=True):
    """Settlements that existed when a payment was requested and are not in it, by whether they could be withdrawn."""

    payable: bool
    count: int
    amount: Decimal


class AskedCase(Struct, frozen=True, kw_only=True):
    """A case of the publisher who asks; a question can be about no brand."""

    case_id: int
    kind: CaseKind
    state: CaseState
    oid: int | None
    brand_name: str | None
    accepted_amount: Decimal | None
    accepted_comm: Decimal | None
    currency: str | None
    opened_at: datetime
    updated_at: datetime


class AskedClick(Struct, frozen=True, kw_only=True):
    """A click of the publisher who asks; `overruled` if an assigned code decided about its order."""

    click_id: UUID
    click_time: datetime
    mid: int
    site_id: int
    link_id: int
    verdict: str
    verdict_reason: str | None
    overruled: bool
    oid: int | None

    @property
    def click_ref(self) -> str:
        return format_click_ref(self.click_id)


class OwnClick(NamedTuple):
    """The publisher's last valid click on a brand before an order; `click_id` is None if its row is gone."""

    day: date
    click_id: UUID | None = None
    click_time: datetime | None = None
    site_id: int | None = None

    @property
    def click_ref(self) -> str | None:
        return format_click_ref(self.click_id) if self.click_id else None


class ForeignOrder(Struct, frozen=True, kw_only=True):
    """The fields of another publisher's order that decide whether a question matches it; no answer shows them."""

    order_time: datetime
    sale_amount: Decimal
    first_amount: Decimal
    by_click_or_code: bool


class StoredRefusal(Struct, frozen=True, kw_only=True):
    """A refused report of an order; `own` if it named a click or link of the publisher who asks."""

    own: bool
    named: bool
    code: int
    reason: str
    order_time: datetime | None
    amount: Decimal | None
    at: datetime


class DeclineCounts(Struct, frozen=True, kw_only=True):
    """A brand's declined items at all publishers, in the year before the last count."""

    publishers: int
    declined: int
    largest: int
    """The largest and the second largest number of a single publisher."""
    second: int
    without_reason: int
    last_case_at: datetime | None

    @property
    def is_public(self) -> bool:
        """Whether the counts can be published without revealing a single publisher's."""
        return is_spread(self.publishers, self.declined, self.largest, self.second)

    @property
    def share(self) -> float:
        """The share without a reason, in steps of SHARE_STEP."""
        return round(round(self.without_reason / self.declined / SHARE_STEP) * SHARE_STEP, 2)


class Standing(NamedTuple):
    """The requirements of the publisher's next payment: its minimum, method and schedule."""

    currency: str
    payable: Decimal
    minimum: Decimal
    has_method: bool
    method_usable_from: datetime | None
    """When the default method can be used, if it cannot yet."""
    scheduled_day: date | None
    """The next day of the schedule, if there is one."""


class OrderBasis(NamedTuple):
    """All rows behind an answer about an order."""

    order: AskedOrder
    items: Sequence[AskedItem]
    history: Sequence[HistoryRow]
    settlements: Sequence[AskedSettlement]
    cases: Sequence[AskedCase]
    standing: Standing | None = None
    declines: DeclineCounts | None = None
    past_days: float | None = None
    """The median days from a month's first day until the brand paid this publisher; None if there are too few."""
