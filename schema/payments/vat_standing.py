"""Whether a publisher is registered for VAT, who confirmed it, and its agreement to self-billing."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from enum import StrEnum

import msgspec
from msgspec import Struct

from schema.accounts.company import Company, VatStatus
from schema.core.errors import Flaw, Rule
from schema.core.region import find_region
from schema.core.scalar import At, LiveUid, Note, Text64, Text100
from schema.payments.vat_number import EXAMPLES, is_tax_number, vat_number_of

CONFIRMED_FOR = timedelta(days=365)
"""How long an operator's confirmation is valid; then the claim has to be confirmed again."""
AGREED_FOR = timedelta(days=365)
"""How long an agreement to self-billing lasts."""
ASKED_BEFORE = timedelta(days=30)
"""How long before its end an agreement should be renewed."""
SELF_BILLING_VERSION = 1
"""The version of the text below; 0 stands for consent given before texts had a version."""
SELF_BILLING_TEXT = (
    "I agree that the network issues the invoices for my commission in my name and on my behalf (self-billing). "
    "I do not issue invoices for it myself. I tell the network at once when my VAT registration, my number, my name or "
    "my address changes, or when I give up my business. The agreement lasts 12 months, and ends earlier when my number "
    "or country changes or when I withdraw it here. An invoice counts as accepted unless I object to it."
)


class ReviewState(StrEnum):
    """`unneeded`: nothing to confirm, because no VAT can be added; `rejected`: no VAT is added either."""

    UNNEEDED = "unneeded"
    WAITING = "waiting"
    CONFIRMED = "confirmed"
    REJECTED = "rejected"


class VatClaim(Struct, frozen=True):
    """A publisher's VAT claim: its statement, in the words that an operator confirms."""

    status: VatStatus
    country: str
    name: str
    number: str


class VatReview(Struct, frozen=True, kw_only=True):
    """A claim and its review. A confirmation is valid until `ends_at`."""

    status: VatStatus
    country: str
    name: str
    number: str
    stated_at: At
    state: ReviewState
    decided_at: At | None
    reason: str | None
    ends_at: At | None

    @property
    def claim(self) -> VatClaim:
        return VatClaim(self.status, country_code(self.country), self.name, self.number)


class Agreement(Struct, frozen=True, kw_only=True):
    """An agreement to self-billing that is in force: the version of its text, since when and until when."""

    version: int
    number: str
    country: str
    agreed_at: At
    ends_at: At


class VatStanding(Struct, frozen=True, kw_only=True):
    """The VAT data that apply to a publisher's payments. `review` is null without a claim, `agreement` if none is in
    force.

    `ask_again` is set when the agreement should be renewed; `version` and `text` are those to agree to now.
    """

    review: VatReview | None
    agreement: Agreement | None
    ask_again: bool
    version: int
    text: str

    @classmethod
    def of(
        cls, review: VatReview | None, agreement: Agreement | None, now: datetime
    ) -> "VatStanding":
        """The standing with the text in force."""
        return cls(
            review=review,
            agreement=agreement,
            ask_again=agreement is not None and agreement.ends_at - ASKED_BEFORE <= now,
            version=SELF_BILLING_VERSION,
            text=SELF_BILLING_TEXT,
        )


class AgreementDraft(Struct, frozen=True, forbid_unknown_fields=True):
    """`version` is that of the text that was read."""

    version: int


class VatFieldsAsk(Struct, frozen=True, forbid_unknown_fields=True):
    """A country by its code or English name."""

    country: Text100


class VatFields(Struct, frozen=True):
    """An example of a country's VAT number, and whether its tax number is enough for an invoice."""

    example: str | None
    tax_number_enough: bool


