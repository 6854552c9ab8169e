"""Payments as the network makes them: batches, their files for the bank, and the outcome of each payment."""

from collections.abc import Iterator
from decimal import Decimal
from enum import StrEnum
from typing import Annotated

from msgspec import Meta, Struct, field
from schwifty import BIC, IBAN
from schwifty.exceptions import SchwiftyException

from schema.core.countries import countries
from schema.core.errors import Flaw, Rule
from schema.core.scalar import At, Country, Day, Id, LiveUid, Note, Text64, Text100, Text255
from schema.payments.payment import (
    Payment,
    PaymentDetail,
    PaymentFilter,
    PaymentProof,
    PaymentState,
    PayoutChannel,
)
from schema.payments.sepa_text import is_name
from schema.payments.vat_number import vat_number_of

BATCH_MAX = 500
"""The maximum number of payments in one batch."""
PAST_DAYS_MOST = 31
"""How many days ago the day of a batch may be: with older exchange rates, the amounts would be wrong."""
EXCLUDED_PAYMENTS_NAMED = 3
"""How many payments an error names that cannot be in a file for the bank."""


class PayRun(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A batch of payments to create or preview.

    `date` is the day by which scheduled payments are due and whose exchange rates apply, in the network's time zone:
    today if left out, at most 31 days ago.
    """

    date: Day | None = None

    def find_flaws(self, today: Day) -> Iterator[Flaw]:
        """Yield what is wrong with the day."""
        if self.date is None:
            return
        if self.date > today:
            yield Flaw("date", Rule.IN_THE_FUTURE)
        elif (today - self.date).days > PAST_DAYS_MOST:
            yield Flaw("date", Rule.TOO_OLD, limit=PAST_DAYS_MOST)


class PaymentRefusal(Struct, frozen=True, kw_only=True):
    """A payment left out of a batch, and why; without a `payment_id`, a scheduled payment that was not made."""

    uid: int
    publisher: str | None
    payment_id: int | None
    code: int
    reason: str


class PayPreview(Struct, frozen=True, kw_only=True):
    """Requested payments with their net, and those due by schedule with the amount withdrawn, before fee and VAT.

    Amounts are by currency of the publishers.
    """

    payments: int
    amounts: dict[str, Decimal]
    scheduled: int
    scheduled_amounts: dict[str, Decimal]


class PayBatch(Struct, frozen=True, kw_only=True):
    """A batch of payments that was created.

    `batch_id` is null if there was no payment to take; `amounts` are by payout currency. While `remaining` is above 0,
    call again to take the next payments.
    """

    batch_id: int | None
    payments: int
    amounts: dict[str, Decimal]
    remaining: int
    rows: list[PaymentRefusal] = field(name="list")


class PaymentChange(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The outcome of a payment, as staff record it.

    `sent` requires the bank's `reference`, `failed` and `returned` a `reason`. `processing` retries a failed payment.
    """

    payment_id: Id
    status: PaymentState
    reference: Text64 | None = None
    reason: Annotated[Note, Meta(min_length=1)] | None = None

    def find_flaws(self) -> Iterator[Flaw]:
        """Yield what is wrong with the change."""
        if self.status is PaymentState.REQUESTED:
            others = ", ".join(state for state in PaymentState if state is not self.status)
            yield Flaw("status", Rule.ONE_OF, "cannot be set to requested", others)
        if self.status is PaymentState.SENT and not (self.reference or "").strip():
            why = "is required: the bank's own number for the transfer"
            yield Flaw("reference", Rule.REQUIRED, why)
        needs_reason = self.status in (PaymentState.FAILED, PaymentState.RETURNED)
        if needs_reason and not (self.reason or "").strip():
            yield Flaw("reason", Rule.REQUIRED)


class BatchSent(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A batch whose payments were sent, with the bank's own number for the transfer; repeating it changes nothing."""

    batch_id: Id
    reference: Text64

    def find_flaws(self) -> Iterator[Flaw]:
        """Yield what is wrong with the reference."""
        if not self.reference.strip():
            yield Flaw("reference", Rule.REQUIRED)


class BatchOutcome(Struct, frozen=True, kw_only=True):
    """How many payments of a batch are sent now, with their amounts by payout currency.

    `unchanged` are those that were sent with this reference before. Each payment that is still being processed and was
    left out has a row that says why.
    """

    batch_id: int
    payments: int
    amounts: dict[str, Decimal]
    unchanged: int
    rows: list[PaymentRefusal] = field(name="list")


class NetworkPayment(Payment, frozen=True, kw_only=True):
    """A payment as the network's staff see it.

    `problem` is what the staff must clear up with the provider, `file_id` the bank's file with this payment.
    """

    uid: int
    publisher: str
    channel: PayoutChannel
    problem: str | None
    file_id: int | None


class PaymentInfo(NetworkPayment, frozen=True, kw_only=True):
    """A payment with its settlements, and the proof that they and their orders add up to it."""

    parts: list[PaymentDetail]
    proof: PaymentProof


class NetworkPaymentFilter(PaymentFilter, frozen=True, kw_only=True):
    """The filter of the list of all publishers' payments. Days are those on which payments were requested, in UTC."""

    uid: LiveUid | None = None
    batch_id: Id | None = None


class FileFormat(StrEnum):
    CSV = "csv"
    PAIN = "pain"


class PayoutFileRequest(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A bank file of a batch to create or to download again.

    `csv` takes every payment of the batch that is being processed and is in no file yet, `pain` those of them in EUR to
    an IBAN. With a `file_id`, that file of the batch is returned again, byte for byte, and nothing else.
    """

    batch_id: Id
    format: FileFormat
    entity_id: Id | None = None
    file_id: Id | None = None


class PayoutFile(Struct, frozen=True, kw_only=True):
    """The file with its number, and the payments of the batch that are not in it. `repeat` means that the file was
    taken before, first at `made_at`: the bank must not receive it twice.
    """

    name: str
    content: str
    payments: int
    total: dict[str, Decimal]
    rows: list[PaymentRefusal] = field(name="list")
    file_id: int
    made_at: At
    repeat: bool


class PayoutFileFilter(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    batch_id: Id | None = None


class PayoutFileInfo(Struct, frozen=True, kw_only=True):
    """A file that was made, by whom, and who took it again. It can be taken again while its content is `available`."""

    file_id: int
    batch_id: int
    format: FileFormat
    message_id: str | None
    """The MsgId in the file, by which the bank identifies it."""
    name: str
    payments: int
    total: dict[str, Decimal]
    made_at: At
    maker_id: int | None
    made_by: str | None
    repeats: int
    repeated_at: At | None
    repeater_id: int | None
    repeated_by: str | None
    available: bool


class EntityFields(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A legal entity of the network, and its bank account."""

    name: Text100
    country: Country
    address: Text255
    iban: Text64
    bic: Text64 | None = None
    vat_id: Text64 | None = None
    vat_rate: Decimal = Decimal(0)
    """A percentage, added for publishers that are registered in the entity's own country."""
    prefix: Annotated[str, Meta(max_length=16, pattern=r"^[A-Za-z0-9/-]*\Z")] = ""
    """The prefix of the entity's invoice numbers."""


class EntityDraft(EntityFields, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A legal entity to save; with an `entity_id`, it replaces that one.

    `was`: the entity as it was read. If somebody has changed it meanwhile, it is not saved.
    """

    entity_id: Id | None = None
    was: EntityFields | None = None

    def find_flaws(self) -> Iterator[Flaw]:
        """Yield what is wrong with the draft."""
        if not is_name(self.name):
            yield Flaw("name", Rule.NOT_A_BANK_NAME)
        if self.country not in countries():
            yield Flaw("country", Rule.NOT_A_COUNTRY)
        try:
            IBAN(self.iban)
        except SchwiftyException:
            yield Flaw("iban", Rule.NOT_AN_IBAN)
        try:
            BIC(self.bic or "COBADEFF")
        except SchwiftyException:
            yield Flaw("bic", Rule.NOT_A_BIC)
        if self.vat_id and (flaw := vat_number_of(self.country, self.vat_id)[1]):
            yield flaw
        if not self.vat_rate.is_finite() or not 0 <= self.vat_rate < 100:
            yield Flaw("vat_rate", Rule.OUT_OF_RANGE, limit="0 to below 100")
