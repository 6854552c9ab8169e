"""Currencies (ISO 4217) and countries (ISO 3166), and the countries' names as they occur in files."""

from functools import cache

import pycountry

OTHER_NAMES: dict[str, str | None] = {
    "eire": "IE",
    "rsa": "ZA",
    "uk": "GB",
    "great britain": "GB",
    "england": "GB",
    "scotland": "GB",
    "wales": "GB",
    "northern ireland": "GB",
    "turkey": "TR",
    "channel islands": None,  # Jersey or Guernsey
    "european community": None,
    "european union": None,
    "unspecified": None,
    "unknown": None,
    "": None,
}


@cache
def currencies() -> frozenset[str]:
    return frozenset(currency.alpha_3 for currency in pycountry.currencies)


@cache
def countries() -> frozenset[str]:
    return frozenset(country.alpha_2 for country in pycountry.countries)


@cache
def country_names() -> dict[str, str | None]:
    """The code for each name in lower case; None for a name that stands for no country."""
    codes: dict[str, str | None] = {}
    for country in pycountry.countries:
        for name in ("alpha_2", "alpha_3", "name", "official_name", "common_name"):
            if english_name := getattr(country, name, None):
                codes[english_name.lower()] = country.alpha_2
    return codes | OTHER_NAMES
