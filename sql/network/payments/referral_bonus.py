"""Settlements of invited publishers, each of which earns the inviter a bonus, across publishers."""

from collections.abc import Sequence
from datetime import date
from decimal import Decimal
from typing import NamedTuple

from schema.network.settlement import CloseMonth
from sql.core.db import Connection, fetch, text
from sql.core.local_time import utc_time
from sql.core.sql_template import compose


class ReferredSettlement(NamedTuple):
    """Commission settled in the first year of an invited publisher."""

    settlement_id: int
    referer_uid: int
    amount: Decimal
    currency: str
    period: date

    @property
    def source(self) -> str:
        """The source that the bonus for this settlement names."""
        return f"referral:{self.settlement_id}"


FIND = compose(
    """
    select s.settlement_id, p.referer_uid, s.amount, s.currency, s.period
      from settlement s
      join publisher p on p.publisher_id = s.publisher_id
     where is_live(s.publisher_id) and s.type = 'commission' and p.referer_uid is not null and s.settlement_id > :after
       and (:mid::bigint is null or (s.mid = :mid and s.period = :period)) and """,
    utc_time("s.created_at"),
    "<",
    utc_time("p.created_at"),
    "+ interval '12 months' order by s.settlement_id limit :most",
)
"""Settlements in the first twelve months of an invited publisher, in UTC, whose days all have 24 hours."""


async def find(
    db: Connection, after: int, most: int, month: CloseMonth | None = None
) -> list[ReferredSettlement]:
    """The next settlements after one, in order of their numbers: of one brand's month, or of all."""
    query = text(
        FIND, after=after, most=most, mid=month and month.mid, period=month and month.period
    )
    return [ReferredSettlement(*row) for row in await fetch(db, query)]


async def find_granted(db: Connection, settled: Sequence[ReferredSettlement]) -> set[str]:
    """The sources of settlements whose bonus was granted. A separate query, because inviters may be on other nodes."""
    query = text(
        """
        select source from settlement
         where publisher_id = any(:referer_uids::bigint[]) and source = any(:sources::text[])
        """,
        referer_uids=[each.referer_uid for each in settled],
        sources=[each.source for each in settled],
    )
    return {row["source"] for row in await fetch(db, query)}
