"""Publishers across the network: all of them, those that joined a brand, and whether one exists."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence

from msgspec import Struct

from schema.brands.commission_group import TermsOwner
from sql.core.db import Connection, all_rows, fetch, text


async def all_ids(db: Connection) -> list[int]:
    """Every publisher except the network itself."""
    query = text("select publisher_id from publisher where publisher_id > 0 order by 1")
    return [row["publisher_id"] for row in await fetch(db, query)]


async def get_names(db: Connection, uids: Collection[int]) -> dict[int, str]:
    """What each publisher is called: its own name, or its owner's username."""
    query = text(
        """
        select publisher.publisher_id, coalesce(nullif(publisher.name, ''), account.username) as name
          from publisher
          left join account on account.publisher_id = publisher.publisher_id and account.role = 'owner'
         where publisher.publisher_id = any($1::bigint[])
        """,
        sorted(uids),
    )
    return {row["publisher_id"]: row["name"] for row in await fetch(db, query)} if uids else {}


class JoinedPublisher(Struct, frozen=True):
    mid: int
    publisher_id: int


async def of_brands(db: Connection, mids: Sequence[int]) -> Mapping[int, list[int]]:
    """The publishers that have joined each brand with a site."""
    query = text(
        """
        select distinct mid, publisher_id from relationship
         where mid = any($1) and status = 2 order by mid, publisher_id
        """,
        mids,
    )
    publishers: defaultdict[int, list[int]] = defaultdict(list)
    for row in await all_rows(db, query, JoinedPublisher):
        publishers[row.mid].append(row.publisher_id)
    return publishers


async def find_unknown(db: Connection, owners: Iterable[TermsOwner]) -> set[TermsOwner]:
    """The pairs of a publisher and, perhaps, one of its sites that do not exist."""
    pairs = sorted(set(owners), key=repr)
    query = text(
        """
        select given.uid, given.site_id
          from unnest($1::bigint[], $2::bigint[]) as given (uid, site_id)
          left join publisher on publisher.publisher_id = given.uid and given.uid > 0
          left join site on site.publisher_id = given.uid and site.site_id = given.site_id
                        and site.deleted_at is null
         where publisher.publisher_id is null or (given.site_id is not null and site.site_id is null)
        """,
        [uid for uid, _ in pairs],
        [site_id for _, site_id in pairs],
    )
    if not pairs:
        return set()
    return {(uid, site_id) for uid, site_id in await fetch(db, query)}
