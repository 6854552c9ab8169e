"""The attributes of an input for keyboards, autofill and password managers."""

import re
from typing import NamedTuple, TypedDict

# The fields one can type into; a list to choose from sends its value by a field that nobody sees.
FIELDS = """() => [...document.querySelectorAll("input, textarea")]
  .filter((each) => each.getClientRects().length && !each.readOnly &&
    !["checkbox", "radio", "file", "hidden", "range"].includes(each.type) &&
    !each.closest("[aria-hidden=true]"))
  .map((each) => ({
    name: each.name, type: each.type, keypad: each.inputMode, filled: each.autocomplete,
    chosen: each.getAttribute("aria-haspopup") === "listbox" || each.role === "combobox",
    html: each.outerHTML.slice(0, 160),
  }))"""


class Field(TypedDict):
    name: str
    type: str
    keypad: str
    filled: str
    chosen: bool
    html: str


class Rule(NamedTuple):
    """What a field has whose name, or the end of whose name, is this."""

    name: str
    types: frozenset[str] = frozenset()
    keypads: frozenset[str] = frozenset()
    """One of these, where its type brings none of its own."""
    filled: frozenset[str] = frozenset()


def one_of(text: str) -> frozenset[str]:
    return frozenset(text.split())


RULES = [
    Rule("email", types=one_of("email"), filled=one_of("email off")),
    Rule("phone", types=one_of("tel"), filled=one_of("tel")),
    Rule("account|username", filled=frozenset({"username", "username webauthn"})),
    Rule("old", types=one_of("password"), filled=one_of("current-password")),
    Rule("password", types=one_of("password text"), filled=one_of("current-password new-password")),
    Rule("otp", filled=one_of("one-time-code")),
    Rule(
        "website|site_url|target_url|fallback_url|link_url|link",
        types=one_of("url text"),
        keypads=one_of("url"),
    ),
    Rule("amount|rate|vat_rate", keypads=one_of("decimal")),
    Rule(
        "cookie_days|validation_days|payment_days|position",
        keypads=one_of("numeric decimal"),  # Mantine's NumberInput has no other
    ),
    Rule("oid|routing_number|sort_code|clabe", keypads=one_of("numeric")),
    Rule("company.name", filled=one_of("name organization")),
    Rule("address", filled=one_of("street-address off")),
    Rule("city", filled=one_of("address-level2")),
    Rule("province", filled=one_of("address-level1")),
    Rule("postal_code", filled=one_of("postal-code")),
    Rule("country", filled=one_of("country-name off")),
    Rule("holder", filled=one_of("name organization")),
    Rule("iban|bic|account_number|vat_id|tax_id|token", filled=one_of("off")),
]


def flaws(fields: list[Field]) -> list[str]:
    return [f"{flaw}: {field['html']}" for field in fields for flaw in flaws_of(field)]


def flaws_of(field: Field) -> list[str]:
    """What a field leaves unsaid, or says other than its name asks for."""
    wrong = []
    if not field["name"] and not field["chosen"]:
        wrong.append("no name")
    if not field["filled"]:
        wrong.append("no autocomplete")
    for rule in RULES:
        if not re.search(rf"(?:^|[.])(?:{rule.name})\Z", field["name"]):
            continue
        if rule.types and field["type"] not in rule.types:
            wrong.append(f"type {field['type']}")
        if rule.keypads and not rule.keypads & {field["keypad"], field["type"]}:
            wrong.append(f"keypad {field['keypad'] or 'of letters'}")
        if rule.filled and field["filled"] not in rule.filled:
            wrong.append(f"autocomplete {field['filled']}")
    return wrong
