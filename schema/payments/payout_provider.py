"""What a payout provider is told about a payment, and what it reports (docs/payments.md)."""

from datetime import datetime, timedelta
from decimal import Decimal
from enum import StrEnum
from typing import Annotated

from msgspec import Meta, Struct

from schema.core.money import format_exactly, format_money
from schema.payments.payment import PaymentState

ASKED_FOR = timedelta(days=30)
"""How long a provider is asked about a payment; afterwards the staff decide."""
FIRST_WAIT = timedelta(minutes=1)
LONGEST_WAIT = timedelta(hours=1)
AFTER_SENT = timedelta(hours=6)
"""How often the provider is asked whether a sent payment has arrived or was returned."""
PAYMENTS_NAMED = 20
"""How many payments a mail to the staff names that they have to settle with the provider."""


class PayoutState(StrEnum):
    """The state that the provider reports: in progress, sent, arrived, not sent, or returned."""

    PENDING = "pending"
    SENT = "sent"
    PAID = "paid"
    FAILED = "failed"
    RETURNED = "returned"


class PayoutOrder(Struct, frozen=True, kw_only=True):
    """An order to a provider to pay. The key is `payment_id`; a failed payment is sent again as another `attempt`."""

    payment_id: int
    attempt: int
    amount: Decimal
    currency: str
    method: str
    country: str
    account: dict[str, str]
    text: str


class PayoutReport(Struct, frozen=True, kw_only=True):
    """A provider's report on an attempt."""

    payment_id: int
    attempt: int
    state: PayoutState
    amount: Decimal
    currency: str
    reference: Annotated[str, Meta(max_length=64)] | None = None
    reason: Annotated[str, Meta(max_length=255)] | None = None

    def find_problem(self, amount: Decimal, currency: str) -> str | None:
        """How the report differs from what was to be paid; None if it does not."""
        if (self.amount, self.currency) == (amount, currency):
            return None
        return (
            f"The provider says {format_exactly(self.amount, self.currency)}, but {format_money(amount, currency)} was"
            " to be paid. "
            "Settle it with the provider, then record what became of the payment"
        )


class FollowedPayment(Struct, frozen=True, kw_only=True):
    """A payment that the provider is asked about. `sealed` is null if the payee has changed since it was taken."""

    publisher_id: int
    payment_id: int
    state: PaymentState
    attempt: int
    asks: int
    payout_amount: Decimal
    payout_currency: str
    method: str
    country: str | None
    row_key: str | None
    sealed: str | None
    processed_at: datetime
    sent_at: datetime | None
    next_ask_at: datetime | None

    @property
    def asked_until(self) -> datetime:
        return (self.sent_at or self.processed_at) + ASKED_FOR


class FollowPayout(Struct, frozen=True):
    """The payload of the job that hands a payment to the provider, or asks for its state."""

    publisher_id: int
    payment_id: int


def next_wait(state: PaymentState, asks: int) -> timedelta | None:
    """How long until the provider is asked again; None if there is nothing left to learn."""
    if state is PaymentState.PROCESSING:
        return min(FIRST_WAIT * 2 ** min(asks, 10), LONGEST_WAIT)
    return AFTER_SENT if state in (PaymentState.SENT, PaymentState.PAID) else None
