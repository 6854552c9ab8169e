"""The campaigns and countries of brands, by which their days of sales are found."""

from collections.abc import Collection

import msgspec

from schema.brands.brand import Campaign
from schema.reports.sale_days import BrandSales
from sql.core.db import Connection, fetch, text


async def brand_sales(db: Connection, countries: Collection[str]) -> dict[int, BrandSales]:
    """The sales of the brands that have campaigns, or are of one of these countries."""
    query = text(
        """
        select mid, country, coalesce(campaigns, '[]') as campaigns from brand
         where (campaigns <> '[]' or country = any(:countries::text[])) and not sandbox
        """,
        countries=sorted(countries),
    )
    return {
        row["mid"]: BrandSales(
            row["country"],
            tuple(
                (each.starts_on, each.ends_on)
                for each in msgspec.convert(row["campaigns"], list[Campaign])
            ),
        )
        for row in await fetch(db, query)
    }
