"""Coupon codes that belong to one publisher alone, and which of them decides an order's publisher."""

import re
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from schema.orders.reported_values import identity

SEPARATORS = re.compile(r"[,;|]")
"""The separators between codes in an order with several."""


class AssignedCode(NamedTuple):
    """A brand's code that has been assigned to a publisher since `assigned_at`."""

    mid: int
    code: str
    publisher_id: int
    assigned_at: datetime


CodesByKey = Mapping[tuple[int, str], Sequence[AssignedCode]]
"""Assigned coupon codes, by mid and code_key()."""


def codes_of(coupon: str) -> list[str]:
    """The codes that an order's coupon may stand for: the whole text, and its parts."""
    codes = [identity(coupon), *(identity(part) for part in SEPARATORS.split(coupon))]
    return [code for code in dict.fromkeys(codes) if code]


def code_key(code: str) -> str:
    """A coupon code normalized for comparison, because shoppers type codes in any case."""
    return code.lower()


def find_assigned(mid: int, coupon: str, at: datetime, codes: CodesByKey) -> int | None:
    """The publisher to whom an order's coupon code was assigned at that time; None if there is none or several."""
    publishers = set()
    for code in codes_of(coupon):
        same = [each for each in codes.get((mid, code_key(code)), ()) if each.assigned_at <= at]
        exact = [each for each in same if each.code == code]
        publishers |= {each.publisher_id for each in exact or same}
    return publishers.pop() if len(publishers) == 1 else None
