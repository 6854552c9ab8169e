"""Brands' figures across all publishers, and the stated commission where terms begin or end."""

from collections.abc import Sequence
from datetime import date

import sql.orders.attribution
from schema.brands.brand_figures import BrandEarnings, BrandFigures, Rates
from schema.brands.commission_group import (
    FIXED_AMOUNT_UNITS,
    CommissionUnit,
    commission_rank,
    format_commission,
)
from schema.brands.terms import Terms
from sql.brands.terms import TERMS
from sql.core.db import Connection, all_rows, fetch, run, text
from sql.core.sql_template import compose
from sql.orders.attribution import RateKey


async def get_earnings(db: Connection, since: date) -> list[BrandEarnings]:
    """The results of all publishers with each brand since a day, by report currency.

    Clicks of the last minutes are left out, because they have not been added to their days yet.
    """
    query = text(
        """
        select mid, brand.currency, sums.currency as counted_in, clicks, orders, sums.commission,
               approved_items, rejected_items
          from (select key, publisher.currency, sum(clicks)::bigint as clicks,
                       sum(pending_orders + approved_orders + rejected_orders)::bigint as orders,
                       sum(pending_commission + approved_commission + rejected_commission)
                           as commission,
                       sum(approved_items)::bigint as approved_items,
                       sum(rejected_items)::bigint as rejected_items
                  from rollup
                  join publisher on publisher.publisher_id = rollup.publisher_id
                 where grain = 'brand' and day >= :since
                 group by 1, 2) sums
          join brand on mid = key
         order by mid
        """,
        since=since,
    )
    return await all_rows(db, query, BrandEarnings)


async def latest_rates(db: Connection, earned: Sequence[BrandEarnings], today: date) -> Rates:
    """The latest entered rates, however old, and today's rates derived from two others."""
    query = text(
        """
        select distinct on (base, quote) base, quote, rate
          from currency_rate order by base, quote, day desc
        """
    )
    entered = {(base, quote): rate for base, quote, rate in await fetch(db, query)}
    pairs = {(part.counted_in, part.currency) for part in earned} - entered.keys()
    keys = {RateKey(base, quote, today) for base, quote in pairs if base != quote}
    crosses = await sql.orders.attribution.find_rates(db, keys)
    return entered | {(key.base, key.quote): rate for key, rate in crosses.items()}


async def save_figures(db: Connection, figures: Sequence[BrandFigures]) -> None:
    """Write brands' figures, and clear those of brands that no longer have any."""
    mids = [each.mid for each in figures]
    write = text(
        """
        update brand set epc = given.epc, conversion_rate = given.conversion_rate,
                         approval_rate = given.approval_rate
          from unnest(:mids::bigint[], :epcs::numeric[], :conversion_rates::numeric[], :approval_rates::numeric[])
               as given (mid, epc, conversion_rate, approval_rate)
         where brand.mid = given.mid
        """,
        mids=mids,
        epcs=[each.epc for each in figures],
        conversion_rates=[each.conversion_rate for each in figures],
        approval_rates=[each.approval_rate for each in figures],
    )
    await run(db, write)
    clear = text(
        """
        update brand set epc = null, conversion_rate = null, approval_rate = null
         where mid <> all(:mids) and (epc is not null or approval_rate is not null)
        """,
        mids=mids,
    )
    await run(db, clear)


DATED_TERMS = compose(
    TERMS,
    """
 where replaced_at is null and publisher_id = 0
   and mid in (select mid from terms where replaced_at is null
                  and (starts_at is not null or ends_at is not null or pays = 'fixed'))
 order by mid, terms_id
""",
)


async def refresh_commissions(db: Connection, today: date) -> None:
    """Update the stated commission of brands whose terms have dates, or amounts as an earlier version wrote them."""
    query = text(DATED_TERMS)
    groups: dict[int, list[Terms]] = {}
    for row in await fetch(db, query):
        terms = Terms(*row)
        groups.setdefault(terms.mid, []).append(terms)
    find = text(
        "select mid, currency, offer_type from brand where mid = any(:mids)", mids=list(groups)
    )
    lines = []
    for mid, currency, offer_type in await fetch(db, find):
        paid, unit = (
            [terms.group for terms in groups[mid]],
            CommissionUnit(currency, FIXED_AMOUNT_UNITS[offer_type]),
        )
        lines.append((mid, format_commission(paid, unit, today), commission_rank(paid, today)))
    write = text(
        """
        update brand set commission = given.commission, commission_rank = given.rank
          from unnest(:mids::bigint[], :lines::text[], :orders::numeric[]) as given (mid, commission, rank)
         where brand.mid = given.mid and brand.commission <> given.commission
        """,
        mids=[mid for mid, _, _ in lines],
        lines=[line for _, line, _ in lines],
        orders=[order for _, _, order in lines],
    )
    await run(db, write)
