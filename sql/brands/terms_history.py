"""The changes of brands' terms, as sentences for publishers to read."""

from collections.abc import Sequence
from datetime import datetime

from schema.brands.brand import TermChange
from sql.core.db import Connection, all_rows, run, text


async def add(db: Connection, changes: Sequence[tuple[int, str]], now: datetime) -> None:
    """Record sentences about changed terms, each with the mid of its brand."""
    query = text(
        """
        insert into term_change (mid, at, text)
        select mid, :now, text from unnest(:mids::bigint[], :changes::text[]) as given (mid, text)
            on conflict do nothing
        """,
        mids=[mid for mid, _ in changes],
        changes=[change for _, change in changes],
        now=now,
    )
    await run(db, query)


async def latest(db: Connection, mid: int, limit: int) -> list[TermChange]:
    """The latest changes of a brand's terms, newest first."""
    query = text(
        "select at, text from term_change where mid = :mid order by at desc, text limit :limit",
        mid=mid,
        limit=limit,
    )
    return await all_rows(db, query, TermChange)
