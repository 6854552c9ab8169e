"""The world's countries (ISO 3166), and the other codes and names under which a shop may report them."""

import re
import unicodedata
from functools import cache, lru_cache

import pycountry

KOSOVO = "XK"
"""Kosovo's code: not in ISO 3166, but used by the European Commission, SWIFT and address databases (user-assigned)."""
ALIASES: dict[str, str] = {
    "AE": "uae, emirates",
    "AX": "aaland islands, aland",
    "BA": "bosnia, bosnia herzegovina",
    "BN": "brunei",
    "BQ": "bonaire, caribbean netherlands",
    "BS": "bahamas",
    "CC": "cocos islands, keeling islands",
    "CD": "congo kinshasa, congo democratic republic, democratic republic of congo, dr congo, drc, zaire",
    "CF": "car",
    "CG": "congo brazzaville, republic of congo, congo republic",
    "CI": "ivory coast",
    "CN": "mainland china, prc, china mainland, china peoples republic of",
    "CV": "cape verde",
    "CZ": "czech rep",
    "DO": "dominican rep",
    "ES": "ic, canary islands, ea, ceuta, melilla",
    "FK": "falkland islands, falklands, malvinas",
    "FM": "micronesia",
    "FO": "faeroe islands, faroes",
    "FR": "fx, metropolitan france, cp",
    "GB": "uk, gb uk, great britain, britain, england, scotland, wales, northern ireland, united kingdom uk, "
    "xi, gb eng, gb sct, gb wls, gb nir, u k",
    "GR": "el, hellas",
    "GS": "south georgia",
    "GW": "guinea bissau",
    "HK": "hong kong sar, hong kong sar china, hong kong china",
    "HM": "heard island",
    "IE": "eire, republic of ireland, irish republic, ireland republic of",
    "IO": "dg, chagos islands, diego garcia",
    "IR": "persia",
    "KN": "saint kitts, saint christopher and nevis",
    "KP": "korea north, dprk",
    "KR": "korea, korea south, republic of korea",
    "LA": "lao, lao pdr",
    "MF": "saint martin",
    "MK": "macedonia, fyrom, macedonia the former yugoslav republic of, former yugoslav republic of macedonia",
    "MM": "burma",
    "MO": "macau, macao sar, macau sar china, macao sar china",
    "NL": "holland",
    "PN": "pitcairn islands",
    "PS": "palestine, palestinian territories, palestinian territory, palestinian territory occupied",
    "RE": "reunion island",
    "RO": "rom",
    "RS": "republic of serbia",
    "RU": "russia",
    "SH": "saint helena, ascension island, tristan da cunha, ac, ta",
    "SJ": "svalbard",
    "SK": "slovak rep",
    "ST": "sao tome",
    "SX": "sint maarten",
    "SZ": "swaziland",
    "TC": "turks and caicos",
    "TL": "east timor, tp",
    "TR": "turkey, turkiye, republic of turkey",
    "TT": "trinidad",
    "TW": "taiwan roc, republic of china, taiwan republic of china, chinese taipei",
    "TZ": "tanzania",
    "US": "usa, u s a, u s, america, united states of america usa, united states usa",
    "UM": "us minor outlying islands, u s outlying islands, us outlying islands",
    "VA": "vatican, vatican city, vatican city state, holy see",
    "VG": "british virgin islands, virgin islands british",
    "VI": "us virgin islands, u s virgin islands, virgin islands us",
    "VN": "viet nam",
    "WS": "western samoa",
    KOSOVO: "xk, xkx, xkk, unk, kosovo, republic of kosovo, kosova, kosovo republic of",
    "ZA": "rsa",
}
"""Other codes and English names of countries, folded; those of pycountry take precedence."""
NO_COUNTRY = frozenset(
    (
        "",
        *(
            "a1",
            "a2",
            "an",
            "ap",
            "eu",
            "o1",
            "t1",
            "un",
            "xx",
            "zz",
            "n a",
            "none",
            "null",
            "other",
        ),
        *("anonymous proxy", "satellite provider", "tor", "asia pacific", "unknown", "unspecified"),
        *("channel islands", "european community", "european union", "netherlands antilles"),
    )
)
"""Words that stand for no country, or for one of several: proxies, Tor (T1), the European Union, Jersey or Guernsey."""
LIGATURES = str.maketrans(
    {"ø": "o", "æ": "ae", "œ": "oe", "ł": "l", "đ": "d", "\u0131": "i", "&": " and "}
)
APOSTROPHES = re.compile("['\u2019\u02bb`\u00b4]")
NO_WORD = re.compile(r"[\W_]+")
COUNTRIES_CACHED = 2_000


@cache
def countries() -> frozenset[str]:
    return frozenset(country.alpha_2 for country in pycountry.countries)


def fold_name(text: str) -> str:
    """A name normalized for comparison: without accents, case, punctuation or a leading article."""
    plain = "".join(sign for sign in unicodedata.normalize("NFKD", text) if sign.isprintable())
    letters = "".join(sign for sign in plain.casefold() if not unicodedata.combining(sign))
    words = NO_WORD.sub(" ", APOSTROPHES.sub("", letters.translate(LIGATURES))).strip()
    if words.startswith("st "):
        words = f"saint {words.removeprefix('st ')}"
    return words.removeprefix("the ")


@cache
def country_names() -> dict[str, str]:
    """The country's ISO code by each of its codes and names, folded."""
    codes = {alias: code for code, aliases in ALIASES.items() for alias in aliases.split(", ")}
    for field in ("common_name", "official_name", "name", "numeric", "alpha_3", "alpha_2"):
        for country in pycountry.countries:
            if name := getattr(country, field, None):
                codes[fold_name(name)] = country.alpha_2
    return codes


@lru_cache(COUNTRIES_CACHED)
def find_country(text: str) -> str | None:
    """The country that a code or an English name stands for; None if it stands for none, or is not known."""
    return country_names().get(fold_name(text))


def is_known_word(text: str) -> bool:
    """Whether a text is known to stand for a country, or for none."""
    return find_country(text) is not None or fold_name(text) in NO_COUNTRY
