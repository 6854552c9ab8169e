"""Whose clicks wait for the figures by day, over all publishers."""

from sql.db import Connection, text


async def waiting(db: Connection, most: int) -> list[int]:
    """Some of the publishers that have clicks waiting."""
    query = text("select distinct publisher_id from click_pending limit $1", most)
    return [row[0] for row in await db.fetch(query.statement, *query.values)]
