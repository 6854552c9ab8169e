"""Makes links due for a check because their brand or channel has changed."""

from collections.abc import Collection, Sequence

from sql.core.db import Connection, run, text


async def of_site(
    db: Connection, publisher_id: int, site_id: int, mids: Collection[int] | None = None
) -> None:
    """Make a channel's links to these brands, or to all, due for a check. No time is given: they are due at once."""
    query = text(
        """
        update link_check set next_check_at = link.created_at
          from link
         where link_check.publisher_id = :publisher_id and link.publisher_id = :publisher_id
           and link.link_id = link_check.link_id
           and link.site_id = :site_id and (:mids::bigint[] is null or link.mid = any(:mids::bigint[]))
        """,
        publisher_id=publisher_id,
        site_id=site_id,
        mids=None if mids is None else sorted(mids),
    )
    await run(db, query)


async def of_pairs(db: Connection, publisher_id: int, pairs: Sequence[tuple[int, int]]) -> None:
    """Make the links of these channels to these brands due; a pair is a channel and a brand."""
    query = text(
        """
        update link_check set next_check_at = link.created_at
          from link
         where link_check.publisher_id = :publisher_id and link.publisher_id = :publisher_id
           and link.link_id = link_check.link_id
           and (link.site_id, link.mid) in (select * from unnest(:site_ids::bigint[], :mids::bigint[]))
        """,
        publisher_id=publisher_id,
        site_ids=[site_id for site_id, _ in pairs],
        mids=[mid for _, mid in pairs],
    )
    await run(db, query)


async def of_brand(db: Connection, mid: int) -> None:
    """Queue the links to a brand to be made due, which the job that checks links does, because they are many."""
    query = text("insert into link_recall (mid) values (:mid) on conflict do nothing", mid=mid)
    await run(db, query)
