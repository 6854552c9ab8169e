"""Undelivered mails to all publishers and to the staff."""

from functools import cache
from typing import LiteralString

from schema.core.envelope import CursorPage, Page
from schema.core.scalar import At, Id
from schema.network.undelivered_mail import UndeliveredMail, UndeliveredMailFilter
from sql.core.db import Connection, Template
from sql.core.keyset import Key, Keyset, read_page
from sql.core.sql_template import compose

ORDER = Keyset(
    "network/undelivered_mails",
    (
        Key("failed.failed_at", At),
        Key("failed.publisher_id", Id),
        Key("failed.mail_id", Id),
    ),
    descending=True,
)
COLUMNS: LiteralString = """
failed.mail_id, failed.publisher_id as uid, publisher.name as publisher, address, mail, reason, refused, attempts,
bounced, failed_at
"""
MAILS: LiteralString = """
  from undelivered_mail as failed
  join publisher on publisher.publisher_id = failed.publisher_id
 where is_live(failed.publisher_id) and (:uid::bigint is null or failed.publisher_id = :uid)
"""


async def page(
    db: Connection, filter: UndeliveredMailFilter, page: Page
) -> CursorPage[UndeliveredMail]:
    """A page of undelivered mails, newest first."""
    part = await read_page(db, ORDER, page, {"uid": filter.uid}, rows=_page, count=_count())
    return await part.to_page(UndeliveredMail)


@cache
def _page(continued: bool) -> Template:
    return ORDER.page_of(COLUMNS, MAILS, continued)


@cache
def _count() -> Template:
    return compose("select count(*)", MAILS)