class VatReviewFilter(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    uid: LiveUid | None = None
    state: ReviewState | None = None


class NetworkVatReview(VatReview, frozen=True, kw_only=True):
    """A claim of a publisher. `number_valid` says whether the number's form is right for the country."""

    uid: int
    publisher: str
    decided_by: str | None
    decider_id: int | None
    evidence: str | None
    number_valid: bool


class VatDecision(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`stated_at` is that of the claim under review. `confirmed` may name its `evidence`, such as the consultation
    number of VIES; `rejected` requires a `reason`, which the publisher reads. With `was`, the state that the decision
    is based on, it is refused if somebody has decided meanwhile.
    """

    uid: LiveUid
    stated_at: At
    state: ReviewState
    evidence: Text64 | None = None
    reason: Note | None = None
    was: ReviewState | None = None

    def find_flaws(self) -> Iterator[Flaw]:
        """Yield what is wrong with the decision."""
        if self.state not in (ReviewState.CONFIRMED, ReviewState.REJECTED):
            yield Flaw("state", Rule.ONE_OF, "must be confirmed or rejected", "confirmed, rejected")
        if self.state is ReviewState.REJECTED and not (self.reason or "").strip():
            yield Flaw("reason", Rule.REQUIRED, "is required: the publisher reads it")


def country_code(country: str) -> str:
    """The code of a country that was given by its name or its code."""
    region = find_region(country)
    return region.code if region else country


def fields_of_country(country: str) -> VatFields:
    code = country_code(country)
    return VatFields(EXAMPLES.get(code), code == "DE")


def settle_company(company: Company, before: Company | None) -> Company:
    """The company to store: its VAT number is normalised, and a status left out, as older clients do, stays."""
    number = company.vat_id and company.vat_id.strip()
    if number and is_restated(company, before):
        number = vat_number_of(country_code(company.country), number)[0] or number
    status = company.vat_status
    if status is None:
        status = before.vat_status if before else None
        if status is None and number and is_restated(company, before):
            status = VatStatus.REGISTERED
        if status is VatStatus.REGISTERED and not invoice_number(company):
            status = None
    return msgspec.structs.replace(company, vat_id=number or None, vat_status=status)


def find_company_flaws(company: Company, before: Company | None) -> Iterator[Flaw]:
    """Yield what is wrong with changed tax data. What was stored before there were rules may stay as it is."""
    country, restated = country_code(company.country), is_restated(company, before)
    if company.vat_id and restated and (flaw := vat_number_of(country, company.vat_id)[1]):
        yield flaw.prefix("company")
    tax_changed = before is None or company.tax_id != before.tax_id
    if company.tax_id and tax_changed and not any(map(str.isdigit, company.tax_id)):
        yield Flaw("company.tax_id", Rule.NOT_A_TAX_NUMBER)
    if company.vat_status is VatStatus.REGISTERED and not company.vat_id:
        if country == "DE" and not is_tax_number(country, company.tax_id):
            why = "or a valid German tax number (Steuernummer) is required"
            yield Flaw("company.vat_id", Rule.REQUIRED, why, "vat_id, tax_id")
        elif country != "DE":
            why = "is required if you are registered for VAT"
            yield Flaw("company.vat_id", Rule.REQUIRED, why)
    if company.self_billing and not (company.vat_id or company.tax_id):
        why = "or a VAT number is required on invoices"
        yield Flaw("company.tax_id", Rule.REQUIRED, why, "tax_id, vat_id")


def is_restated(company: Company, before: Company | None) -> bool:
    """Whether the number, its country or the status has changed."""
    if before is None:
        return True
    now = (company.vat_id, country_code(company.country), company.vat_status or before.vat_status)
    return now != (before.vat_id, country_code(before.country), before.vat_status)


def invoice_number(company: Company) -> str:
    """The number for invoices: the VAT number, else the tax number."""
    return company.vat_id or company.tax_id or ""


def claim_of(company: Company) -> VatClaim | None:
    """The publisher's VAT claim, or None. A VAT number from before the status was asked for counts as a claim."""
    status = company.vat_status or (VatStatus.REGISTERED if company.vat_id else None)
    if status is None:
        return None
    return VatClaim(status, country_code(company.country), company.name, invoice_number(company))
