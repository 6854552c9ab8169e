"""The directory of brands' orders and the publishers that had them first. Claiming a row prevents duplicates."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import datetime
from itertools import accumulate, chain
from typing import NamedTuple

from schema.orders.intake import OrderOwner
from schema.orders.reported_values import SIMILAR_ORDERS_MAX, identity
from sql.core.db import Connection, fetch, text

BY_SPELLING = """
select mid, order_id, publisher_id, oid
  from unnest(:mids::bigint[], :starts::bigint[], :ends::bigint[]) as asked (brand, first, last)
  join order_directory on mid = brand and order_id = any((:spellings::text[])[first:last])
"""
BY_IDENTITY = r"""
select mid, order_id, publisher_id, oid
  from order_directory
 where order_id ~ '[^!-~]'
   and btrim(regexp_replace(normalize(regexp_replace(order_id, '[\u0001-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]', '', 'g'), NFC), '[\u0009-\u000d\u0020\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]', ' ', 'g')) = any(:spellings::text[])
"""  # noqa: E501 - the expression of the index order_directory_by_identity
"""Finds rows, of all brands, from before numbers were stored normalized by identity(). They are few, so that no other
index is chosen while the table is small."""


class Claim(NamedTuple):
    """A row to add to the directory, unless it exists."""

    mid: int
    order_id: str
    publisher_id: int
    oid: int


async def find_owners(
    db: Connection, order_ids_by_brand: Mapping[int, Sequence[str]]
) -> dict[tuple[int, str], OrderOwner]:
    """The owners of orders that were reported before, by mid and order_id as given.

    An order is found under any spelling with the same identity(): the given one first, then the identity
    itself, then the oldest. A brand's orders are looked up together: neighbours in a report are mostly neighbours
    in the index.
    """
    if not order_ids_by_brand:
        return {}
    keys = [
        list(dict.fromkeys(key for sent in order_ids for key in (sent, identity(sent))))
        for order_ids in order_ids_by_brand.values()
    ]
    ends = list(accumulate(map(len, keys)))
    starts = [1, *(end + 1 for end in ends[:-1])]
    spellings = list(chain.from_iterable(keys))
    mids = list(order_ids_by_brand)
    by_spelling = text(BY_SPELLING, mids=mids, starts=starts, ends=ends, spellings=spellings)
    rows = [
        *await fetch(db, by_spelling),
        *await fetch(db, text(BY_IDENTITY, spellings=spellings)),
    ]
    found: defaultdict[tuple[int, str], dict[str, OrderOwner]] = defaultdict(dict)
    for mid, order_id, publisher_id, oid in rows:
        found[mid, identity(order_id)][order_id] = OrderOwner(publisher_id, oid, order_id)
    owners = {}
    for mid, order_ids in order_ids_by_brand.items():
        for sent in order_ids:
            key = identity(sent)
            if same := found.get((mid, key)):
                oldest = min(same.values(), key=lambda owner: owner.oid)
                owners[mid, sent] = same.get(sent) or same.get(key) or oldest
    return owners


async def find_near(db: Connection, mid: int, order_id: str) -> list[Claim]:
    """A brand's orders whose number differs only in letter case, a leading # or leading zeros."""
    plain = identity(order_id).removeprefix("#").strip()
    bare = plain.lstrip("0") or plain
    near = [f"{sign}{number}" for sign in ("", "#") for number in (plain, bare)]
    lowered = [ascii_lower(number) for number in near]
    query = text(
        """
        select mid, order_id, publisher_id, oid from (
            select mid, order_id, publisher_id, oid from order_directory
             where mid = :mid and order_id = any(:order_ids::text[])
             union
            select mid, order_id, publisher_id, oid from order_directory
             where mid = :mid and order_id ~ '[A-Z]' and lower(order_id collate "C") = any(:lowered::text[])
        ) as near
         order by oid limit :most
        """,
        mid=mid,
        order_ids=[*near, *lowered],
        lowered=lowered,
        most=SIMILAR_ORDERS_MAX,
    )
    return [Claim(*row) for row in await fetch(db, query)]


def ascii_lower(text: str) -> str:
    """Lowercase ASCII letters only, as the database's collation C does."""
    return "".join(sign.lower() if sign.isascii() else sign for sign in text)


async def of_oids(db: Connection, oids: list[int]) -> list[Claim]:
    query = text(
        "select mid, order_id, publisher_id, oid from order_directory where oid = any(:oids::bigint[])",
        oids=oids,
    )
    return [Claim(*row) for row in await fetch(db, query)]


async def next_oids(db: Connection, count: int) -> list[int]:
    """Draw new oids for orders."""
    query = text("select nextval('oid') from generate_series(1, :count::bigint)", count=count)
    return [oid for (oid,) in await fetch(db, query)] if count else []


async def claim(
    db: Connection, claims: list[Claim], now: datetime
) -> dict[tuple[int, str], OrderOwner]:
    """Claim the orders' rows until we commit; returns the owners of those that others had claimed.

    Rows are always claimed in the same order, so that two reports of the same orders wait and do not deadlock.
    """
    if not claims:
        return {}
    mids, order_ids, publisher_ids, oids = (list(column) for column in zip(*claims, strict=True))
    query = text(
        """
        insert into order_directory (mid, order_id, publisher_id, oid, reported_at)
        select mid, order_id, publisher_id, oid, :now::timestamptz
          from unnest(:mids::bigint[], :order_ids::text[], :publisher_ids::bigint[], :oids::bigint[])
               as given (mid, order_id, publisher_id, oid)
         order by mid, order_id
            on conflict (mid, order_id) do update set reported_at = excluded.reported_at
        returning oid
        """,
        mids=mids,
        order_ids=order_ids,
        publisher_ids=publisher_ids,
        oids=oids,
        now=now,
    )
    new_oids = {oid for (oid,) in await fetch(db, query)}
    order_ids_by_brand: defaultdict[int, list[str]] = defaultdict(list)
    for claim in claims:
        if claim.oid not in new_oids:
            order_ids_by_brand[claim.mid].append(claim.order_id)
    return await find_owners(db, order_ids_by_brand)
