"""The commission that a brand states in lists, such as `5%–10%`, where its terms begin or end."""

from datetime import date

from schema.brands.commission_group import (
    FIXED_AMOUNT_UNITS,
    CommissionUnit,
    commission_rank,
    format_commission,
)
from schema.brands.terms import Terms
from sql.brands.terms import TERMS
from sql.core.db import Connection, fetch, run, text
from sql.core.sql_template import compose

DATED_TERMS = compose(
    TERMS,
    """
 where replaced_at is null and publisher_id = 0
   and mid in (select mid from terms where replaced_at is null
                  and (starts_at is not null or ends_at is not null or pays = 'fixed'))
 order by mid, terms_id
""",
)


async def renew(db: Connection, today: date) -> None:
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
