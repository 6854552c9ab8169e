"""Publishers across the network: all of them, those that joined a brand, and whether one exists."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence

from msgspec import Struct

from schema.brands.brand import Relation
from schema.brands.commission_group import TermsOwner
from sql.core.db import Connection, all_rows, fetch, run, text


async def all_ids(db: Connection) -> list[int]:
    """Every publisher except the network itself and sandboxes."""
    query = text(
        "select publisher_id from publisher where publisher_id > 0 and is_live(publisher_id) order by 1"
    )
    return [row["publisher_id"] for row in await fetch(db, query)]


async def get_names(db: Connection, uids: Collection[int]) -> dict[int, str]:
    """The name of each publisher, or else its first owner's username."""
    query = text(
        """
        select distinct on (publisher.publisher_id) publisher.publisher_id,
               coalesce(nullif(publisher.name, ''), account.username) as name
          from publisher
          left join account on account.publisher_id = publisher.publisher_id and account.role = 'owner'
         where publisher.publisher_id = any(:uids::bigint[])
         order by publisher.publisher_id, account.closed_at is not null, account.account_id
        """,
        uids=sorted(uids),
    )
    return {row["publisher_id"]: row["name"] for row in await fetch(db, query)} if uids else {}


class JoinedPublisher(Struct, frozen=True):
    mid: int
    publisher_id: int


async def of_brands(db: Connection, mids: Sequence[int]) -> Mapping[int, list[int]]:
    """The publishers that have joined each brand with a site, without sandboxes."""
    query = text(
        """
        select distinct mid, publisher_id from relationship
         where mid = any(:mids) and status = :joined and is_live(publisher_id) order by mid, publisher_id
        """,
        mids=mids,
        joined=Relation.JOINED,
    )
    publishers: defaultdict[int, list[int]] = defaultdict(list)
    for row in await all_rows(db, query, JoinedPublisher):
        publishers[row.mid].append(row.publisher_id)
    return publishers


async def find_unknown(db: Connection, owners: Iterable[TermsOwner]) -> set[TermsOwner]:
    """The pairs of a publisher and an optional site that do not exist."""
    pairs = sorted(set(owners), key=repr)
    query = text(
        """
        select given.uid, given.site_id
          from unnest(:uids::bigint[], :site_ids::bigint[]) as given (uid, site_id)
          left join publisher on publisher.publisher_id = given.uid and given.uid > 0 and is_live(given.uid)
          left join site on site.publisher_id = given.uid and site.site_id = given.site_id
                        and site.deleted_at is null
         where publisher.publisher_id is null or (given.site_id is not null and site.site_id is null)
        """,
        uids=[uid for uid, _ in pairs],
        site_ids=[site_id for _, site_id in pairs],
    )
    if not pairs:
        return set()
    return {(uid, site_id) for uid, site_id in await fetch(db, query)}


async def find_miscounted(db: Connection, marks: Mapping[str, str], most: int) -> list[int]:
    """The first publishers whose figures were counted under another mark than their time zone's current one."""
    query = text(
        """
        select publisher_id from publisher
          join unnest(:zones::text[], :marks::text[]) as today (zone, mark) on today.zone = time_zone
         where publisher_id > 0 and counted_by <> mark order by 1 limit :most
        """,
        zones=list(marks),
        marks=list(marks.values()),
        most=most,
    )
    return [row["publisher_id"] for row in await fetch(db, query)]


async def find_zones(db: Connection) -> list[str]:
    """The time zones of all publishers."""
    query = text("select distinct time_zone from publisher where publisher_id > 0 order by 1")
    return [row["time_zone"] for row in await fetch(db, query)]


async def mark_empty(db: Connection, zone: str, mark: str) -> None:
    """Set the mark of a time zone's publishers without figures, because there is nothing to recount."""
    query = text(
        """
        update publisher set counted_by = :mark
         where publisher_id > 0 and time_zone = :zone and counted_by <> :mark
           and not exists (select from rollup where rollup.publisher_id = publisher.publisher_id)
        """,
        zone=zone,
        mark=mark,
    )
    await run(db, query)


async def time_zones(db: Connection) -> set[str]:
    """The time zones that publishers report in."""
    return {row[0] for row in await fetch(db, text("select distinct time_zone from publisher"))}
