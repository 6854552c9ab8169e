"""The publishers with pending clicks."""

from datetime import datetime

from sql.core.db import Connection, fetch, text


async def publishers_waiting(db: Connection, before: datetime, most: int) -> list[int]:
    """At most `most` publishers that have pending clicks from before a time."""
    query = text(
        """
        select distinct publisher_id from click_intake where click_time < :before limit :most
        """,
        before=before,
        most=most,
    )
    return [row[0] for row in await fetch(db, query)]
