"""Macros: names in braces, in a postback's address and parameters, that an event's values replace (contract §7)."""

import re
from collections.abc import Callable, Iterator, Mapping
from difflib import get_close_matches
from typing import Any, NamedTuple
from urllib.parse import quote

from msgspec import Struct

from schema.core.errors import Flaw, Rule

MACRO = re.compile(r"\{([^{}]*)\}|\[\[([^\[\]]*)\]\]")
BASE = re.compile(
    r"(?P<scheme>https?)://(?P<host>[^/?#:\[\]@]+|\[[0-9A-Fa-f:.]+\])(?::(?P<port>[0-9]{1,5}))?",
    re.I,
)
HOST = re.compile(r"\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9_](?:[A-Za-z0-9._-]{0,251}[A-Za-z0-9.])?")
PRINTABLE = re.compile(r"[!-~]+")
PORTS = {"http": 80, "https": 443}
Values = Mapping[str, Any]
CHANGED_VALUES = {
    "status": "the status",
    "sale_amount": "the order's amount",
    "sale_comm": "your commission",
    "report_amount": "the order's amount in your report currency",
    "report_comm": "your commission in your report currency",
    "pay_on": "the day on which the brand will pay",
    "description": "what a coupon gives, or the note of a campaign",
    "exclusive": "whether a coupon is for you alone",
    "starts_at": "the first day of a coupon or campaign",
    "ends_at": "the end of a coupon or campaign",
    "role": "a member's role",
    "with_money": "whether a member sees amounts",
    "site_ids": "a member's channels",
}
"""The values whose change an event tells, each as macros with `old_` and `new_` before its name."""
CHANGE_MACROS = {
    f"{when}_{name}": f"{what[0].upper()}{what[1:]} {'before' if when == 'old' else 'after'} the change"
    for name, what in CHANGED_VALUES.items()
    for when in ("old", "new")
}


class Macro(Struct, frozen=True):
    """A macro, which an event's value replaces, with an example."""

    name: str
    text: str
    sample: str


MACROS = [
    Macro("event_id", "The event's id, which never changes", "0b7c1f6e-6d3f-4f0e-9a53-5b0f3f1f7c21"),
    Macro("event_type", "The number of the event's type", "1"),
    Macro("event_time", "When it happened", "2026-11-20T09:30:00Z"),
    Macro("signature", "Proof that the request comes from this portal", ""),
    Macro("order_id", "The brand's order number", "A-1001"),
    Macro("oid", "Our order number", "5001"),
    Macro("item_id", "The item, if the event is about one alone", "SKU-7"),
    Macro("mid", "The brand's number", "1001"),
    Macro("mcid", "The brand's readable name", "acme"),
    Macro("brand_name", "The brand", "Acme & Sons"),
    Macro("site_id", "The channel", "12"),
    Macro("link_id", "The tracking link", "345"),
    Macro("uid1", "Your first label", "newsletter"),
    Macro("uid2", "Your second label", "november"),
    Macro("uid3", "Your third label", ""),
    Macro("uid4", "Your fourth label", ""),
    Macro("uid5", "Your fifth label", ""),
    Macro("click_ref", "The click", "0198f0c2a1b27c3d8e4f5a6b7c8d9e0f"),
    Macro("click_time", "When the link was clicked", "2026-11-20T09:12:00Z"),
    Macro("order_time", "When the order was placed", "2026-11-20T09:29:58Z"),
    Macro("status", "The status now", "Pending"),
    Macro("previous_status", "The status before", "Pending"),
    Macro("sale_amount", "The order's amount", "120.00"),
    Macro("sale_comm", "Your commission; empty while there is no exchange rate", "9.60"),
    Macro("amount", "The amount of a payment or settlement", "250.00"),
    Macro("delta_amount", "By how much the amount changed", "-20.00"),
    Macro("delta_commission", "By how much the commission changed", "-1.60"),
    Macro("currency", "The currency of the amounts", "EUR"),
    Macro("rate", "The exchange rate that changed the order", "0.862"),
    Macro("report_currency", "Your report currency, if a rate changed the order", "GBP"),
    Macro("report_amount", "The order's amount in it", "103.44"),
    Macro("report_comm", "Your commission in it", "8.28"),
    Macro("delta_report_amount", "By how much that amount changed", "103.44"),
    Macro("delta_report_comm", "By how much that commission changed", "8.28"),
    Macro("reason_code", "Why it was rejected, failed or changed", "item_returned"),
    Macro("note", "A note", "Gift"),
    Macro("country", "The visitor's country", "DE"),
    Macro("coupon", "The coupon", "WELCOME10"),
    Macro("settlement_id", "The settlement", "77"),
    Macro("payment_id", "The payment", "88"),
    Macro("download_id", "The download", "99"),
    Macro("alert_id", "The alert", "111"),
    Macro("kind", "What an alert found, or the kind of a case, settlement or change of the team", "missing"),
    Macro("since", "Since when there is what an alert is about", "2026-11-18T00:00:00Z"),
    Macro("money_at_risk", "About how much has been lost since then, at least", "35.00"),
    Macro("money_at_risk_high", "About how much has been lost since then, at most", "110.00"),
    Macro("case_id", "The case", "122"),
    Macro("member_id", "The member of your team", "133"),
    Macro("paid_date", "The day on which a payment was sent", "2026-11-28"),
    Macro("test", "1 for a test, else 0", "0"),
    Macro("livemode", "0 in the sandbox, else 1", "1"),
    *(Macro(name, text, "") for name, text in CHANGE_MACROS.items()),
]  # fmt: skip
MACRO_NAMES = frozenset(macro.name for macro in MACROS)
SIGNATURE = "signature"


