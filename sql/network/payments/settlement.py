"""Settlements of all publishers, for the network's staff."""

from schema.core.cursor import decode_cursor, encode_cursor
from schema.core.envelope import History, Page
from schema.core.scalar import Count, Id
from schema.network.settlement import NetworkSettlement, NetworkSettlementFilter
from sql.core.db import Connection, Text, all_rows, maybe_row, one_value
from sql.payments.settlement import COLUMNS, CONDITIONS, condition_values

LIST = "network/settlements"
ROWS = """
  from settlement s
  join publisher on publisher.publisher_id = s.publisher_id
  left join brand on brand.mid = s.mid
 where ($1::bigint is null or s.publisher_id = $1)"""
PAGE = f"""
select {COLUMNS}, s.publisher_id as uid, publisher.name as publisher {ROWS} {CONDITIONS}
   and ($9::bigint is null or s.settlement_id < $9)
 order by s.settlement_id desc limit $7 offset $8
"""
COUNT = f"select count(*) {ROWS} {CONDITIONS}"
ONE = f"""
select {COLUMNS}, s.publisher_id as uid, publisher.name as publisher {ROWS} and s.settlement_id = $2
"""


async def get(db: Connection, settlement_id: int) -> NetworkSettlement | None:
    return await maybe_row(db, Text(ONE, (None, settlement_id)), NetworkSettlement)


async def page(
    db: Connection, filter: NetworkSettlementFilter, page: Page
) -> History[NetworkSettlement]:
    """A page of settlements, newest first. The cursor carries the total that the first page counted."""
    values = (filter.uid, *condition_values(filter))
    if page.cursor:
        before, total = decode_cursor(page.cursor, LIST, (Id, Count))
    else:
        before, total = None, await one_value(db, Text(COUNT, values))
    offset = 0 if page.cursor else page.offset
    rows = await all_rows(
        db, Text(PAGE, (*values, page.size + 1, offset, before)), NetworkSettlement
    )
    page_rows = rows[: page.size]
    more = len(rows) > page.size
    return History(
        page_rows,
        total,
        encode_cursor(LIST, (page_rows[-1].settlement_id, total)) if more else None,
    )
