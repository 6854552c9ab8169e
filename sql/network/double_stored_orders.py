"""Orders and items of all brands and publishers that were stored under two numbers that look the same."""

from collections import defaultdict
from typing import NamedTuple

from msgspec import Struct

from schema.orders.item_match import ALIASES
from schema.orders.reported_values import identity
from sql.core.db import Connection, all_rows, text

MISSPELLED = r"""
select brand.mcid, mid, order_id, oid, publisher_id as uid
  from order_directory join brand using (mid)
 where order_id ~ '[^!-~]'
   and btrim(regexp_replace(normalize(regexp_replace(order_id, '[\u0001-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]', '', 'g'), NFC), '[\u0009-\u000d\u0020\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]', ' ', 'g')) <> order_id
 order by mid, oid
"""  # noqa: E501 - the expression of the index order_directory_by_identity


class LookAlike(Struct, frozen=True):
    """An order in the directory whose number looks the same as another's."""

    mcid: str
    mid: int
    order_id: str
    oid: int
    uid: int


class AlikeItems(NamedTuple):
    """Items of an order that may be duplicates of each other."""

    oid: int
    item_ids: list[str]


async def find_orders(db: Connection) -> list[list[LookAlike]]:
    """Groups of two or more orders of a brand with the same identity()."""
    groups: defaultdict[tuple[int, str], list[LookAlike]] = defaultdict(list)
    for row in await all_rows(db, text(MISSPELLED), LookAlike):
        groups[row.mid, identity(row.order_id)].append(row)
    query = text(
        """
        select brand.mcid, mid, order_id, oid, publisher_id as uid
          from order_directory join brand using (mid)
         where mid = any(:mids::bigint[]) and order_id = any(:order_ids::text[])
        """,
        mids=sorted({mid for mid, _ in groups}),
        order_ids=sorted({order_id for _, order_id in groups}),
    )
    for row in await all_rows(db, query, LookAlike):
        if (row.mid, row.order_id) in groups:
            groups[row.mid, row.order_id].insert(0, row)
    return [group for group in groups.values() if len(group) > 1]


async def find_items(db: Connection, publisher_id: int) -> list[AlikeItems]:
    """A publisher's orders with possible duplicate items: no number and number 1, or numbers that look alike."""
    query = text(
        """
        select oid, array_agg(item_id order by item_id) as item_ids from conversion_item
         where publisher_id = :publisher_id and corrects is null
         group by oid
        having count(*) > 1 and bool_or(item_id = '' or item_id ~ '[^!-~]')
         order by oid
        """,
        publisher_id=publisher_id,
    )
    rows = await all_rows(db, query, AlikeItemsRow)
    return [AlikeItems(row.oid, alike) for row in rows if (alike := alike_items(row.item_ids))]


class AlikeItemsRow(Struct, frozen=True):
    oid: int
    item_ids: list[str]


def alike_items(item_ids: list[str]) -> list[str]:
    """The items whose numbers mean the same as another one's."""
    keys = [min(key, ALIASES.get(key, key)) for key in map(identity, item_ids)]
    return [item_id for item_id, key in zip(item_ids, keys, strict=True) if keys.count(key) > 1]