class Address(NamedTuple):
    """The constant beginning of a URL: scheme, host and port."""

    scheme: str
    host: str
    port: int

    @property
    def receiver(self) -> str:
        """The receiver by which deliveries take turns: the host with its port."""
        return f"{self.host}:{self.port}"


def macros_of(template: str) -> Iterator[str]:
    """Yield the names in braces, known or not."""
    for match in MACRO.finditer(template):
        yield match[1] if match[1] is not None else match[2]


def find_template_flaw(template: str, field: str) -> Flaw | None:
    """What is wrong with the macros of a text, or None."""
    for name in macros_of(template):
        if name not in MACRO_NAMES:
            return Flaw(field, Rule.UNKNOWN_MACRO, explain_unknown(name), name)
    rest = MACRO.sub("", template)
    if "{" in rest or "}" in rest or "[[" in rest or "]]" in rest:
        return Flaw(field, Rule.UNMATCHED_BRACE)
    return None


def explain_unknown(name: str) -> str:
    """Why a name in braces is refused, and which macro may be meant."""
    nearest = next(iter(get_close_matches(name.strip().lower(), MACRO_NAMES, n=1)), None)
    what = f"did you mean {{{nearest}}}?" if nearest else "/postback/get_type lists them all"
    return f"{Rule.UNKNOWN_MACRO.why.format(limit=name)}: {what}"


def find_url_flaw(url: str, field: str) -> Flaw | None:
    """What is wrong with a URL, or None. Its scheme and host must be constant, so that no event changes them."""
    if flaw := find_template_flaw(url, field):
        return flaw
    if PRINTABLE.fullmatch(url) is None:
        return Flaw(field, Rule.NOT_ASCII)
    if "#" in url:
        return Flaw(field, Rule.FRAGMENT)
    return find_authority_flaw(url, field)


def find_authority_flaw(url: str, field: str) -> Flaw | None:
    """What is wrong with the scheme, host or port of a URL, or None."""
    scheme, separator, rest = url.partition("://")
    if not separator or scheme.lower() not in PORTS:
        return Flaw(field, Rule.NOT_A_URL, "must start with http:// or https://")
    authority = re.split(r"[/?]", rest, maxsplit=1)[0]
    if "@" in authority:
        return Flaw(field, Rule.USER_IN_URL)
    if MACRO.search(authority):
        return Flaw(field, Rule.MACRO_IN_HOST)
    base = BASE.match(url)
    ends = ("", "/", "?")
    if (
        base is None
        or HOST.fullmatch(base["host"]) is None
        or url[base.end() : base.end() + 1] not in ends
    ):
        why = "must have a valid host and port, such as you.example or you.example:443"
        return Flaw(field, Rule.NOT_A_HOST, why)
    if base["port"] is not None and not 1 <= int(base["port"]) <= 65_535:
        return Flaw(field, Rule.NOT_A_HOST, "must have a port from 1 to 65535")
    return None


def parse_address(url: str) -> Address:
    """The scheme, host and port of a valid URL."""
    base = BASE.match(url)
    if base is None:
        raise ValueError("not an address")
    scheme = base["scheme"].lower()
    return Address(scheme, base["host"].lower(), int(base["port"] or PORTS[scheme]))


def encode_percent(text: str) -> str:
    """Percent-encode a value or name for a URL: all but unreserved characters, once."""
    return quote(text, safe="")


def format_value(value: Any) -> str:
    """A value as text: empty for null, 1 or 0 for a boolean."""
    if value is None:
        return ""
    return str(int(value)) if isinstance(value, bool) else str(value)


def macro_values(event: Values) -> dict[str, Any]:
    """The values of an event by the names of macros: its own, and each change as `old_…` and `new_…`."""
    values = dict(event)
    for name, change in event.get("changes", {}).items():
        values |= {f"{when}_{name}": value for when, value in change.items()}
    return values


def expand(template: str, values: Values, encode: Callable[[str], str] = str) -> str:
    """The text with its macros replaced; a macro without a value becomes empty."""
    return MACRO.sub(lambda match: encode(format_value(values.get(match[1] or match[2]))), template)


def expand_url(url: str, values: Values) -> str:
    return expand(url, values, encode_percent)


def expand_query(parameters: Mapping[str, str], values: Values) -> str:
    """Parameters as a query string or the body of a form."""
    return "&".join(
        f"{encode_percent(name)}={encode_percent(expand(template, values))}"
        for name, template in parameters.items()
    )


def expand_json(parameters: Mapping[str, str], values: Values) -> dict[str, Any]:
    """Parameters as an object: a macro alone keeps its type, anything else is text."""
    return {name: expand_one(template, values) for name, template in parameters.items()}


def expand_one(template: str, values: Values) -> Any:
    alone = MACRO.fullmatch(template)
    return values.get(alone[1] or alone[2]) if alone else expand(template, values)
