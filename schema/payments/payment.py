"""Payments: money sent to a publisher, made of whole settlements."""

from datetime import date, datetime, timedelta
from decimal import Decimal
from enum import StrEnum
from typing import Annotated

from msgspec import Meta, Struct, field

from schema.core.expected_date import DateRecord
from schema.core.scalar import PERIOD_PATTERN, At, Day, Id
from schema.payments.ledger import PaymentSums
from schema.payments.settlement import ExpectedFrom, SettlementType

ARRIVAL_AFTER_PROCESSED = timedelta(days=5)
"""When a processed payment is expected to have arrived."""

MonthPaid = Annotated[
    str,
    Meta(
        pattern=PERIOD_PATTERN,
        description="A month of the report time zone",
        examples=["2026-10"],
    ),
]


class PaymentState(StrEnum):
    REQUESTED = "requested"
    PROCESSING = "processing"
    SENT = "sent"
    PAID = "paid"
    FAILED = "failed"
    RETURNED = "returned"
    CANCELLED = "cancelled"


class PayoutChannel(StrEnum):
    """How a payment leaves: in a file that the staff take to the bank, or through the configured provider."""

    FILE = "file"
    PROVIDER = "provider"


NEXT_STATES: dict[PaymentState, frozenset[PaymentState]] = {
    PaymentState.REQUESTED: frozenset({PaymentState.PROCESSING, PaymentState.CANCELLED}),
    PaymentState.PROCESSING: frozenset({PaymentState.SENT, PaymentState.FAILED}),
    PaymentState.SENT: frozenset({PaymentState.PAID, PaymentState.FAILED, PaymentState.RETURNED}),
    PaymentState.PAID: frozenset({PaymentState.RETURNED}),
    PaymentState.FAILED: frozenset(
        {PaymentState.REQUESTED, PaymentState.PROCESSING, PaymentState.CANCELLED}
    ),
    PaymentState.RETURNED: frozenset(),
    PaymentState.CANCELLED: frozenset(),
}
FREEING = frozenset({PaymentState.RETURNED, PaymentState.CANCELLED})
"""The states that free a payment's settlements for another one."""


class PaymentStage(StrEnum):
    """The stages of an order's commission on its way to the publisher, and how it can end early."""

    APPROVED = "approved"
    MONTH_CLOSED = "month_closed"
    BRAND_PAID = "brand_paid"
    PAYABLE = "payable"
    REQUESTED = "requested"
    PROCESSING = "processing"
    SENT = "sent"
    PAID = "paid"
    FAILED = "failed"
    RETURNED = "returned"
    CANCELLED = "cancelled"


class PaymentRequest(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Without `settlement_ids`, all settlements that can be withdrawn are taken; without `method_id`, the default
    method.

    Negative settlements are always taken.
    """

    settlement_ids: Annotated[list[Id], Meta(min_length=1, max_length=1_000)] | None = None
    method_id: Id | None = None


class PaymentRef(Struct, frozen=True, forbid_unknown_fields=True):
    payment_id: Id


class PaymentRetry(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`method_id` is the method to use instead; if absent, the payment goes to the original one."""

    payment_id: Id
    method_id: Id | None = None


class PaymentFilter(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The days on which payments were requested, and the month in which they were paid, in the report time zone.

    If both `status` and `statuses` are given, both must match.
    """

    start_date: date | None = None
    end_date: date | None = None
    status: PaymentState | None = None
    statuses: Annotated[list[PaymentState], Meta(min_length=1, max_length=7)] | None = None
    paid_month: MonthPaid | None = None
    payment_id: Id | None = None

    @property
    def states(self) -> list[PaymentState] | None:
        """The states, one of which a payment must have; None means any."""
        if self.status is None:
            return self.statuses
        return [self.status] if self.status in (self.statuses or PaymentState) else []


class PaidMonth(Struct, frozen=True, kw_only=True):
    """The payments that were paid in a month of the report time zone; `gross` is before fees and VAT, `net` after."""

    month: MonthPaid
    payments: int
    gross: Decimal
    net: Decimal
    currency: str


class Payment(Struct, frozen=True, kw_only=True):
    """net = gross - fee + vat, in `currency`; `payout_amount` is what arrives, at `rate`, once the payment is
    processed.

    `expected_date` is the day on which the payment should arrive, estimated from three or more of the publisher's own
    payments, or else, once it is processed, five days later, or three days after it was sent. `expected_from` says
    which. `date_record` says how well such days were kept, once that is known. `method_at_fault`: it failed for
    a reason that lies in the payment method, such as a closed account.
    """

    payment_id: int
    request_date: At
    expected_date: Day | None
    paid_date: At | None
    method: str
    payee: str
    gross: Decimal
    fee: Decimal
    vat: Decimal
    net: Decimal
    currency: str
    payout_currency: str
    payout_amount: Decimal | None
    rate: Decimal | None
    status: PaymentState
    scheduled: bool
    failure_reason: str | None
    trace_id: str | None
    invoice: str | None
    """The number of its invoice, once there is one."""
    credit_note: str | None
    """The number of the credit note that cancels the invoice."""
    batch_id: int | None
    sent_date: At | None
    expected_from: ExpectedFrom | None = None
    date_record: DateRecord | None = None
    method_at_fault: bool = False


class StoredPayment(Struct, frozen=True, kw_only=True):
    """The data that a change of a payment needs."""

    publisher_id: int
    payment_id: int
    state: PaymentState
    payment_method_id: int
    currency: str
    gross: Decimal
    fee: Decimal
    vat: Decimal
    net: Decimal
    payout_currency: str
    payout_amount: Decimal | None
    rate: Decimal | None
    batch_id: int | None
    trace_id: str | None
    failure_reason: str | None
    paid_at: datetime | None
    channel: PayoutChannel
    attempt: int
    next_ask_at: datetime | None
    requested_at: datetime

    @property
    def sums(self) -> PaymentSums:
        return PaymentSums(self.gross, self.fee, self.vat)


class DetailFilter(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One payment, or those requested on these days, in the report time zone."""

    payment_id: Id | None = None
    start_date: date | None = None
    end_date: date | None = None


class PaymentDetail(Struct, frozen=True, kw_only=True):
    """A settlement of a payment."""

    payment_id: int
    settlement_id: int
    mcid: str | None
    brand_name: str | None
    period: str
    type: SettlementType
    amount: Decimal
    currency: str
    orders: int
    note: str


class ProofDifference(Struct, frozen=True, kw_only=True):
    """Two sums that should be equal but are not; without a settlement, those of the payment as a whole."""

    settlement_id: int | None
    expected: Decimal
    found: Decimal


class PaymentProof(Struct, frozen=True, kw_only=True):
    """The proof that the orders' commission adds up to each settlement, and the settlements to the payment."""

    payment_id: int
    gross: Decimal
    settlements: Decimal
    orders: Decimal
    bonuses: Decimal
    currency: str
    differences: list[ProofDifference]


class PaymentStep(Struct, frozen=True, kw_only=True):
    """`at` is when all of the payment had reached the stage; `expected` is the day on which that is expected."""

    stage: PaymentStage
    at: At | None
    expected: Day | None = None


class PaymentDetails(Struct, frozen=True, kw_only=True):
    """`progress` has the stages of the payment that was requested by its id; without one, it is empty.

    `replaces` is the failed payment that was requested again as this one, to another account; `replaced_by` is the
    payment that was requested in place of this one.
    """

    rows: list[PaymentDetail] = field(name="list")
    total: int
    proof: list[PaymentProof]
    progress: list[PaymentStep]
    replaces: int | None = None
    replaced_by: int | None = None
