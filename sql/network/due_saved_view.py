"""Saved views of all publishers that are due to be mailed."""

from datetime import datetime

from schema.reports.saved_view import MailView
from sql.core.db import Connection, all_rows, text


async def find_due(db: Connection, now: datetime, most: int) -> list[MailView]:
    """The views that are due to be mailed, longest due first."""
    query = text(
        """
        select publisher_id, view_id from saved_view where mail_at <= :now and is_live(publisher_id)
         order by mail_at, publisher_id, view_id limit :most
        """,
        now=now,
        most=most,
    )
    return await all_rows(db, query, MailView)
