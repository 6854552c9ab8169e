"""Exchange rates that orders of brands and publishers need, and that nobody has entered."""

from datetime import date

from schema.network.exchange_rate import MissingRate
from sql.core.db import Connection, all_rows, text


async def list_missing(db: Connection, today: date) -> list[MissingRate]:
    """From the currency of each brand that is not offline to each that publishers report in; most publishers first."""
    query = text(
        """
        with reported as (
            select currency, count(*) as publishers from publisher
             where currency_chosen or currency_fixed
             group by currency
        )
        select paid.currency as base, reported.currency as quote, publishers
          from (select distinct currency from brand where status <> 'offline') paid
          join reported on reported.currency <> paid.currency
         where not exists (select from currency_rate
                            where base = paid.currency and quote = reported.currency and day <= $1)
         order by publishers desc, base, quote
        """,
        today,
    )
    return await all_rows(db, query, MissingRate)
