"""What brands pay: a row is never changed, only replaced."""

from schema.terms import Offer, Terms
from sql.db import Connection, text


async def offer(db: Connection, mid: int, publisher_ids: list[int]) -> Offer:
    """All terms a brand ever had for everybody and for these publishers."""
    query = text(
        """
        select terms_id, pays, value, category, country, publisher_id, site_id, starts_at, ends_at,
               created_at, replaced_at
          from terms
         where mid = $1 and publisher_id = any($2::bigint[])
        """,
        mid,
        [0, *publisher_ids],
    )
    rows = await db.fetch(query.statement, *query.values)
    return Offer(Terms(*row) for row in rows)
