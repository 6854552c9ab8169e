"""The fields of payment methods: their labels, formats and checks."""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace

from msgspec import Struct
from schwifty import BIC, IBAN, registry
from schwifty.exceptions import SchwiftyException

from schema.core.errors import Flaw, Limit, Rule
from schema.core.scalar import EMAIL_PATTERN
from schema.payments.sepa_text import is_name

SEPARATORS = re.compile(r"[\s\-.]")
Broken = tuple[Rule, str, Limit | None]
"""A rule that a value breaks, a sentence that says so, and the rule's limit."""
Check = Callable[[str, str], Broken | None]
"""Takes a well-formed value and a country, and returns what is wrong, if anything."""
IBAN_TERRITORIES = {
    "FR": {"BL", "GF", "GP", "MF", "MQ", "NC", "PF", "PM", "RE", "TF", "WF", "YT"},
    "GB": {"GG", "IM", "JE"},
    "FI": {"AX"},
}


def accept_any(value: str, country: str) -> None:  # noqa: ARG001
    return None


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
    """Whether the value is stored in capitals without spaces and hyphens, however it is typed."""
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

    def validate(self, value: str, country: str) -> Flaw | None:
        """What is wrong with a cleaned value, as a sentence; None if nothing is."""
        broken = self.find_broken(value, country)
        return Flaw(self.name, *broken) if broken else None

    def find_broken(self, value: str, country: str) -> Broken | None:
        if not value:
            return (Rule.REQUIRED, f"{self.label} is required", None) if self.required else None
        if len(value) > self.most:
            why = f"{self.label} cannot be longer than {self.most} characters"
            return Rule.TOO_LONG, why, self.most
        if self.choices and value not in self.choices:
            values = ", ".join(self.choices)
            return Rule.ONE_OF, f"{self.label} must be one of {values}", values
        if self.pattern and not re.fullmatch(self.pattern, value):
            return Rule.FORMAT, f"{self.label} {self.shape}", self.pattern
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


def check_iban(value: str, country: str) -> Broken | None:  # noqa: ARG001 - the pattern has the country
    try:
        IBAN(value, validate_bban=True)
    except SchwiftyException:
        return Rule.NOT_AN_IBAN, "This is not a valid IBAN; check its characters", None
    return None


def check_name(value: str, country: str) -> Broken | None:  # noqa: ARG001
    if is_name(value):
        return None
    why = "Banks cannot write any of this; enter the name with letters, as it is on the account"
    return Rule.NOT_A_BANK_NAME, why, None


def iban_country(country: str) -> str:
    """The country whose IBANs are used in one (SWIFT, IBAN registry: "country code includes")."""
    return next((code for code, lands in IBAN_TERRITORIES.items() if country in lands), country)


def check_bic(value: str, country: str) -> Broken | None:  # noqa: ARG001 - a bank may be registered elsewhere
    try:
        BIC(value)
    except SchwiftyException:
        return Rule.NOT_A_BIC, "This is not a valid BIC; it must have 8 or 11 characters", None
    return None


def wrong_digits(what: str) -> Broken:
    return Rule.WRONG_DIGITS, f"This is not a valid {what}; check its digits", what


def check_routing_number(value: str, country: str) -> Broken | None:  # noqa: ARG001
    """Source: ABA, check digit of routing numbers: weights 3, 7, 1."""
    total = sum(int(digit) * (3, 7, 1)[at % 3] for at, digit in enumerate(value))
    return None if total and total % 10 == 0 else wrong_digits("routing number")


def check_clabe(value: str, country: str) -> Broken | None:  # noqa: ARG001
    """Source: ABM, CLABE: weights 3, 7, 1, each product modulo 10."""
    total = sum(int(digit) * (3, 7, 1)[at % 3] % 10 for at, digit in enumerate(value[:17]))
    return None if (10 - total % 10) % 10 == int(value[17]) else wrong_digits("CLABE")


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
        check=check_name,
        autocomplete="name",
    ),
    "holder.company": PayeeField(
        name="holder",
        label="Company name",
        help="As on the account",
        check=check_name,
        autocomplete="organization",
    ),
    "registration_number": PayeeField(
        name="registration_number", label="Company registration number", most=64
    ),
    "email": PayeeField(
        name="email",
        label="Email of the account",
        most=254,
        pattern=EMAIL_PATTERN.removeprefix("^").removesuffix(r"\Z"),
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
