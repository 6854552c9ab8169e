"""Everything stored about a publisher and one of its accounts, table by table, for their own copy.

Each statement reads one page: the rows after a position, in the order of a key. $1 is the publisher; if the rows
belong to an account, $2 is the account. The addresses of the network's staff are left out.
"""

from collections.abc import AsyncIterator
from datetime import UTC, datetime
from typing import Any, NamedTuple
from uuid import UUID

from sql.accounts.account import Login
from sql.core.db import Connection, one_value, text

PAGE = 2_000
"""Rows held in memory at once."""

ACCOUNT = """
select account.account_id, username, email, email_verified_at, role, nickname, phone, avatar, language,
       notifications, two_step_at as two_step_since, password_changed_at, account.created_at,
       publisher.publisher_id as uid, name, company, time_zone, currency, default_site_id,
       publisher.created_at as joined_at
  from account
  join publisher on publisher.publisher_id = account.publisher_id
 where account.publisher_id = $1 and publisher.publisher_id = $1 and account.account_id = $2
   and account.account_id > $3 limit $4
"""
IDENTITIES = """
select provider, subject, email, bound_at from third_identity
 where publisher_id = $1 and account_id = $2 and provider > $3 order by provider limit $4
"""
SESSIONS = """
select created_at, last_seen, expires_at, ended_at, kind,
       case when operator_id is null then user_agent else '' end as user_agent,
       case when operator_id is null then ip else '' end as ip, encode(hash, 'hex') as id
  from session
 where publisher_id = $1 and account_id = $2 and (created_at, encode(hash, 'hex')) > ($3, $4)
 order by created_at, encode(hash, 'hex') limit $5
"""
ACTIVITY = """
select at, action, result, case when operator_id is null then 'you' else 'network' end as by,
       case when operator_id is null then ip else '' end as ip, details, audit_id
  from audit
 where publisher_id = $1 and (account_id = $2 or account_id is null) and (at, audit_id) > ($3, $4)
 order by at, audit_id limit $5
"""
CHANNELS = """
select site_id, name, channel_type, channel_platform, promotion_methods, website, logo, monthly_visits,
       description, status, status_reason, verified_at, deleted_at, created_at
  from site where publisher_id = $1 and site_id > $2 order by site_id limit $3
"""
KITS = """
select media_kit_id, site_id, file_url, name, size, created_at
  from media_kit where publisher_id = $1 and media_kit_id > $2 order by media_kit_id limit $3
"""
UPLOADS = """
select name, kind, size, created_at from upload
 where publisher_id = $1 and name > $2 order by name limit $3
"""
BRANDS = """
select site_id, relationship.mid, mcid, name, relationship.status, ended_by, message, reason, applied_at,
       decided_at
  from relationship
  join brand on brand.mid = relationship.mid
 where publisher_id = $1 and (site_id, relationship.mid) > ($2, $3)
 order by site_id, relationship.mid limit $4
"""
LINKS = """
select link_id, code, path, site_id, mcid, target_url, uid1, uid2, uid3, uid4, uid5, note, deleted_at,
       link.created_at
  from link
  join brand on brand.mid = link.mid
 where publisher_id = $1 and link_id > $2 order by link_id limit $3
"""
METHODS = """
select payment_method_id, kind, country, currency, entity, ending, is_default, usable_from, deleted_at,
       created_at, updated_at
  from payment_method
 where publisher_id = $1 and payment_method_id > $2 order by payment_method_id limit $3
"""
ORDERS = """
select oid, order_id, mcid, site_id, link_id, replace(click_id::text, '-', '') as click_ref, click_time,
       order_time, uid1, uid2, uid3, uid4, uid5, conversion.country, device, coupon, conversion.currency,
       report_currency, rate, sale_amount, sale_comm, report_amount, report_comm, conversion.status,
       test_order, conversion.created_at, conversion.updated_at
  from conversion
  join brand on brand.mid = conversion.mid
 where publisher_id = $1 and oid > $2 order by oid limit $3
"""
ITEMS = """
select oid, item_id, corrects, category, quantity, comm_rate, sale_amount, sale_comm, ori_amount, ori_comm,
       report_amount, report_comm, status, reason_code, note, validation_date, expected_validation_date,
       settlement_id, settlement_date, payment_id, paid_date, updated_at
  from conversion_item
 where publisher_id = $1 and (oid, item_id) > ($2, $3) order by oid, item_id limit $4
"""
HISTORY = """
select oid, at, item_id, kind, from_status, to_status, delta_amount, delta_commission, reason_code, by,
       history_id
  from conversion_history
 where publisher_id = $1 and (oid, at, history_id) > ($2, $3, $4)
 order by oid, at, history_id limit $5
"""
# The first condition on the time lets the planner skip whole months.
CLICKS = """
select click_time, replace(click_id::text, '-', '') as click_ref, link_id, site_id, mcid, uid1, uid2, uid3,
       uid4, uid5, click_all.country, device, referrer, verdict, verdict_reason, click_id
  from click_all
  join brand on brand.mid = click_all.mid
 where publisher_id = $1 and click_time >= $2 and (click_time, click_id) > ($2, $3)
 order by click_time, click_id limit $4
"""

