"""The ledger: money moves by double entry. The lines of every posting sum to zero (contract §15)."""

from decimal import Decimal
from enum import StrEnum
from typing import NamedTuple

DIFFERENCES_NAMED = 5
"""How many differences the log and the staff's mail name if figures or money do not add up."""


class LedgerAccount(StrEnum):
    """The accounts of the ledger: money that the network has is positive, money that it owes is negative."""

    RECEIVABLE = "receivable"
    """What brands owe the network for settled commission."""
    PUBLISHER = "publisher"
    """What the network owes the publisher."""
    CLEARING = "clearing"
    """What is on its way to the publisher."""
    BANK = "bank"
    FEE = "fee"
    VAT = "vat"
    BONUS = "bonus"
    """What the network grants from its own money."""


class PostingKind(StrEnum):
    SETTLED = "settled"
    BONUS = "bonus"
    BRAND_PAID = "brand_paid"
    PROCESSING = "processing"
    SENT = "sent"
    FAILED = "failed"
    RETURNED = "returned"


Line = tuple[LedgerAccount, Decimal]


class Posting(NamedTuple):
    """One movement of a publisher's money."""

    publisher_id: int
    kind: PostingKind
    currency: str
    lines: tuple[Line, ...]
    settlement_id: int | None = None
    payment_id: int | None = None


class PaymentSums(NamedTuple):
    """The amounts of a payment: net = gross - fee + vat."""

    gross: Decimal
    fee: Decimal
    vat: Decimal

    @property
    def net(self) -> Decimal:
        return self.gross - self.fee + self.vat


def settlement_lines(amount: Decimal) -> tuple[Line, ...]:
    """The lines of a settlement: a brand owes the amount, and the network owes it to the publisher."""
    return (LedgerAccount.RECEIVABLE, amount), (LedgerAccount.PUBLISHER, -amount)


def bonus_lines(amount: Decimal) -> tuple[Line, ...]:
    return (LedgerAccount.BONUS, amount), (LedgerAccount.PUBLISHER, -amount)


def brand_paid_lines(amount: Decimal) -> tuple[Line, ...]:
    return (LedgerAccount.BANK, amount), (LedgerAccount.RECEIVABLE, -amount)


def processing_lines(sums: PaymentSums) -> tuple[Line, ...]:
    """The lines of a payment on its way: the publisher's money, less the fee and plus the VAT."""
    lines = (
        (LedgerAccount.PUBLISHER, sums.gross),
        (LedgerAccount.FEE, -sums.fee),
        (LedgerAccount.VAT, sums.vat),
        (LedgerAccount.CLEARING, -sums.net),
    )
    return tuple((account, amount) for account, amount in lines if amount)


def sent_lines(sums: PaymentSums) -> tuple[Line, ...]:
    return (LedgerAccount.CLEARING, sums.net), (LedgerAccount.BANK, -sums.net)


def undone_lines(sums: PaymentSums, *, sent: bool) -> tuple[Line, ...]:
    """The lines that reverse a payment that was processed, and perhaps sent: each account gets its former balance."""
    done = [*processing_lines(sums), *(sent_lines(sums) if sent else ())]
    totals = {account: Decimal(0) for account, _ in done}
    for account, amount in done:
        totals[account] -= amount
    return tuple((account, amount) for account, amount in totals.items() if amount)
