"""The changes of brands' terms, as sentences for publishers to read."""

from collections.abc import Sequence
from datetime import datetime

from schema.brands.brand import TermChange
from sql.core.db import Connection, all_rows, run, text


async def add(db: Connection, changes: Sequence[tuple[int, str]], now: datetime) -> None:
    """Sentences about changed terms, each with the mid of its brand."""
    query = text(
        """
        insert into term_change (mid, at, text)
        select mid, $3, text from unnest($1::bigint[], $2::text[]) as given (mid, text)
            on conflict do nothing
        """,
        [mid for mid, _ in changes],
        [change for _, change in changes],
        now,
    )
    await run(db, query)


async def latest(db: Connection, mid: int, limit: int) -> list[TermChange]:
    """The latest changes of a brand's terms, newest first."""
    query = text(
        "select at, text from term_change where mid = $1 order by at desc, text limit $2",
        mid,
        limit,
    )
    return await all_rows(db, query, TermChange)
