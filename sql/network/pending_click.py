"""The publishers with pending clicks."""

from datetime import datetime

from sql.core.db import Connection, fetch, text


async def publishers_waiting(db: Connection, before: datetime, most: int) -> list[int]:
    """Some of the publishers that have pending clicks from before a time."""
    query = text(
        """
        select distinct publisher_id from click_intake where click_time < $1 limit $2
        """,
        before,
        most,
    )
    return [row[0] for row in await fetch(db, query)]
