"""Payments: money sent to a publisher, made of whole settlements."""

from datetime import date, datetime
from decimal import Decimal
from enum import StrEnum
from typing import Annotated

from msgspec import Meta, Struct, field

from schema.core.scalar import At, Day, Id
from schema.payments.ledger import PaymentSums
from schema.payments.settlement import SettlementType


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
    PaymentState.FAILED: frozenset({PaymentState.PROCESSING, PaymentState.CANCELLED}),
    PaymentState.RETURNED: frozenset(),
    PaymentState.CANCELLED: frozenset(),
}
FREEING = frozenset({PaymentState.RETURNED, PaymentState.CANCELLED})
"""The states that free a payment's settlements for another one."""


class PaymentRequest(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Without settlements all that can be withdrawn are taken, without a method the default one.

    Settlements below zero are always taken.
    """

    settlement_ids: Annotated[list[Id], Meta(min_length=1, max_length=1_000)] | None = None
    method_id: Id | None = None


class PaymentRef(Struct, frozen=True, forbid_unknown_fields=True):
    payment_id: Id


class PaymentFilter(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Days on which payments were requested, in the report time zone."""

    start_date: date | None = None
    end_date: date | None = None
    status: PaymentState | None = None
    payment_id: Id | None = None


class Payment(Struct, frozen=True, kw_only=True):
    """net = gross - fee + vat, in `currency`; `payout_amount` is what arrives, at `rate`, once it is processed."""

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
    """The number of the credit note that takes the invoice back."""
    batch_id: int | None
    sent_date: At | None


class StoredPayment(Struct, frozen=True, kw_only=True):
    """What a change of a payment needs to know of it."""

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
    """Where two sums that must be the same are not; without a settlement, of the payment as a whole."""

    settlement_id: int | None
    expected: Decimal
    found: Decimal


class PaymentProof(Struct, frozen=True, kw_only=True):
    """The orders' commission adds up to each settlement, and the settlements to the payment."""

    payment_id: int
    gross: Decimal
    settlements: Decimal
    orders: Decimal
    bonuses: Decimal
    currency: str
    differences: list[ProofDifference]


class PaymentDetails(Struct, frozen=True, kw_only=True):
    rows: list[PaymentDetail] = field(name="list")
    total: int
    proof: list[PaymentProof]
