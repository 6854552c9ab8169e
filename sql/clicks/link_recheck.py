"""Links that are looked at next because what they depend on has changed."""

from collections.abc import Collection

from sql.core.db import Connection, run, text


async def of_site(
    db: Connection, publisher_id: int, site_id: int, mids: Collection[int] | None = None
) -> None:
    """Make the links of a channel due, those to some brands or all: since they exist, as no time is given."""
    query = text(
        """
        update link_check set next_check_at = link.created_at
          from link
         where link_check.publisher_id = $1 and link.publisher_id = $1 and link.link_id = link_check.link_id
           and link.site_id = $2 and ($3::bigint[] is null or link.mid = any($3::bigint[]))
        """,
        publisher_id,
        site_id,
        None if mids is None else sorted(mids),
    )
    await run(db, query)


async def of_brand(db: Connection, mid: int) -> None:
    """Note that the links to a brand are to be made due: they are many, so the job that checks them does so."""
    query = text("insert into link_recall (mid) values ($1) on conflict do nothing", mid)
    await run(db, query)
