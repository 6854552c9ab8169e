"""Orders and their items: what a brand reports, and what a publisher sees of it."""

from decimal import Decimal
from enum import StrEnum
from typing import Annotated

from msgspec import Meta, Struct, field

from schema.core.scalar import At, Money
from schema.core.without_money import InMoney

ORDERS_MAX = 1_000
ITEMS_MAX = 200


class ItemStatus(StrEnum):
    PENDING = "Pending"
    APPROVED = "Approved"
    REJECTED = "Rejected"


class Reason(StrEnum):
    """Why an item was rejected or changed."""

    ORDER_CANCELLED = "order_cancelled"
    ITEM_RETURNED = "item_returned"
    DUPLICATE_ORDER = "duplicate_order"
    OUT_OF_STOCK = "out_of_stock"
    PAYMENT_FAILED = "payment_failed"
    FRAUD_SUSPECTED = "fraud_suspected"
    TERMS_BREACH = "terms_breach"
    OTHER_CHANNEL = "other_channel"
    COUPON_NOT_ALLOWED = "coupon_not_allowed"
    TEST_ORDER = "test_order"
    NOT_TRACED = "not_traced"
    OTHER = "other"


class Outcome(StrEnum):
    CREATED = "created"
    UNCHANGED = "unchanged"
    UPDATED = "updated"
    REFUSED = "refused"


class ReportedItem(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An item of an order, as a brand reports it.

    `amount` is the item's total value (not a unit price), without tax and shipping, above 0. Fields left out stay as
    they were; a new item has quantity 1, no category and status Pending.
    """

    amount: Money
    item_id: Annotated[str, Meta(max_length=100)] = ""
    quantity: Annotated[int, Meta(ge=1, le=1_000_000_000)] | None = None
    category: Annotated[str, Meta(max_length=100)] | None = None
    status: ItemStatus | None = None
    reason_code: Reason | None = None


class ReportedOrder(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An order as a brand's server reports it; `click_ref` or a link's `code` identifies the publisher.

    `order_id` and `item_id` are read without surrounding blanks and without invisible characters; `country` may be a
    code or an English name. An item without a status is Pending if it is new and keeps its status otherwise; Pending
    does not undo a decision. `test_order` keeps the order out of all figures.
    """

    order_id: Annotated[str, Meta(max_length=100)]
    currency: Annotated[str, Meta(max_length=10, examples=["GBP"])]
    items: Annotated[list[ReportedItem], Meta(max_length=ITEMS_MAX)]
    click_ref: Annotated[str, Meta(max_length=64)] | None = None
    code: Annotated[str, Meta(max_length=64)] | None = None
    order_time: At | None = None
    country: Annotated[str, Meta(max_length=100)] | None = None
    coupon: Annotated[str, Meta(max_length=100)] | None = None
    test_order: bool = False


class Conversions(Struct, frozen=True, forbid_unknown_fields=True):
    orders: Annotated[list[ReportedOrder], Meta(min_length=1, max_length=ORDERS_MAX)]


class OneConversion(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An order of one item, as given by the parameters of `/conversion`."""

    order_id: Annotated[str, Meta(max_length=100)]
    amount: Money
    currency: Annotated[str, Meta(max_length=10)]
    click_ref: Annotated[str, Meta(max_length=64)] | None = None
    code: Annotated[str, Meta(max_length=64)] | None = None
    item_id: Annotated[str, Meta(max_length=100)] = ""
    status: ItemStatus | None = None
    reason_code: Reason | None = None
    category: Annotated[str, Meta(max_length=100)] | None = None
    quantity: Annotated[int, Meta(ge=1, le=1_000_000_000)] | None = None
    order_time: At | None = None
    country: Annotated[str, Meta(max_length=100)] | None = None
    coupon: Annotated[str, Meta(max_length=100)] | None = None
    test_order: bool = False

    @property
    def reported_order(self) -> ReportedOrder:
        item = ReportedItem(
            amount=self.amount,
            item_id=self.item_id,
            quantity=self.quantity,
            category=self.category,
            status=self.status,
            reason_code=self.reason_code,
        )
        return ReportedOrder(
            order_id=self.order_id,
            currency=self.currency,
            items=[item],
            click_ref=self.click_ref,
            code=self.code,
            order_time=self.order_time,
            country=self.country,
            coupon=self.coupon,
            test_order=self.test_order,
        )


class OrderOutcome(Struct, frozen=True):
    """The outcome of a reported order; `reason` says why it was refused and how to fix it.

    `order_id` is as it was sent. `warnings` say what is doubtful about an order that was accepted anyway.
    """

    order_id: str
    oid: int | None
    outcome: Outcome
    reason: str | None
    warnings: list[str] = []


class Item(Struct, frozen=True, kw_only=True):
    """An item of an order, as its publisher sees it.

    Amounts are in the order's currency. `ori_*` are as first reported; `comm_rate` is null for a fixed amount.
    `commission_group` is the name of the brand's terms that set the commission; null for a correction. Commissions are
    null until the order is rated.
    """

    item_id: str
    category: str | None
    commission_group: str | None
    quantity: int
    sale_amount: InMoney[Decimal]
    sale_comm: InMoney[Decimal | None]
    comm_rate: Decimal | None
    ori_amount: InMoney[Decimal]
    ori_comm: InMoney[Decimal | None]
    status: ItemStatus
    reason_code: str | None
    note: str | None
    validation_date: At | None
    expected_validation_date: At | None
    settlement_id: int | None
    settlement_date: At | None
    payment_id: int | None
    paid_date: At | None
    paid: bool
    updated_at: At


class Order(Struct, frozen=True, kw_only=True):
    """An order as its publisher sees it.

    `rate` converts `currency` to `report_currency`; `report_*` are sums of items converted one by one. `matched_*` are
    the sums of the items that the list was filtered by, or else of all, in `currency` like `sale_*`. An `unrated` order
    waits for an exchange rate: until then `rate`, every commission and `report_*` are null, and no figure includes it.
    """

    oid: int
    order_id: str
    mcid: str
    mid: int
    brand_name: str
    site_id: int
    link_id: int
    click_ref: str | None
    click_time: At | None
    order_time: At
    uid1: str
    uid2: str
    uid3: str
    uid4: str
    uid5: str
    country: str | None
    coupon: str | None
    currency: str
    rate: Decimal | None
    sale_amount: InMoney[Decimal]
    sale_comm: InMoney[Decimal | None]
    matched_amount: InMoney[Decimal]
    matched_comm: InMoney[Decimal | None]
    report_currency: str
    report_amount: InMoney[Decimal | None]
    report_comm: InMoney[Decimal | None]
    status: ItemStatus
    test_order: bool
    unrated: bool
    updated_at: At
    items: list[Item] = field(default_factory=list)


def order_status(statuses: set[ItemStatus]) -> ItemStatus:
    """The status of an order: Pending if any item is, Rejected if all items are, otherwise Approved (contract §3)."""
    if not statuses or ItemStatus.PENDING in statuses:
        return ItemStatus.PENDING
    if statuses == {ItemStatus.REJECTED}:
        return ItemStatus.REJECTED
    return ItemStatus.APPROVED
