"""Text in the characters that every SEPA bank accepts.

Source: EPC217-08, SEPA requirements for an extended character set, and its conversion table. `anyascii` writes what the
table's Latin, Greek and Cyrillic parts say, and knows further alphabets; the table's signs are below.
"""

import re
import unicodedata

from anyascii import anyascii

NAME_MAX = 70
"""The most characters of a name (Max70Text of the rule books)."""
REMITTANCE_MAX = 140
"""The most characters of a transfer's remittance text."""

SIGNS = str.maketrans({
    "&": "+", "€": "E", "_": "-", "~": "-", ";": ",", "[": "(", "]": ")", "{": "(", "}": ")", "\\": "/", "|": "/",
    "`": "'", "´": "'", **dict.fromkeys('!"#$%*<=>@^', "."),
})  # fmt: skip
UMLAUTS = str.maketrans({
    "ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "ß": "ss", "ẞ": "SS",
})  # fmt: skip
UMLAUT_COUNTRIES = frozenset({"AT", "CH", "DE", "LI", "LU"})
"""Countries where an umlaut is written with an e; elsewhere (Finland, Hungary, Sweden, Turkey …) without."""
BULGARIAN = str.maketrans({"ъ": "a", "Ъ": "A", "щ": "sht", "Щ": "Sht", "х": "h", "Х": "H"})
"""The letters that Bulgaria transliterates differently from its neighbours."""
GREEK_U = str.maketrans({"ο": "o", "Ο": "O", "υ": "u", "ύ": "u", "Υ": "U", "Ύ": "U"})
"""Greek ου is one sound, ou as in passports (ELOT 743)."""
REFUSED = re.compile(r"[^A-Za-z0-9/?:().,'+ -]")
SLASHES = re.compile(r"/{2,}")
GREEK_OU = re.compile("[οΟ][υύΥΎ]")


def to_sepa(text: str, longest: int, country: str = "") -> str:
    """The text in the bank's character set, at most `longest` characters; empty if nothing is left of it.

    `country` is the ISO 3166 code of the person or company. The result neither begins nor ends with a slash, and has no
    two in a row.
    """
    plain = unicodedata.normalize("NFC", text)
    if country in UMLAUT_COUNTRIES:
        plain = plain.translate(UMLAUTS)
    elif country == "BG":
        plain = plain.translate(BULGARIAN)
    plain = GREEK_OU.sub(lambda pair: pair[0].translate(GREEK_U), plain)
    plain = "".join(each for each in plain.translate(SIGNS) if not is_picture(each))
    letters = SLASHES.sub("/", REFUSED.sub("", anyascii(plain)))
    return " ".join(letters.split())[:longest].strip("/ ")


def is_picture(letter: str) -> bool:
    """Whether a character is an emoji or another sign without a sound, which `anyascii` would spell out in English."""
    return unicodedata.category(letter) in {"So", "Sk", "Cs", "Co", "Cn"}


def is_name(text: str) -> bool:
    """Whether a bank can write anything of this name: at least a letter or a digit is left of it."""
    return any(each.isalnum() for each in to_sepa(text, NAME_MAX))
