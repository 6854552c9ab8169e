"""Payees, and the fields they need by kind, country, currency and entity."""

import json
from collections.abc import Iterator
from enum import StrEnum
from functools import cache
from typing import NamedTuple

from schwifty import registry
from schwifty.exceptions import SchwiftyException

from schema.core.errors import Flaw
from schema.core.iso import countries, currencies
from schema.core.region import find_region
from schema.core.scalar import Country, Currency
from schema.payments.payee_field import FIELDS, PayeeField, iban_country, iban_field


class MethodKind(StrEnum):
    PAYPAL = "paypal"
    PAYONEER = "payoneer"
    AIRWALLEX = "airwallex"
    BANK = "bank"


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
"""What a bank needs for a domestic payment in its own currency, where that is not an IBAN."""
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

    def account_identity(self, fields: dict[str, str]) -> str:
        """A text that is the same for the same account, however it is entered."""
        return json.dumps([self.kind, self.country, self.currency, identifying_values(fields)])

    def find_flaws(self) -> Iterator[Flaw]:
        """Unknown countries, and currencies that this kind does not support."""
        if self.country not in countries():
            yield Flaw("country", "is not an ISO 3166 country code, such as GB")
        if self.currency not in currencies_of(self.kind):
            yield Flaw("currency", f"is not supported by {self.kind}")

    def find_field_flaws(self, values: dict[str, str]) -> Iterator[Flaw]:
        """Every field that breaks a rule, each with a sentence."""
        fields = {field.name: field for field in self.fields()}
        for name in sorted(values.keys() - fields.keys()):
            yield Flaw(f"fields.{name}", "This payment method has no such field")
        for name, field in fields.items():
            if fault := field.validate(values.get(name, ""), self.country):
                yield Flaw(f"fields.{name}", fault)


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
    """The values that identify an account, whoever holds it."""
    return {name: fields[name].casefold() for name in IDENTIFYING_FIELDS if fields.get(name)}


def account_ending(fields: dict[str, str]) -> str:
    """The last characters of the account's number or address."""
    return next((mask_value(fields[name]) for name in IDENTIFYING_FIELDS if fields.get(name)), "")


def mask_value(value: str) -> str:
    """At most the last four characters of a value, and at most half of it; of an email address, those before the @."""
    own = value.partition("@")[0]
    return "•••• " + own[-min(4, len(own) // 2) :] if len(own) > 1 else "••••"
