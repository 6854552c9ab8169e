"""Notes of brands as publishers see them: without names, addresses and numbers of customers."""

import re
from functools import partial

HIDDEN = "[…]"
EMAIL_OR_URL = re.compile(r"\S+@\S+|\b(?:https?://|www\.)\S+", re.IGNORECASE)
CONTACT = re.compile(
    r"(?<!\w)(?:\+|00)?[(\d][\d\s()./-]{5,}\d(?!\w)"  # telephone, card and account numbers
    r"|\b[A-Z]{2}\d{2}(?:\s?[A-Z0-9]{4}){2,}\s?[A-Z0-9]{0,4}\b"  # IBANs
    r"|\b(?=\w*\d)(?=\w*[A-Za-z])\w{5,}\b"  # numbers with letters, such as those of parcels
    r"|\b[A-Z]{1,2}\d[A-Z\d]?\s\d[A-Z]{2}\b"  # British postcodes
    r"|\b\d{4,}\b"
)
ADDRESS = re.compile(
    r"\b\d+[a-z]?,?\s+(?:\w+\s+){0,3}(?:street|st|road|rd|avenue|ave|lane|ln|drive|dr|court|ct|square|sq|way|place|pl)\b\.?"
    r"|\b\w+(?:straße|strasse|gasse|weg|platz|laan|straat|gatan)\s+\d+\s?[a-z]?\b"
    r"|\b(?:rue|via|calle|avenida|avenue|plaza|piazza)\s+(?:\w+\s+){0,3}\d+\b",
    re.IGNORECASE,
)
DAY = re.compile(r"\b(?:\d{4}-\d\d-\d\d|\d{1,2}[./]\d{1,2}[./]\d{2,4})\b")
TITLED = re.compile(
    r"\b(?:mrs?|ms|miss|mx|dr|prof|sir|herr|frau|mme|mlle|señora?|sra?)\b\.?(?:\s+\w+){1,2}",
    re.IGNORECASE,
)
NAMED = re.compile(
    r"\b((?:customer|buyer|client|recipient|consignee|name|signed by|account of|attn|c/o)\b\s*(?:is|was|:|-)?)"
    r"((?:\s+(?!the\b|a\b|an\b|has\b|had\b|did\b|was\b|is\b|not\b|never\b|returned\b|cancelled\b|canceled\b|asked\b|paid\b"
    r"|before\b|after\b|for\b|because\b|whose\b|or\b|but\b|refused\b|kept\b|wanted\b|changed\b|ordered\b|used\b|and\b|who\b|with\b|from\b|by\b|to\b|sent\b|in\b|on\b|of\b)\w+){1,2})",
    re.IGNORECASE,
)
CAPITALISED = re.compile(r"\b[^\W\d_a-z][\w'’-]*[^\W\d_]\b|\b[^\W\d_a-z]\b\.?")
COMMON_WORDS = """
    a all already amount an and another any are as at back because been before both brand but by cancelled canceled case
    charge chargeback click code commission confirmed coupon credit customer customers date declined delivered delivery
    did does double due duplicate during each every exchange exchanged expired fake for fraud fraudulent from full gift
    goods had has have he her his i if in incorrect invalid is it item items its late lost many missing money more
    never new no not of offer on one only or order ordered orders our out over paid part partial partially partly
    payment pending please price product products purchase quantity received refund refunded refused rejected return
    returned returns same sent several shipment she shop size sold some still stock store terms test that the their
    there these they this to too transaction two unpaid used value voucher was we were when which while who whole with
    without wrong you your
    january february march april may june july august september october november december monday tuesday wednesday
    thursday friday saturday sunday vat eu uk usa gbp eur usd ok id cpa cps
"""
OPENERS = frozenset(COMMON_WORDS.split())
"""Words that may begin with a capital letter without being a name."""


def show_note(note: str | None, *known: str) -> str | None:
    """A note without e-mail addresses, links, telephone and other long numbers, postal addresses and names.

    Whatever begins with a capital letter counts as a name unless it is a common word or in `known`, such as the name of
    the brand: it is better to hide too much than to show a customer's name. Dates are kept.
    """
    if note is None:
        return None
    names = frozenset(word.casefold() for name in known for word in re.findall(r"\w+", name))
    days: list[str] = []
    text = DAY.sub(partial(_put_aside, days), note)
    for pattern in (EMAIL_OR_URL, ADDRESS, TITLED):
        text = pattern.sub(HIDDEN, text)
    text = NAMED.sub(rf"\1 {HIDDEN}", text)
    text = CONTACT.sub(HIDDEN, text)
    text = CAPITALISED.sub(partial(_hide_name, names), text)
    text = re.sub(rf"{re.escape(HIDDEN)}(?:[\s,.'’-]*{re.escape(HIDDEN)})+", HIDDEN, text)
    return re.sub(r"\x00([\s\S])", lambda mark: days[ord(mark[1])], text)


def _put_aside(days: list[str], match: re.Match[str]) -> str:
    """Replace a date by a placeholder, since its digits would be taken for a number."""
    days.append(match[0])
    return f"\x00{chr(len(days) - 1)}"


def _hide_name(names: frozenset[str], match: re.Match[str]) -> str:
    word = match[0].rstrip(".").casefold()
    return match[0] if word in OPENERS or word in names else HIDDEN
