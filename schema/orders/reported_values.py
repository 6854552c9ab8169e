"""Values that shops send, read by one rule in calls, `/conversion`, files of orders and of decisions, and cases.

| value         | what is understood                                                         | otherwise            |
| ------------- | -------------------------------------------------------------------------- | -------------------- |
| order number, | compared without what nobody sees: trimmed, any blank is a space, without  | an order's number    |
| item number   | zero-width and control characters, in NFC. Letter case tells numbers apart | that is empty is     |
|               |                                                                            | refused              |
| country       | a code of ISO 3166 (GB, GBR, 826) in any case, other codes (UK, EL, XK),   | unknown (null), told |
|               | English names (Russia, The Netherlands); what stands for none (T1, EU)     | in a warning         |
| currency      | a code of ISO 4217 in any case, with blanks around it; a withdrawn one for | refused              |
|               | orders of its time                                                         |                      |
| amount        | a decimal number with the currency's decimals, or within 1e-9 of one       | refused              |
|               | (29.949999999999999 is 29.95), whether it was a JSON number or a text      |                      |
"""

import re
import unicodedata
from collections.abc import Sequence
from datetime import date
from decimal import Decimal

from msgspec.structs import replace

from schema.core.countries import countries, find_country, is_known_word
from schema.core.currencies import NO_CURRENCY, WITHDRAWN, currencies
from schema.core.errors import Limit, Rule
from schema.core.money import (
    LARGEST_AMOUNT,
    UNUSUAL_AMOUNT,
    decimals,
    format_money,
    is_unusual,
    round_money,
)
from schema.orders.order import ReportedItem, ReportedOrder

