"""Publishers' sold items with the terms and exchange rates by which they can be computed again."""

from collections.abc import Sequence
from datetime import datetime
from decimal import Decimal
from typing import NamedTuple

import sql.brands.terms
import sql.core.exchange_rate
import sql.orders.sold_item
from schema.brands.terms import BrandTerms, Terms
from schema.orders.commission_amount import RateLookup
from schema.orders.sold_item import SoldItem
from sql.core.db import Connection
from sql.core.exchange_rate import RateKey

ONE = Decimal(1)


class Sold(NamedTuple):
    """Sold items, all terms that their brands have had for these publishers, and the rates of the items' days."""

    items: list[SoldItem]
    terms: dict[int, BrandTerms]
    known: dict[RateKey, Decimal]

    def terms_of(self, mid: int, publisher_id: int) -> list[Terms]:
        """A brand's terms for everybody and for one publisher."""
        rows = self.terms[mid].by_id.values()
        return [each for each in rows if each.publisher_id in (0, publisher_id)]

    def rates(self, item: SoldItem) -> RateLookup:
        def of(base: str, quote: str) -> Decimal | None:
            return ONE if base == quote else self.known.get(RateKey(base, quote, item.day))

        return of


async def read_sold(
    db: Connection, zones: dict[int, str], mids: Sequence[int], since: datetime, network_zone: str
) -> Sold:
    """Read what publishers sold for brands since a time. `zones` are the publishers' time zones."""
    items = await sql.orders.sold_item.sold_since(db, zones, mids, since)
    brands = sorted({item.mid for item in items})
    uids = sorted({item.publisher_id for item in items})
    terms = await sql.brands.terms.of_brands(db, brands, uids, network_zone) if brands else {}
    keys = {
        RateKey(base, item.currency, item.day)
        for item in items
        for base in {item.brand_currency, *terms[item.mid].currencies}
        if terms[item.mid].currencies and base != item.currency
    }
    return Sold(items, terms, await sql.core.exchange_rate.find_rates(db, keys))
