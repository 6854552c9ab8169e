"""Payees, and the fields they need by kind, country, currency and entity."""

import json
from collections.abc import Iterator
from enum import StrEnum
from functools import cache
from typing import NamedTuple

from schwifty import registry
from schwifty.exceptions import SchwiftyException

from schema.accounts.auth import mask_email
from schema.core.countries import countries
from schema.core.currencies import currencies
from schema.core.errors import Flaw, Rule
from schema.core.region import find_region
from schema.core.scalar import Country, Currency
from schema.payments.payee_field import FIELDS, PayeeField, iban_country, iban_field
from schema.payments.sepa_text import NAME_MAX, is_name, to_sepa


class MethodKind(StrEnum):
    PAYPAL = "paypal"
    PAYONEER = "payoneer"
    AIRWALLEX = "airwallex"
    BANK = "bank"


METHOD_NAMES = {
    MethodKind.PAYPAL: "PayPal",
    MethodKind.PAYONEER: "Payoneer",
    MethodKind.AIRWALLEX: "Airwallex",
    MethodKind.BANK: "bank account",
}
"""The names of the kinds in sentences."""


class Entity(StrEnum):
    PERSON = "person"
    COMPANY = "company"


WALLET_CURRENCIES = {
    MethodKind.PAYPAL: (
        "USD EUR GBP AUD BRL CAD CNY CZK DKK HKD HUF ILS JPY MYR MXN TWD NZD NOK PHP PLN SGD SEK CHF THB"
    ),
    MethodKind.PAYONEER: "USD EUR GBP AUD CAD CNY HKD JPY NZD SGD MXN CZK SEK NOK DKK HUF PLN CHF",
    MethodKind.AIRWALLEX: "USD EUR GBP AUD CAD CHF CNY HKD JPY NZD SGD SEK NOK DKK PLN AED",
}
"""The currencies that each kind can hold (PayPal, Payoneer and Airwallex: their lists for receiving accounts)."""

LOCAL_BANK_FIELDS = {
    ("US", "USD"): ("routing_number", "account_number.us", "account_type", "address", "city", "postal_code"),
    ("GB", "GBP"): ("sort_code", "account_number.gb"),
    ("AU", "AUD"): ("bsb", "account_number.au"),
    ("IN", "INR"): ("ifsc", "account_number.in"),
    ("CA", "CAD"): ("institution_number", "transit_number", "account_number.ca"),
    ("NZ", "NZD"): ("account_number.nz",),
    ("MX", "MXN"): ("clabe",),
}  # fmt: skip
"""The fields a bank needs for a domestic payment in its own currency, where that is not an IBAN."""
FOREIGN_BANK_FIELDS = ("bic", "account_number", "bank_name", "address", "city", "postal_code?")
WALLET_FIELDS = {
    MethodKind.PAYPAL: ("email",),
    MethodKind.PAYONEER: ("email", "payoneer_id?"),
    MethodKind.AIRWALLEX: ("email", "airwallex_id?"),
}
HOLDER_FIELDS = {
    Entity.PERSON: ("holder.person",),
    Entity.COMPANY: ("holder.company", "registration_number?"),
}
IDENTIFYING_FIELDS = (
    "iban", "clabe", "account_number", "bic", "routing_number", "sort_code", "bsb", "ifsc",
    "institution_number", "transit_number", "payoneer_id", "airwallex_id", "email",
)  # fmt: skip
"""The fields that identify the account; the first one that is given is shown."""


