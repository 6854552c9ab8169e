"""What is kept under an old key, of all publishers."""

from schema.payments.payment import OutdatedMethod
from sql.core.db import Connection, all_rows, text


async def find_outdated(
    db: Connection, key_id: str, *, after: tuple[int, int], most: int
) -> list[OutdatedMethod]:
    """The next payment methods that are not sealed with this key, in order of publisher and id."""
    query = text(
        """
        select publisher_id, payment_method_id as id, row_key::text, kind, country, currency,
               entity, sealed
          from payment_method
         where deleted_at is null and split_part(sealed, '|', 2) <> $1
           and (publisher_id, payment_method_id) > ($2, $3)
         order by publisher_id, payment_method_id limit $4
        """,
        key_id,
        *after,
        most,
    )
    return await all_rows(db, query, OutdatedMethod)