INVISIBLE = (
    r"\u0001-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f"
    r"\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb"
    r"\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
"""Characters without a mark of their own (Unicode, Default_Ignorable_Code_Point) and controls, as in a class of a
regular expression, which Python and PostgreSQL write alike: an index of the order directory has the same classes."""
BLANK = r"\u0009-\u000d\u0020\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000"
INVISIBLE_SIGN = re.compile(f"[\\u0000{INVISIBLE}]")
BLANK_SIGN = re.compile(f"[{BLANK}]")
AMOUNT_TOLERANCE = Decimal("1e-9")
"""How far a number may differ from one with the currency's decimals: floating point leaves such remainders."""
NAMED_MAX = 30
"""How many characters of a wrong value are quoted in a reason."""
SIMILAR_ORDERS_MAX = 10
"""How many orders are listed whose number differs from a given one only in case, # or leading zeros."""


class ValueFlaw(Exception):
    """Why a value cannot be read: what was sent and the fix, to follow the field's name; and the rule it breaks."""

    def __init__(self, why: str, rule: Rule = Rule.FORMAT, limit: Limit | None = None) -> None:
        super().__init__(why)
        self.rule, self.limit = rule, limit


def identity(text: str) -> str:
    """Normalize an order's or an item's number for comparison and storage."""
    if text.isascii() and text.isprintable():  # nearly all are
        return text.strip(" ")
    visible = unicodedata.normalize("NFC", INVISIBLE_SIGN.sub("", text))
    return BLANK_SIGN.sub(" ", visible).strip(" ")


def read_country(text: str | None) -> str | None:
    """Parse a country to its code; None if it is not known."""
    if text is None or text in countries():
        return text
    return find_country(text)


def read_currency(text: str) -> str:
    """Parse a currency to its code; withdrawn ones are left to find_withdrawal(). Raises ValueFlaw."""
    code = text if text in currencies() else identity(text).upper()
    if code in NO_CURRENCY:
        raise ValueFlaw(f"'{code}' stands for no currency; send that of the sale, such as GBP")
    if code in currencies() or code in WITHDRAWN:
        return code
    if not code:
        raise ValueFlaw("is empty; send an ISO 4217 code such as GBP")
    raise ValueFlaw(f"'{shorten(text)}' is not an ISO 4217 code such as GBP")


def find_withdrawal(currency: str, day: date) -> str | None:
    """Why an order of this day cannot be in a currency that was withdrawn; None if it can."""
    last = WITHDRAWN.get(currency)
    if last is None or day <= last:
        return None
    return (
        f"'{currency}' was withdrawn after {last}; "
        "send the currency that replaced it, or the `order_time` of the sale"
    )


def read_amount(amount: Decimal, currency: str) -> Decimal:
    """Parse an amount, which can have no more decimals than its currency. Raises ValueFlaw."""
    if not amount.is_finite():
        raise ValueFlaw(f"is {amount}; send a decimal number", Rule.NOT_A_NUMBER)
    if amount < 0:
        raise ValueFlaw(
            "is negative; report a returned or cancelled item again with status Rejected",
            Rule.NOT_POSITIVE,
        )
    if amount >= LARGEST_AMOUNT:
        limit = f"0 to below {LARGEST_AMOUNT:,}"
        raise ValueFlaw(f"must be below {LARGEST_AMOUNT:,}", Rule.OUT_OF_RANGE, limit)
    rounded = round_money(amount, currency)
    if rounded == amount:
        return amount
    if rounded and abs(rounded - amount) <= AMOUNT_TOLERANCE:
        return rounded
    most = decimals(currency)
    raise ValueFlaw(
        f"'{shorten(str(amount))}' has more decimals than {currency} has ({most}); round it",
        Rule.TOO_MANY_DECIMALS,
        most,
    )


def shorten(text: str) -> str:
    return text if len(text) <= NAMED_MAX else f"{text[:NAMED_MAX]}…"


def read_order(order: ReportedOrder) -> ReportedOrder:
    """An order with its values parsed. Raises ValueFlaw, which names the field."""
    order_id = identity(order.order_id)
    if not order_id:
        raise ValueFlaw("`order_id` is empty; send the order's number")
    try:
        currency = read_currency(order.currency)
    except ValueFlaw as flaw:
        raise ValueFlaw(f"`currency` {flaw}") from None
    items = read_items(order.items, currency)
    country = read_country(order.country)
    # replace() takes longer than all the rest, and nearly all values stay unchanged.
    if (
        order_id == order.order_id
        and currency == order.currency
        and country == order.country
        and items is order.items
    ):
        return order
    return replace(order, order_id=order_id, currency=currency, country=country, items=items)


def read_items(items: list[ReportedItem], currency: str) -> list[ReportedItem]:
    """The items with their amounts parsed; the same list if nothing changes. Raises ValueFlaw."""
    if not items:
        raise ValueFlaw("`items` is empty; send at least one")
    read: list[ReportedItem] | None = None
    for position, item in enumerate(items):
        try:
            amount = read_amount(item.amount, currency)
        except ValueFlaw as flaw:
            raise ValueFlaw(f"`items[{position}].amount` {flaw}") from None
        if amount is not item.amount:
            read = read or list(items)
            read[position] = replace(item, amount=amount)
    if len(items) > 1:
        find_repeated_item(items)
    return read or items


def find_repeated_item(items: Sequence[ReportedItem]) -> None:
    """Raise ValueFlaw for an item that is in the report twice, with exactly the same id."""
    item_ids: set[str] = set()
    for position, item in enumerate(items):
        path = f"items[{position}]"
        if item.item_id not in item_ids:
            item_ids.add(item.item_id)
        elif not item.item_id:
            raise ValueFlaw(f"`{path}.item_id` is empty; with several items each needs an id")
        else:
            raise ValueFlaw(f"`{path}.item_id` '{item.item_id}' appears twice in this order")


def find_warnings(sent: ReportedOrder, read: ReportedOrder) -> list[str]:
    """The warnings about an order that is accepted anyway."""
    warnings = []
    if sent.country is not None and read.country is None and not is_known_word(sent.country):
        warnings.append(
            f"`country` '{shorten(sent.country)}' is not known, so it is left out; send a code such as GB"
        )
    for position, item in enumerate(read.items):
        if item.amount >= UNUSUAL_AMOUNT and is_unusual(item.amount, read.currency):
            warnings.append(
                f"`items[{position}].amount` {format_money(item.amount, read.currency)} is unusually large; "
                "if it is wrong, report the order again with the right one"
            )
    return warnings
