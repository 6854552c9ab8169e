"""Countries for the choices in forms: names of CLDR, calling codes, currencies, provinces of ISO 3166-2."""

import re
from functools import cache

import phonenumbers
import pycountry
from babel import Locale
from babel.numbers import get_territory_currencies
from msgspec import Struct

from schema.core.countries import find_country
from schema.core.scalar import Text100


class RegionFilter(Struct, frozen=True, forbid_unknown_fields=True):
    """The filter of the list of countries.

    `country` (a code or an English name) limits the list to it, `time_zone` to the country it belongs to.
    """

    country: Text100 | None = None
    time_zone: Text100 | None = None


class Province(Struct, frozen=True):
    code: str
    name: str


class Region(Struct, frozen=True):
    """A country with the data that forms need.

    `calling_code` and `currency` are null if the country has none of its own, like Antarctica.
    """

    code: str
    name: str
    calling_code: int | None
    currency: str | None
    provinces: list[Province]


@cache
def regions() -> list[Region]:
    """All countries, sorted by name."""
    named = Locale("en").territories
    provinces: dict[str, list[Province]] = {}
    for part in pycountry.subdivisions:
        if part.parent_code is None:
            provinces.setdefault(part.country_code, []).append(Province(part.code, part.name))
    rows = [
        Region(
            code=code,
            name=named.get(code, country.name),
            calling_code=phonenumbers.country_code_for_region(code) or None,
            currency=next(iter(get_territory_currencies(code)), None),
            provinces=sorted(provinces.get(code, []), key=lambda part: part.name),
        )
        for country in pycountry.countries
        if (code := country.alpha_2)
    ]
    return sorted(rows, key=lambda region: region.name)


# CLDR's names have no article; in a sentence, these take one.
WITH_ARTICLE = re.compile(
    r"United .*|(?!South Georgia).*(Islands|Territory|Territories|Republic|Netherlands)"
    r"|Bahamas|Comoros|Gambia|Isle of Man|Maldives|Philippines|Seychelles"
)


def name_in_sentence(region: Region) -> str:
    """A country's name as it stands in a sentence: the Netherlands, France."""
    return f"the {region.name}" if WITH_ARTICLE.fullmatch(region.name) else region.name


def find_region(country: str | None) -> Region | None:
    """A country by its code or any of its names; None if there is no such country."""
    if not country:
        return None
    wanted_name = country.strip().casefold()
    code = find_country(country)
    for region in regions():
        if region.code == code or wanted_name in (region.code.casefold(), region.name.casefold()):
            return region
    return None
