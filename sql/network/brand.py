"""Brands' figures over all publishers, and the stated commission where terms begin or end."""

from collections.abc import Sequence
from datetime import date

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


async def get_earnings(db: Connection, since: date) -> list[BrandEarnings]:
    """The results of all publishers with each brand since a day, by the currency they report in."""
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
                  from figure
                  join publisher on publisher.publisher_id = figure.publisher_id
                 where grain = 'brand' and day >= $1
                 group by 1, 2) sums
          join brand on mid = key
         order by mid
        """,
        since,
    )
    return await all_rows(db, query, BrandEarnings)


async def latest_rates(db: Connection) -> Rates:
    query = text(
        """
        select distinct on (base, quote) base, quote, rate
          from currency_rate order by base, quote, day desc
        """
    )
    return {(row[0], row[1]): row[2] for row in await fetch(db, query)}


async def save_figures(db: Connection, figures: Sequence[BrandFigures]) -> None:
    """Write brands' figures, and clear those of brands that no longer have any."""
    mids = [each.mid for each in figures]
    write = text(
        """
        update brand set epc = given.epc, conversion_rate = given.conversion_rate,
                         approval_rate = given.approval_rate
          from unnest($1::bigint[], $2::numeric[], $3::numeric[], $4::numeric[])
               as given (mid, epc, conversion_rate, approval_rate)
         where brand.mid = given.mid
        """,
        mids,
        [each.epc for each in figures],
        [each.conversion_rate for each in figures],
        [each.approval_rate for each in figures],
    )
    await run(db, write)
    clear = text(
        """
        update brand set epc = null, conversion_rate = null, approval_rate = null
         where mid <> all($1) and (epc is not null or approval_rate is not null)
        """,
        mids,
    )
    await run(db, clear)


async def refresh_commissions(db: Connection, today: date) -> None:
    """Update the stated commission of brands whose terms have dates."""
    query = text(
        TERMS  # noqa: S608 - our own text
        + """
         where replaced_at is null and publisher_id = 0
           and mid in (select mid from terms where replaced_at is null
                          and (starts_at is not null or ends_at is not null))
         order by mid, terms_id
        """,
    )
    groups: dict[int, list[Terms]] = {}
    for row in await fetch(db, query):
        terms = Terms(*row)
        groups.setdefault(terms.mid, []).append(terms)
    find = text("select mid, currency, offer_type from brand where mid = any($1)", list(groups))
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
          from unnest($1::bigint[], $2::text[], $3::numeric[]) as given (mid, commission, rank)
         where brand.mid = given.mid and brand.commission <> given.commission
        """,
        [mid for mid, _, _ in lines],
        [line for _, line, _ in lines],
        [order for _, _, order in lines],
    )
    await run(db, write)
