"""Money, links, postbacks and mailed views that an account still has, shown before it is closed."""

from decimal import Decimal

from msgspec import Struct

from schema.reports.saved_view import Mailed
from sql.accounts.account import Login
from sql.core.db import Connection, one_row, text


class Living(Struct, frozen=True):
    """What is still active in an account: links, postbacks, mailed views, and requested payments not yet in a batch."""

    requested: Decimal
    links: int
    postbacks: int
    mailed_views: int


async def get_living(db: Connection, of: Login, currency: str) -> Living:
    query = text(
        """
        select (select coalesce(sum(s.amount), 0)
                  from settlement s
                  join payment p on p.publisher_id = s.publisher_id and p.payment_id = s.payment_id
                 where s.publisher_id = :publisher_id and p.publisher_id = :publisher_id and s.currency = :currency
                   and p.state = 'requested') as requested,
               (select count(*) from link where publisher_id = :publisher_id and deleted_at is null) as links,
               (select count(*) from postback where publisher_id = :publisher_id and state = 'active') as postbacks,
               (select count(*) from saved_view
                 where publisher_id = :publisher_id and account_id = :account_id and mailed <> :never) as mailed_views
        """,
        publisher_id=of.publisher_id,
        account_id=of.account_id,
        currency=currency,
        never=Mailed.NEVER,
    )
    return await one_row(db, query, Living)