class Layout(NamedTuple):
    """The kind of payment method, which determines its fields."""

    kind: MethodKind
    country: Country
    currency: Currency
    entity: Entity

    def fields(self) -> list[PayeeField]:
        """The fields to fill in, in the order of the form."""
        if self.kind is not MethodKind.BANK:
            return fields_of((*HOLDER_FIELDS[self.entity], *WALLET_FIELDS[self.kind]))
        if local := LOCAL_BANK_FIELDS.get((self.country, self.currency)):
            return fields_of((*HOLDER_FIELDS[self.entity], *local))
        if self.country in iban_countries():
            bic = "bic?" if self.currency == "EUR" else "bic"
            holder = fields_of(HOLDER_FIELDS[self.entity])
            return [*holder, iban_field(self.country), *fields_of((bic,))]
        return fields_of((*HOLDER_FIELDS[self.entity], *FOREIGN_BANK_FIELDS))

    def holder_at_bank(self, holder: str) -> str | None:
        """The holder's name as written in a SEPA transfer, empty if nothing is left of it; None for other transfers."""
        is_sepa = self.currency == "EUR" and any(field.name == "iban" for field in self.fields())
        if not is_sepa:
            return None
        return to_sepa(holder, NAME_MAX, self.country) if is_name(holder) else ""

    def account_identity(self, fields: dict[str, str]) -> str:
        """A text that is the same for the same account, however the account is entered."""
        return json.dumps([self.kind, self.country, self.currency, identifying_values(fields)])

    def identifying_field(self, fields: dict[str, str]) -> PayeeField:
        """The field whose value is shown of an account, such as its IBAN."""
        named = {field.name: field for field in self.fields()}
        return next(
            named[name] for name in IDENTIFYING_FIELDS if fields.get(name) and name in named
        )

    def find_flaws(self) -> Iterator[Flaw]:
        """Yield an unknown country, and a currency that this kind does not support."""
        if self.country not in countries():
            yield Flaw("country", Rule.NOT_A_COUNTRY)
        if self.currency not in currencies_of(self.kind):
            yield Flaw("currency", Rule.UNSUPPORTED, limit=self.kind.value)

    def find_field_flaws(self, values: dict[str, str]) -> Iterator[Flaw]:
        """Yield a flaw, with a sentence, for every field that breaks a rule."""
        fields = {field.name: field for field in self.fields()}
        for name in sorted(values.keys() - fields.keys()):
            why = "This payment method has no such field"
            yield Flaw(f"fields.{name}", Rule.UNKNOWN_FIELD, why)
        for name, field in fields.items():
            if flaw := field.validate(values.get(name, ""), self.country):
                yield flaw.prefix("fields")

    def check_values(self, values: dict[str, str]) -> Iterator[Flaw]:
        """Yield the flaws of the values as typed; other values may still be missing."""
        for field in self.fields():
            value = field.clean(values.get(field.name, ""))
            if value and (flaw := field.validate(value, self.country)):
                yield flaw


def fields_of(names: tuple[str, ...]) -> list[PayeeField]:
    """The fields with these names; those that end in a question mark are optional."""
    return [
        FIELDS[name.removesuffix("?")].with_required(required=not name.endswith("?"))
        for name in names
    ]


def currencies_of(kind: MethodKind) -> list[str]:
    """The currencies that a kind supports; banks support all."""
    return WALLET_CURRENCIES[kind].split() if kind in WALLET_CURRENCIES else sorted(currencies())


def default_currency(kind: MethodKind, country: str) -> str:
    """The country's own currency if the kind supports it, otherwise US dollars or the first one it supports."""
    region = find_region(country)
    own = region.currency if region else None
    choices = currencies_of(kind)
    return own if own in choices else ("USD" if "USD" in choices else choices[0])


@cache
def iban_countries() -> frozenset[str]:
    """The countries whose accounts have an IBAN, their own or that of the country they belong to."""
    return frozenset(code for code in countries() if has_iban(iban_country(code)))


def has_iban(country: str) -> bool:
    try:
        registry.get_iban_spec(country)
    except SchwiftyException:
        return False
    return True


def identifying_values(fields: dict[str, str]) -> dict[str, str]:
    """The values that identify an account, without its holder."""
    return {name: fields[name].casefold() for name in IDENTIFYING_FIELDS if fields.get(name)}


def account_ending(fields: dict[str, str]) -> str:
    """The masked number or email address of the account."""
    return next((mask_value(fields[name]) for name in IDENTIFYING_FIELDS if fields.get(name)), "")


def mask_value(value: str) -> str:
    """An email address as it is masked everywhere; else at most the last four characters, and at most half of them."""
    if "@" in value:
        return mask_email(value)
    ending = value[-min(4, len(value) // 2) :].lstrip() if len(value) > 1 else ""
    return f"•••• {ending}" if ending else "••••"
