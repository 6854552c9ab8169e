"""How often, and for how long, a payout provider is asked about a payment."""

from datetime import datetime, timedelta
from decimal import Decimal

from msgspec import Struct

from schema.payments.payment import PaymentState

ASKED_FOR = timedelta(days=30)
"""How long a provider is asked about a payment; afterwards the staff decide."""
FIRST_WAIT = timedelta(minutes=1)
LONGEST_WAIT = timedelta(hours=1)
AFTER_SENT = timedelta(hours=6)
"""How often the provider is asked whether a sent payment has arrived or was returned."""
PAYMENTS_NAMED = 20
"""How many payments a mail to the staff names that they have to settle with the provider."""


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
    """How long until the provider is asked again; None if the payment has reached its final state."""
    if state is PaymentState.PROCESSING:
        return min(FIRST_WAIT * 2 ** min(asks, 10), LONGEST_WAIT)
    return AFTER_SENT if state in (PaymentState.SENT, PaymentState.PAID) else None
