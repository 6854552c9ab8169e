"""The fields of payment methods: their labels, formats and checks."""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace

from msgspec import Struct
from schwifty import BIC, IBAN, registry
from schwifty.exceptions import SchwiftyException

from schema.core.scalar import EMAIL_PATTERN

SEPARATORS = re.compile(r"[\s\-.]")
Check = Callable[[str, str], str]
"""Takes a well-formed value and a country, and returns what is wrong, or an empty text."""
IBAN_TERRITORIES = {
    "FR": {"BL", "GF", "GP", "MF", "MQ", "NC", "PF", "PM", "RE", "TF", "WF", "YT"},
    "GB": {"GG", "IM", "JE"},
    "FI": {"AX"},
}


def accept_any(value: str, country: str) -> str:  # noqa: ARG001
    return ""


@dataclass(frozen=True, kw_only=True)
class PayeeField:
    name: str
    label: str
    help: str = ""
    most: int = 100
    pattern: str | None = None
    shape: str = ""
    """What the pattern requires, in words."""
    compact: bool = False
    """Stored without spaces and hyphens and in capitals, however it is typed."""
    choices: tuple[str, ...] = ()
    check: Check = accept_any
    autocomplete: str = "off"
    required: bool = True

    def with_required(self, *, required: bool) -> "PayeeField":
        return replace(self, required=required)

    def to_wire(self) -> "MethodField":
        return MethodField(
            name=self.name,
            label=self.label,
            help=self.help,
            required=self.required,
            most=self.most,
            pattern=self.pattern,
            shape=f"{self.label} {self.shape}" if self.shape else "",
            compact=self.compact,
            choices=list(self.choices),
            autocomplete=self.autocomplete,
        )

    def clean(self, value: str) -> str:
        return SEPARATORS.sub("", value).upper() if self.compact else value.strip()

    def validate(self, value: str, country: str) -> str:
        """What is wrong with a cleaned value, or an empty text."""
        if not value:
            return f"{self.label} is required" if self.required else ""
        if len(value) > self.most:
            return f"{self.label} cannot be longer than {self.most} characters"
        if self.choices and value not in self.choices:
            return f"{self.label} must be one of {', '.join(self.choices)}"
        if self.pattern and not re.fullmatch(self.pattern, value):
            return f"{self.label} {self.shape}"
        return self.check(value, country)


class MethodField(Struct, frozen=True, kw_only=True):
    """A field of the form. If it is `compact`, its pattern is for capitals without spaces and hyphens."""

    name: str
    label: str
    help: str
    required: bool
    most: int
    pattern: str | None
    shape: str
    """What the pattern requires, in words."""
    compact: bool
    choices: list[str]
    autocomplete: str


def check_iban(value: str, country: str) -> str:  # noqa: ARG001 - the pattern has the country
    try:
        IBAN(value, validate_bban=True)
    except SchwiftyException:
        return "This is not a valid IBAN; check its characters"
    return ""


def iban_country(country: str) -> str:
    """The country whose IBANs are used in one (SWIFT, IBAN registry: "country code includes")."""
    return next((code for code, lands in IBAN_TERRITORIES.items() if country in lands), country)


def check_bic(value: str, country: str) -> str:  # noqa: ARG001 - a bank may be registered elsewhere
    try:
        BIC(value)
    except SchwiftyException:
        return "This is not a valid BIC; it must have 8 or 11 characters"
    return ""


def check_routing_number(value: str, country: str) -> str:  # noqa: ARG001
    """Source: ABA, check digit of routing numbers: weights 3, 7, 1."""
    total = sum(int(digit) * (3, 7, 1)[at % 3] for at, digit in enumerate(value))
    return (
        "" if total and total % 10 == 0 else "This is not a valid routing number; check its digits"
    )


def check_clabe(value: str, country: str) -> str:  # noqa: ARG001
    """Source: ABM, CLABE: weights 3, 7, 1, each product modulo 10."""
    total = sum(int(digit) * (3, 7, 1)[at % 3] % 10 for at, digit in enumerate(value[:17]))
    return (
        ""
        if (10 - total % 10) % 10 == int(value[17])
        else "This is not a valid CLABE; check its digits"
    )


def digits_pattern(few: int, most: int | None = None) -> tuple[str, str]:
    """A pattern, and what it requires in words."""
    if most is None:
        return f"[0-9]{{{few}}}", f"must have {few} digits"
    return f"[0-9]{{{few},{most}}}", f"must have {few} to {most} digits"


