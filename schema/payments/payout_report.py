"""Instructions to a payout provider about a payment, and the provider's reports (docs/payments.md)."""

from decimal import Decimal
from enum import StrEnum
from typing import Annotated

from msgspec import Meta, Struct

from schema.core.money import format_exactly, format_money


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
