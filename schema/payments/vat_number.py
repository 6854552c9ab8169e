"""VAT and tax numbers, checked by country: whether their form is right, which is not whether they are registered.

Source of the forms and check digits: python-stdnum. A registration is confirmed by a person (VIES, a certificate).
"""

import re
import unicodedata
from collections.abc import Callable
from functools import cache

from stdnum import get_cc_module
from stdnum.ch import uid as ch_uid
from stdnum.de import stnr as de_stnr
from stdnum.eu import vat as eu_vat
from stdnum.exceptions import ValidationError
from stdnum.gb import vat as gb_vat
from stdnum.no import orgnr as no_orgnr

from schema.core.errors import Flaw, Rule

EU = frozenset({
    "AT", "BE", "BG", "CY", "CZ", "DE", "DK", "EE", "ES", "FI", "FR", "GR", "HR", "HU",
    "IE", "IT", "LT", "LU", "LV", "MT", "NL", "PL", "PT", "RO", "SE", "SI", "SK",
})  # fmt: skip
PREFIXES = {country: "EL" if country == "GR" else country for country in EU}
"""The prefix of the numbers of each EU member."""
OWN_PREFIXES = {"GB": ("GB", "XI"), "CH": ("CHE",), "NO": ("NO",), "GR": ("EL", "GR")}
"""The prefixes of a country's numbers where they are not its own code; XI: Northern Ireland."""
SEPARATORS = re.compile(r"[\s.\-]")
SWISS_SUFFIX = re.compile(r"(MWST|TVA|IVA|TPV)\Z")
NORWEGIAN_SUFFIX = re.compile(r"MVA\Z")
FREE_FORM = re.compile(r"[A-Z0-9/]{4,20}")
"""The form where no rule is known: letters and digits, of which some are digits."""
FEWEST_DIGITS = 4

TAX_NUMBER_CHECKS: dict[str, Callable[[str], str]] = {"DE": de_stnr.validate}
"""Countries whose invoices may carry the tax number in place of a VAT number (Germany: section 14 (4) 2 UStG)."""
EXAMPLES = {
    "AT": "ATU13585627", "BE": "BE0776091951", "CH": "CHE-107.787.577 MWST", "DE": "DE136695976", "DK": "DK13585628",
    "ES": "ESB58378431", "FR": "FR40303265045", "GB": "GB980780684", "GR": "EL094259216", "IE": "IE6433435F",
    "IT": "IT00743110157", "NL": "NL004495445B01", "NO": "NO995525828MVA", "PL": "PL8567346215", "PT": "PT501964843",
    "SE": "SE123456789701",
}  # fmt: skip

FIELD = "vat_id"
WRONG = Flaw(FIELD, Rule.WRONG_DIGITS, limit="VAT number of this country")


def vat_number_of(country: str, text: str) -> tuple[str, Flaw | None]:
    """A VAT number in its stored form, and what is wrong with it, if anything. `country` is an ISO 3166 code."""
    number = SEPARATORS.sub("", unicodedata.normalize("NFKC", text)).upper()
    if not number.isascii():
        return "", WRONG
    if number.startswith("EU") and number[2:].isdigit():
        return "", Flaw(FIELD, Rule.ONE_STOP_SHOP)
    if not any(each.isdigit() for each in number):
        return "", Flaw(FIELD, Rule.NOT_A_VAT_NUMBER)
    if other := prefix_of_another(country, number):
        return "", Flaw(FIELD, Rule.WRONG_COUNTRY, limit=other)
    try:
        return normalise(country, number), None
    except ValidationError:
        return "", WRONG


def normalise(country: str, number: str) -> str:
    """The number with its country's prefix. Raises ValidationError if it is invalid."""
    if country in EU:
        prefix = PREFIXES[country]
        own = number
        for start in OWN_PREFIXES.get(country, (prefix,)):
            own = own.removeprefix(start) if own.startswith(start) else own
        return str(eu_vat.validate(prefix + own))
    if country == "GB":
        if number.startswith("XI"):
            return str(eu_vat.validate(number))
        return f"GB{gb_vat.validate(number.removeprefix('GB'))}"
    if country == "CH":
        suffix = SWISS_SUFFIX.search(number)
        return str(ch_uid.validate(SWISS_SUFFIX.sub("", number))) + (
            suffix[0] if suffix else "MWST"
        )
    if country == "NO":
        own = NORWEGIAN_SUFFIX.sub("", number).removeprefix("NO")
        return f"NO{no_orgnr.validate(own)}MVA"
    module = get_cc_module(country, "vat")
    if module is not None:
        return str(module.validate(number))
    if not FREE_FORM.fullmatch(number) or sum(map(str.isdigit, number)) < FEWEST_DIGITS:
        raise ValidationError
    return number


def prefix_of_another(country: str, number: str) -> str:
    """The prefix of a number that is a valid one of another country; empty if it is not."""
    own = OWN_PREFIXES.get(country, (PREFIXES.get(country, country),))
    if number.startswith(own):
        return ""
    start = number[:2]
    if start in {*PREFIXES.values(), "XI"}:
        return start if eu_vat.is_valid(number) and not is_own(country, number) else ""
    if start == "GB":
        return start if gb_vat.is_valid(number) else ""
    return "CHE" if number.startswith("CHE") and not is_own(country, number) else ""


@cache
def is_own(country: str, number: str) -> bool:
    """Whether a number is one of the country without its prefix: a French key may be two letters."""
    try:
        normalise(country, number)
    except ValidationError:
        return False
    return True


def has_vat_number(country: str, text: str | None) -> bool:
    """Whether a stored text has the form of a VAT number of this country."""
    return bool(text) and vat_number_of(country, text or "")[1] is None


def is_tax_number(country: str, text: str | None) -> bool:
    """Whether a text is a tax number that may stand on an invoice in place of a VAT number."""
    check = TAX_NUMBER_CHECKS.get(country)
    if check is None or not text:
        return False
    try:
        check(text)
    except ValidationError:
        return False
    return True