EARLIEST, NIL_UUID = datetime(1970, 1, 1, tzinfo=UTC), UUID(int=0)


class Table(NamedTuple):
    """A query: the name of its result, the columns of its key, and the position before all rows."""

    name: str
    statement: str
    key: tuple[str, ...]
    first: tuple[Any, ...]
    of_account: bool = False
    hidden: tuple[str, ...] = ()
    """Columns that are only needed to find the next page."""


PERSON = Table("account", ACCOUNT, ("account_id",), (0,), of_account=True)
FILES = Table("uploads", UPLOADS, ("name",), ("",))
TABLES = [
    Table("connected_accounts", IDENTITIES, ("provider",), ("",), of_account=True),
    Table("sessions", SESSIONS, ("created_at", "id"), (EARLIEST, ""), of_account=True, hidden=("id",)),
    Table("activity", ACTIVITY, ("at", "audit_id"), (EARLIEST, NIL_UUID), of_account=True,
          hidden=("audit_id",)),
    Table("channels", CHANNELS, ("site_id",), (0,)),
    Table("media_kits", KITS, ("media_kit_id",), (0,)),
    FILES,
    Table("brands", BRANDS, ("site_id", "mid"), (0, 0)),
    Table("links", LINKS, ("link_id",), (0,)),
    Table("payment_methods", METHODS, ("payment_method_id",), (0,)),
    Table("orders", ORDERS, ("oid",), (0,)),
    Table("order_items", ITEMS, ("oid", "item_id"), (0, "")),
    Table("order_history", HISTORY, ("oid", "at", "history_id"), (0, EARLIEST, NIL_UUID),
          hidden=("history_id",)),
    Table("clicks", CLICKS, ("click_time", "click_id"), (EARLIEST, NIL_UUID), hidden=("click_id",)),
]  # fmt: skip


class Rows(NamedTuple):
    """Rows of a table, without the hidden columns."""

    columns: tuple[str, ...]
    rows: list[tuple[Any, ...]]


async def read_pages(db: Connection, of: Login, table: Table) -> AsyncIterator[Rows]:
    """All rows, page by page: at least one page, which may be empty."""
    whose = (of.publisher_id, of.account_id) if table.of_account else (of.publisher_id,)
    statement = await db.prepare(table.statement)
    names = [column.name for column in statement.get_attributes()]
    positions = [position for position, name in enumerate(names) if name not in table.hidden]
    columns, position = tuple(names[n] for n in positions), table.first
    while True:
        page = await statement.fetch(*whose, *position, PAGE)
        yield Rows(columns, [tuple(row[n] for n in positions) for row in page])
        if len(page) < PAGE:
            return
        position = tuple(page[-1][name] for name in table.key)


async def file_names(db: Connection, of: Login) -> AsyncIterator[str]:
    """The names of the uploaded files."""
    async for page in read_pages(db, of, FILES):
        for name, *_ in page.rows:
            yield name


async def estimate_rows(db: Connection, publisher_id: int) -> int:
    """The approximate number of rows, from the figures by month."""
    query = text(
        """
        select coalesce(sum(clicks + 4 * (pending_orders + approved_orders + rejected_orders)), 0)::bigint
          from rollup where publisher_id = $1 and grain = 'month'
        """,
        publisher_id,
    )
    estimate: int = await one_value(db, query)
    return estimate
