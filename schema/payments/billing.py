"""Who pays whom, and by which rule of VAT."""

from decimal import Decimal
from enum import StrEnum

from msgspec import Struct

from schema.accounts.account import Company
from schema.core.money import ZERO, round_money
from schema.core.region import find_region
from schema.payments.legal_entity import LegalEntity

EU = frozenset({
    "AT", "BE", "BG", "CY", "CZ", "DE", "DK", "EE", "ES", "FI", "FR", "GR", "HR", "HU",
    "IE", "IT", "LT", "LU", "LV", "MT", "NL", "PL", "PT", "RO", "SE", "SI", "SK",
})  # fmt: skip


class VatRule(StrEnum):
    """`domestic`: registered in the entity's country; `reverse_charge`: elsewhere in the EU; else `none`."""

    DOMESTIC = "domestic"
    REVERSE_CHARGE = "reverse_charge"
    NONE = "none"


VAT_NOTES = {
    VatRule.DOMESTIC: "VAT is charged at {rate} %.",
    VatRule.REVERSE_CHARGE: "Reverse charge: VAT is due from the recipient of the service (Article 196 of "
    "Directive 2006/112/EC).",
    VatRule.NONE: "No VAT is charged on this payment.",
}


class Party(Struct, frozen=True, kw_only=True):
    """A company or person as it stands on a document."""

    name: str
    address: list[str]
    country: str
    tax_id: str | None
    vat_id: str | None


class Billing(Struct, frozen=True, kw_only=True):
    """What a payment's documents say beside its amounts. `payer` is null before the network has named a company."""

    entity_id: int | None
    payer: Party | None
    payee: Party
    self_billing: bool
    vat_rule: VatRule
    vat_rate: Decimal

    @property
    def vat_note(self) -> str:
        return VAT_NOTES[self.vat_rule].format(rate=f"{self.vat_rate.normalize():f}")

    def vat_of(self, amount: Decimal, currency: str) -> Decimal:
        """The VAT that the network adds to an amount."""
        if self.vat_rule is not VatRule.DOMESTIC:
            return round_money(ZERO, currency)
        return round_money(amount * self.vat_rate / 100, currency)


def decide_billing(name: str, company: Company | None, entity: LegalEntity | None) -> Billing:
    """Self-billed where the publisher agreed and gave its tax data; by which rule of VAT then."""
    vat_id = company.vat_id if company else None
    agreed = bool(entity and company and company.self_billing and (company.tax_id or vat_id))
    rule = VatRule.NONE
    if agreed and entity and company and vat_id:
        country = country_code(company.country)
        if country == entity.country:
            rule = VatRule.DOMESTIC if entity.vat_rate else VatRule.NONE
        elif {country, entity.country} <= EU:
            rule = VatRule.REVERSE_CHARGE
    return Billing(
        entity_id=entity.entity_id if entity else None,
        payer=of_entity(entity) if entity else None,
        payee=of_company(name, company),
        self_billing=agreed,
        vat_rule=rule,
        vat_rate=entity.vat_rate if entity and rule is VatRule.DOMESTIC else ZERO,
    )


def country_code(country: str) -> str:
    """The code of a country that was given by its name or its code."""
    region = find_region(country)
    return region.code if region else country


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
    return Party(
        name=company.name,
        address=[line for line in lines if line],
        country=country_code(company.country),
        tax_id=company.tax_id,
        vat_id=company.vat_id,
    )
