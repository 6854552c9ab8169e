"""The search over everything: brands of the catalogue, and a publisher's own orders, links and channels."""

from collections.abc import Sequence

from schema.core.money import round_money
from schema.core.scalar import LARGEST_ID
from schema.core.search_text import escape_like, prefix_query
from schema.home.search import RESULTS_MAX, FoundBrand, FoundChannel, FoundLink, FoundOrder
from sql.core.db import Connection, all_rows, fetch, text

LAST_LETTER = "\U0010ffff"
"""Follows all others."""


COMMON = 1_000
"""Of more brands with the same words any so many are looked at: whoever wants one of the others types on."""
BY_WORDS = """
with found as materialized
     (select mid, lower(name) collate "C" as sorted from brand
       where ts_filter(words, '{a}') @@ to_tsquery('simple', $1) limit $3)
select mcid, name, logo, status, commission
  from (select mid, sorted from found order by sorted, mid limit $2) as best
  join brand using (mid)
 order by sorted, mid
"""


async def brands(db: Connection, keyword: str) -> list[FoundBrand]:
    """Brands whose name begins with the keyword, then those with its words in the name."""
    query = text(
        """
        select mcid, name, logo, status, commission from brand
         where lower(name) collate "C" >= $1 and lower(name) collate "C" < $2
         order by lower(name) collate "C" limit $3
        """,
        *range_of(keyword.lower()),
        RESULTS_MAX,
    )
    first = await all_rows(db, query, FoundBrand)
    words = prefix_query(keyword)
    if len(first) == RESULTS_MAX or not words:
        return first
    matches = await all_rows(db, text(BY_WORDS, words, 2 * RESULTS_MAX, COMMON), FoundBrand)
    first_mcids = {each.mcid for each in first}
    others = [each for each in matches if each.mcid not in first_mcids]
    return [*first, *others][:RESULTS_MAX]


async def orders(db: Connection, publisher_id: int, keyword: str) -> list[FoundOrder]:
    """Orders whose number, the brand's or ours, begins with the keyword; the latest first."""
    number = int(keyword) if keyword.isascii() and keyword.isdigit() and len(keyword) < 16 else 0
    query = text(
        """
        select oid, order_id, brand.name as brand_name, order_time, conversion.status, sale_amount,
               conversion.currency
          from conversion
          join brand on brand.mid = conversion.mid
         where publisher_id = $1 and (order_id >= $2 and order_id < $3 or order_id >= $4 and order_id < $5
                                      or oid = $6)
         order by order_time desc, oid desc limit $7
        """,
        publisher_id,
        *range_of(keyword),
        *range_of(keyword.upper()),
        min(number, LARGEST_ID),
        RESULTS_MAX,
    )
    matches = await all_rows(db, query, FoundOrder)
    return [round_amounts(each) for each in matches]


def round_amounts(order: FoundOrder) -> FoundOrder:
    amount = round_money(order.sale_amount, order.currency)
    return FoundOrder(
        order.oid,
        order.order_id,
        order.brand_name,
        order.order_time,
        order.status,
        amount,
        order.currency,
    )


async def links(
    db: Connection, publisher_id: int, keyword: str, mcids: Sequence[str]
) -> list[FoundLink]:
    """Links with the keyword in note, target, code, path or first label, or to these brands; newest first."""
    query = text(
        """
        select link_id, code, brand.name as brand_name, target_url, note
          from (select link_id, code, mid, target_url, note, created_at from link
                 where publisher_id = $1 and deleted_at is null
                   and (mid = any($3) or position($2 in lower(
                        note || ' ' || target_url || ' ' || code || ' ' || coalesce(path, '') || ' ' || uid1)) > 0)
                 order by created_at desc, link_id desc limit $4) as found
          join brand on brand.mid = found.mid
         order by found.created_at desc, link_id desc
        """,
        publisher_id,
        keyword.lower(),
        [row["mid"] for row in await fetch(db, text(MIDS, mcids))],
        RESULTS_MAX,
    )
    return await all_rows(db, query, FoundLink)


MIDS = "select mid from brand where mcid = any($1)"


async def channels(db: Connection, publisher_id: int, keyword: str) -> list[FoundChannel]:
    """Channels with the keyword in their name or address."""
    query = text(
        """
        select site_id, name, website, status from site
         where publisher_id = $1 and deleted_at is null and (name ilike $2 or website ilike $2)
         order by lower(name), site_id limit $3
        """,
        publisher_id,
        f"%{escape_like(keyword)}%",
        RESULTS_MAX,
    )
    return await all_rows(db, query, FoundChannel)


def range_of(prefix: str) -> tuple[str, str]:
    """What begins with a prefix lies from the first text up to the second, in the order of letters' codes."""
    return prefix, prefix + LAST_LETTER
