"""Payments as the network makes them: batches, their file for the bank, and what became of each."""

from collections.abc import Iterator
from decimal import Decimal
from enum import StrEnum
from typing import Annotated

from msgspec import Meta, Struct, field
from schwifty import BIC, IBAN
from schwifty.exceptions import SchwiftyException

from schema.core.errors import Flaw
from schema.core.iso import countries
from schema.core.scalar import Country, Day, Id, Note, Text64, Text100, Text255
from schema.payments.payment import (
    Payment,
    PaymentDetail,
    PaymentFilter,
    PaymentProof,
    PaymentState,
    PayoutChannel,
)

BATCH_MAX = 500
"""Payments that one batch takes."""
PAST_DAYS_MOST = 31
"""How old the day of a batch may be: older rates would pay wrong amounts."""


class PayRun(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The day by which a scheduled payment is due, and whose rates count, in the network's time zone: today if it is
    left out, at most 31 days ago.
    """

    date: Day | None = None

    def find_flaws(self, today: Day) -> Iterator[Flaw]:
        """What is wrong with the day."""
        if self.date is None:
            return
        if self.date > today:
            yield Flaw("date", "cannot be in the future")
        elif (today - self.date).days > PAST_DAYS_MOST:
            yield Flaw("date", f"cannot be more than {PAST_DAYS_MOST} days ago")


class PayRefusal(Struct, frozen=True, kw_only=True):
    """A payment that was not taken, and why; without a payment, a scheduled one that was not made."""

    uid: int
    publisher: str | None
    payment_id: int | None
    code: int
    reason: str


class PayPreview(Struct, frozen=True, kw_only=True):
    """Requested payments with their net, and those due by their schedule with what is withdrawn before fee and VAT.

    Amounts are by currency of the publishers.
    """

    payments: int
    amounts: dict[str, Decimal]
    scheduled: int
    scheduled_amounts: dict[str, Decimal]


class PayBatch(Struct, frozen=True, kw_only=True):
    """`batch_id` is null if there was nothing to take; `amounts` are by currency of payout.

    While `remaining` is above 0, another call takes the next ones.
    """

    batch_id: int | None
    payments: int
    amounts: dict[str, Decimal]
    remaining: int
    rows: list[PayRefusal] = field(name="list")


class PaymentChange(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`sent` needs the bank's `reference`, `failed` and `returned` a `reason`. `processing` retries a failed one."""

    payment_id: Id
    status: PaymentState
    reference: Text64 | None = None
    reason: Annotated[Note, Meta(min_length=1)] | None = None

    def find_flaws(self) -> Iterator[Flaw]:
        """What is missing."""
        if self.status is PaymentState.REQUESTED:
            yield Flaw("status", "cannot be set to requested")
        if self.status is PaymentState.SENT and not (self.reference or "").strip():
            yield Flaw("reference", "is required: the bank's own number for the transfer")
        needs_reason = self.status in (PaymentState.FAILED, PaymentState.RETURNED)
        if needs_reason and not (self.reason or "").strip():
            yield Flaw("reason", "is required")


class NetworkPayment(Payment, frozen=True, kw_only=True):
    """`problem` is what the staff have to clear up with the provider."""

    uid: int
    publisher: str
    channel: PayoutChannel
    problem: str | None


class PaymentInfo(NetworkPayment, frozen=True, kw_only=True):
    """A payment with the settlements that it is made of, and the proof that they and their orders add up to it."""

    parts: list[PaymentDetail]
    proof: PaymentProof


class NetworkPaymentFilter(PaymentFilter, frozen=True, kw_only=True):
    """Days on which payments were requested, in UTC."""

    uid: Id | None = None
    batch_id: Id | None = None


class FileFormat(StrEnum):
    CSV = "csv"
    PAIN = "pain"


class PayoutFileRequest(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`csv` holds every payment of the batch that is being processed, `pain` those in EUR to an IBAN."""

    batch_id: Id
    format: FileFormat
    entity_id: Id | None = None


class PayoutFile(Struct, frozen=True, kw_only=True):
    """The file, and the payments of the batch that are not in it."""

    name: str
    content: str
    payments: int
    total: dict[str, Decimal]
    rows: list[PayRefusal] = field(name="list")


class EntityDraft(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """With an `entity_id` it replaces that entity."""

    name: Text100
    country: Country
    address: Text255
    iban: Text64
    bic: Text64 | None = None
    vat_id: Text64 | None = None
    vat_rate: Decimal = Decimal(0)
    """In per cent, added for publishers that are registered in the entity's own country."""
    prefix: Annotated[str, Meta(max_length=16, pattern=r"^[A-Za-z0-9/-]*$")] = ""
    """How the numbers of its invoices begin."""
    entity_id: Id | None = None

    def find_flaws(self) -> Iterator[Flaw]:
        """What is wrong with it."""
        if self.country not in countries():
            yield Flaw("country", "is not an ISO 3166 country code, such as GB")
        try:
            IBAN(self.iban)
        except SchwiftyException:
            yield Flaw("iban", "is not a valid IBAN")
        try:
            BIC(self.bic or "COBADEFF")
        except SchwiftyException:
            yield Flaw("bic", "is not a valid BIC")
        if not self.vat_rate.is_finite() or not 0 <= self.vat_rate < 100:
            yield Flaw("vat_rate", "must be from 0 to below 100")
