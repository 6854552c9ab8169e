"""Settlements of invited publishers, which bring their inviters a bonus each, across publishers."""

from collections.abc import Sequence
from datetime import date
from decimal import Decimal
from typing import NamedTuple

from sql.core.db import Connection, fetch, text


class ReferredSettlement(NamedTuple):
    """Commission settled in the first year of an invited publisher."""

    settlement_id: int
    referer_uid: int
    amount: Decimal
    currency: str
    period: date

    @property
    def source(self) -> str:
        """What its bonus names as what it is for."""
        return f"referral:{self.settlement_id}"


async def find(db: Connection, after: int, most: int) -> list[ReferredSettlement]:
    """The next ones after a settlement, in the order of their numbers."""
    query = text(
        """
        select s.settlement_id, p.referer_uid, s.amount, s.currency, s.period
          from settlement s
          join publisher p on p.publisher_id = s.publisher_id
         where s.type = 'commission' and p.referer_uid is not null and s.settlement_id > $1
           and s.created_at at time zone 'UTC' < p.created_at at time zone 'UTC' + interval '12 months'
         order by s.settlement_id limit $2
        """,
        after,
        most,
    )
    return [ReferredSettlement(*row) for row in await fetch(db, query)]


async def find_granted(db: Connection, settled: Sequence[ReferredSettlement]) -> set[str]:
    """The sources of those that have brought their bonus. Apart, for inviters may live on other nodes than invited."""
    query = text(
        """
        select source from settlement
         where publisher_id = any($1::bigint[]) and source = any($2::text[])
        """,
        [each.referer_uid for each in settled],
        [each.source for each in settled],
    )
    return {row["source"] for row in await fetch(db, query)}
