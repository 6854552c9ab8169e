"""The search over everything: brands of the catalogue, and a publisher's own orders, payments, links and channels."""

from collections.abc import Sequence

from msgspec.structs import replace

from schema.core.money import round_money
from schema.core.scalar import LARGEST_ID
from schema.core.search_text import escape_like, prefix_query
from schema.home.search import (
    RESULTS_MAX,
    FoundBrand,
    FoundChannel,
    FoundLink,
    FoundOrder,
    FoundPayment,
)
from sql.core.db import Connection, all_rows, fetch, text

LAST_LETTER = "\U0010ffff"
"""The last code point, which sorts after all others."""


COMMON = 1_000
"""At most this many brands with the same words are ranked, chosen arbitrarily; more letters narrow the search."""
BY_WORDS = """
with found as materialized
     (select mid, lower(name) collate "C" as sorted from brand
       where ts_filter(words, '{a}') @@ to_tsquery('simple', :words)
         and sandbox <> is_live(:publisher_id) limit :common)
select mcid, name, logo, status, commission
  from (select mid, sorted from found order by sorted, mid limit :most) as best
  join brand using (mid)
 order by sorted, mid
"""


async def brands(db: Connection, publisher_id: int, keyword: str) -> list[FoundBrand]:
    """Brands whose name begins with the keyword, then those with its words in the name."""
    start, end = range_of(keyword.lower())
    query = text(
        """
        select mcid, name, logo, status, commission from brand
         where lower(name) collate "C" >= :start and lower(name) collate "C" < :end
           and sandbox <> is_live(:publisher_id)
         order by lower(name) collate "C" limit :most
        """,
        publisher_id=publisher_id,
        start=start,
        end=end,
        most=RESULTS_MAX,
    )
    first = await all_rows(db, query, FoundBrand)
    words = prefix_query(keyword)
    if len(first) == RESULTS_MAX or not words:
        return first
    matches = await all_rows(
        db,
        text(
            BY_WORDS,
            publisher_id=publisher_id,
            words=words,
            most=2 * RESULTS_MAX,
            common=COMMON,
        ),
        FoundBrand,
    )
    first_mcids = {each.mcid for each in first}
    others = [each for each in matches if each.mcid not in first_mcids]
    return [*first, *others][:RESULTS_MAX]


async def orders(db: Connection, publisher_id: int, keyword: str) -> list[FoundOrder]:
    """Orders whose number, the brand's or ours, begins with the keyword; the latest first."""
    number = number_of(keyword)
    start, end = range_of(keyword)
    upper_start, upper_end = range_of(keyword.upper())
    query = text(
        """
        select oid, order_id, brand.name as brand_name, order_time, conversion.status, sale_amount,
               conversion.currency
          from conversion
          join brand on brand.mid = conversion.mid
         where publisher_id = :publisher_id
           and (order_id >= :start and order_id < :end or order_id >= :upper_start and order_id < :upper_end
                                      or oid = :number)
         order by order_time desc, oid desc limit :most
        """,
        publisher_id=publisher_id,
        start=start,
        end=end,
        upper_start=upper_start,
        upper_end=upper_end,
        number=number,
        most=RESULTS_MAX,
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


def number_of(keyword: str) -> int:
    """The number that the keyword consists of; 0, which no record has, for any other keyword."""
    number = int(keyword) if keyword.isascii() and keyword.isdigit() and len(keyword) < 16 else 0
    return min(number, LARGEST_ID)


async def payments(db: Connection, publisher_id: int, keyword: str) -> list[FoundPayment]:
    """The payment with this number."""
    query = text(
        """
        select payment_id, requested_at as request_date, state as status, net, currency from payment
         where publisher_id = :publisher_id and payment_id = :number
        """,
        publisher_id=publisher_id,
        number=number_of(keyword),
    )
    return [
        replace(each, net=round_money(each.net, each.currency))
        for each in await all_rows(db, query, FoundPayment)
    ]


async def links(
    db: Connection, publisher_id: int, keyword: str, mcids: Sequence[str]
) -> list[FoundLink]:
    """Links with the keyword in note, target, code, path or first label, or to these brands; newest first."""
    query = text(
        """
        select link_id, code, brand.name as brand_name, target_url, note
          from (select link_id, code, mid, target_url, note, created_at from link
                 where publisher_id = :publisher_id and deleted_at is null
                   and (mid = any(:mids) or position(:keyword in lower(
                        note || ' ' || target_url || ' ' || code || ' ' || coalesce(path, '') || ' ' || uid1)) > 0)
                 order by created_at desc, link_id desc limit :most) as found
          join brand on brand.mid = found.mid
         order by found.created_at desc, link_id desc
        """,
        publisher_id=publisher_id,
        keyword=keyword.lower(),
        mids=[
            row["mid"]
            for row in await fetch(db, text(MIDS, publisher_id=publisher_id, mcids=mcids))
        ],
        most=RESULTS_MAX,
    )
    return await all_rows(db, query, FoundLink)


MIDS = "select mid from brand where mcid = any(:mcids) and sandbox <> is_live(:publisher_id)"


async def channels(db: Connection, publisher_id: int, keyword: str) -> list[FoundChannel]:
    """Channels with the keyword in their name or address."""
    query = text(
        """
        select site_id, name, website, status from site
         where publisher_id = :publisher_id and deleted_at is null and (name ilike :pattern or website ilike :pattern)
         order by lower(name), site_id limit :most
        """,
        publisher_id=publisher_id,
        pattern=f"%{escape_like(keyword)}%",
        most=RESULTS_MAX,
    )
    return await all_rows(db, query, FoundChannel)


def range_of(prefix: str) -> tuple[str, str]:
    """The bounds of texts that begin with a prefix, the second exclusive, in code point order."""
    return prefix, prefix + LAST_LETTER
