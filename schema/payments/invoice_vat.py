"""The parties of a payment's documents, and the VAT rule between them."""

from decimal import Decimal
from enum import StrEnum

from msgspec import Struct

from schema.accounts.company import Company, VatStatus
from schema.core.money import ZERO, round_money
from schema.payments.legal_entity import LegalEntity
from schema.payments.vat_number import EU, has_vat_number, is_tax_number
from schema.payments.vat_standing import ReviewState, VatReview, claim_of, country_code


class VatRule(StrEnum):
    """`domestic`: registered in the entity's country, as confirmed by an operator; `reverse_charge`: registered
    elsewhere in the EU; `small_business`: exempt; `unconfirmed`: claims to be registered in the entity's country; else
    `none`.
    """

    DOMESTIC = "domestic"
    REVERSE_CHARGE = "reverse_charge"
    SMALL_BUSINESS = "small_business"
    UNCONFIRMED = "unconfirmed"
    NONE = "none"


VAT_NOTES = {
    VatRule.DOMESTIC: "VAT is charged at {rate} %.",
    VatRule.REVERSE_CHARGE: "Reverse charge: VAT is due from the recipient of the service (Article 196 of "
    "Directive 2006/112/EC).",
    VatRule.SMALL_BUSINESS: "No VAT is charged: the supplier is exempt as a small business{law}.",
    VatRule.UNCONFIRMED: "No VAT is charged: the supplier's registration for VAT has not been confirmed.",
    VatRule.NONE: "No VAT is charged on this payment.",
}
SMALL_BUSINESS_LAWS = {
    "AT": " (§ 6 Abs. 1 Z 27 UStG, Kleinunternehmer)",
    "DE": " (§ 19 UStG, Kleinunternehmer)",
    "FR": " (TVA non applicable, art. 293 B du CGI)",
}
"""What invoices of a small business must say in its country."""
EU_SMALL_BUSINESS_LAW = " (Article 284 of Directive 2006/112/EC)"


class Party(Struct, frozen=True, kw_only=True):
    """A company or person as named on a document."""

    name: str
    address: list[str]
    country: str
    tax_id: str | None
    vat_id: str | None


class Billing(Struct, frozen=True, kw_only=True):
    """The data of a payment's documents besides amounts. `payer` is null until the network has named a company."""

    entity_id: int | None
    payer: Party | None
    payee: Party
    self_billing: bool
    vat_rule: VatRule
    vat_rate: Decimal

    @property
    def vat_note(self) -> str:
        country = self.payee.country
        law = SMALL_BUSINESS_LAWS.get(country, EU_SMALL_BUSINESS_LAW if country in EU else "")
        return VAT_NOTES[self.vat_rule].format(rate=f"{self.vat_rate.normalize():f}", law=law)

    def vat_of(self, amount: Decimal, currency: str) -> Decimal:
        """The VAT that the network adds to an amount."""
        if self.vat_rule is not VatRule.DOMESTIC:
            return round_money(ZERO, currency)
        return round_money(amount * self.vat_rate / 100, currency)


def decide_billing(
    name: str,
    company: Company | None,
    entity: LegalEntity | None,
    *,
    review: VatReview | None,
    agreed: bool,
) -> Billing:
    """Decide on self-billing, which needs an agreement in force and a number for the invoice, and on the VAT rule."""
    self_billing = bool(agreed and entity and company and (company.tax_id or company.vat_id))
    rule = VatRule.NONE
    if self_billing and entity and company:
        rule = decide_rule(company, entity, review)
    return Billing(
        entity_id=entity.entity_id if entity else None,
        payer=of_entity(entity) if entity else None,
        payee=of_company(name, company),
        self_billing=self_billing,
        vat_rule=rule,
        vat_rate=entity.vat_rate if entity and rule is VatRule.DOMESTIC else ZERO,
    )


def decide_rule(company: Company, entity: LegalEntity, review: VatReview | None) -> VatRule:
    """The VAT rule: VAT requires a well-formed number and an operator's confirmation that it is registered."""
    if review is None or review.status is VatStatus.NOT_REGISTERED:
        return VatRule.NONE
    if review.status is VatStatus.SMALL_BUSINESS:
        return VatRule.SMALL_BUSINESS
    country = country_code(company.country)
    has_number = has_vat_number(country, company.vat_id)
    if country == entity.country:
        if not (has_number or is_tax_number(country, company.tax_id)) or not entity.vat_rate:
            return VatRule.NONE
        is_confirmed = review.state is ReviewState.CONFIRMED and review.claim == claim_of(company)
        return VatRule.DOMESTIC if is_confirmed else VatRule.UNCONFIRMED
    if {country, entity.country} <= EU and has_number and review.state is not ReviewState.REJECTED:
        return VatRule.REVERSE_CHARGE
    return VatRule.NONE


def of_entity(entity: LegalEntity) -> Party:
    return Party(
        name=entity.name,
        address=[line for line in entity.address.splitlines() if line.strip()],
        country=entity.country,
        tax_id=None,
        vat_id=entity.vat_id,
    )


def of_company(name: str, company: Company | None) -> Party:
    if company is None:
        return Party(name=name, address=[], country="", tax_id=None, vat_id=None)
    town = " ".join(part for part in (company.postal_code, company.city) if part)
    lines = (company.address, town, company.province)
    country = country_code(company.country)
    return Party(
        name=company.name,
        address=[line for line in lines if line],
        country=country,
        tax_id=company.tax_id,
        vat_id=company.vat_id if has_vat_number(country, company.vat_id) else None,
    )
