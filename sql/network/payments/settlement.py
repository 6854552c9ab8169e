"""Settlements of all publishers, for the network's staff."""

from functools import cache

from schema.core.envelope import CursorPage, Page
from schema.core.scalar import Id
from schema.network.settlement import NetworkSettlement, NetworkSettlementFilter
from sql.core.db import Connection, Template, maybe_row, text
from sql.core.keyset import Key, Keyset, read_page
from sql.core.sql_template import compose, piece
from sql.payments.settlement import COLUMNS, CONDITIONS, condition_values

ORDER = Keyset("network/settlements", (Key("s.settlement_id", Id),), descending=True)
ALL_COLUMNS = piece(COLUMNS, ", s.publisher_id as uid, publisher.name as publisher")
ROWS = """
  from settlement s
  join publisher on publisher.publisher_id = s.publisher_id
  left join brand on brand.mid = s.mid
 where is_live(s.publisher_id) and (:uid::bigint is null or s.publisher_id = :uid)"""
ONE = compose("select", ALL_COLUMNS, ROWS, "and s.settlement_id = :settlement_id")


async def get(db: Connection, settlement_id: int) -> NetworkSettlement | None:
    return await maybe_row(db, text(ONE, uid=None, settlement_id=settlement_id), NetworkSettlement)


async def page(
    db: Connection, filter: NetworkSettlementFilter, page: Page
) -> CursorPage[NetworkSettlement]:
    """A page of settlements, newest first."""
    values = {"uid": filter.uid, **condition_values(filter)}
    part = await read_page(db, ORDER, page, values, rows=_page, count=_count())
    return await part.to_page(NetworkSettlement)


@cache
def _page(continued: bool) -> Template:
    return ORDER.page_of(ALL_COLUMNS, piece(ROWS, CONDITIONS), continued)


@cache
def _count() -> Template:
    return compose("select count(*)", ROWS, CONDITIONS)