def number_field(
    name: str, label: str, shape: tuple[str, str], help: str = "", check: Check = accept_any
) -> PayeeField:
    pattern, words = shape
    return PayeeField(
        name=name,
        label=label,
        help=help,
        most=64,
        pattern=pattern,
        shape=words,
        compact=True,
        check=check,
    )


def iban_field(country: str) -> PayeeField:
    """The IBAN of a country: its letters, two digits, and as many characters as its banks use."""
    code = iban_country(country)
    length = registry.get_iban_spec(code).iban_length
    words = f"must begin with {code} and have {length} characters"
    shape = (f"{code}[0-9]{{2}}[A-Z0-9]{{{length - 4}}}", words)
    return number_field("iban", "IBAN", shape, check=check_iban)


ACCOUNT = "Account number"
FIELDS = {
    "holder.person": PayeeField(
        name="holder",
        label="Account holder",
        help="First and last name, as on the account",
        autocomplete="name",
    ),
    "holder.company": PayeeField(
        name="holder",
        label="Company name",
        help="As on the account",
        autocomplete="organization",
    ),
    "registration_number": PayeeField(
        name="registration_number", label="Company registration number", most=64
    ),
    "email": PayeeField(
        name="email",
        label="Email of the account",
        most=254,
        pattern=EMAIL_PATTERN.strip("^$"),
        shape="must be an email address",
        autocomplete="email",
    ),
    "payoneer_id": number_field("payoneer_id", "Payoneer customer ID", digits_pattern(6, 12)),
    "airwallex_id": PayeeField(
        name="airwallex_id",
        label="Airwallex account ID",
        most=64,
        pattern=r"[A-Za-z0-9_-]{6,64}",
        shape="must have 6 to 64 letters, digits, - and _",
    ),
    "bic": number_field(
        "bic",
        "BIC (SWIFT code)",
        (r"[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}(?:[A-Z0-9]{3})?", "must have 8 or 11 characters"),
        check=check_bic,
    ),
    "bank_name": PayeeField(name="bank_name", label="Bank"),
    "routing_number": number_field(
        "routing_number",
        "Routing number",
        digits_pattern(9),
        "The ABA number for ACH, 9 digits",
        check=check_routing_number,
    ),
    "account_type": PayeeField(
        name="account_type", label="Account type", choices=("checking", "savings")
    ),
    "sort_code": number_field("sort_code", "Sort code", digits_pattern(6), "6 digits, such as 12-34-56"),
    "bsb": number_field("bsb", "BSB", digits_pattern(6), "6 digits, such as 123-456"),
    "ifsc": number_field(
        "ifsc",
        "IFSC",
        (r"[A-Z]{4}0[A-Z0-9]{6}", "must have 4 letters, a zero and 6 more characters"),
        "11 characters, such as HDFC0001234",
    ),
    "institution_number": number_field("institution_number", "Institution number", digits_pattern(3)),
    "transit_number": number_field("transit_number", "Transit number", digits_pattern(5)),
    "clabe": number_field("clabe", "CLABE", digits_pattern(18), "18 digits", check=check_clabe),
    "account_number": number_field(
        "account_number", ACCOUNT, (r"[A-Z0-9]{4,34}", "must have 4 to 34 letters and digits")
    ),
    "account_number.us": number_field("account_number", ACCOUNT, digits_pattern(4, 17)),
    "account_number.gb": number_field("account_number", ACCOUNT, digits_pattern(8), "8 digits"),
    "account_number.au": number_field("account_number", ACCOUNT, digits_pattern(4, 10)),
    "account_number.in": number_field("account_number", ACCOUNT, digits_pattern(9, 18)),
    "account_number.ca": number_field("account_number", ACCOUNT, digits_pattern(7, 12)),
    "account_number.nz": number_field("account_number", ACCOUNT, digits_pattern(15, 16), "15 or 16 digits"),
    "address": PayeeField(
        name="address", label="Street and number", most=255, autocomplete="street-address"
    ),
    "city": PayeeField(name="city", label="City", autocomplete="address-level2"),
    "postal_code": PayeeField(
        name="postal_code", label="Postal code", most=32, autocomplete="postal-code"
    ),
}  # fmt: skip
