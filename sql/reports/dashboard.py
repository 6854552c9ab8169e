"""What the dashboard needs besides the reports: commission by stage, steps taken, and names."""

from msgspec import Struct

from sql.core.db import Connection, all_rows, fetch, one_row, text


class Steps(Struct, frozen=True):
    """Which steps towards the first payment have been taken."""

    add_channel: bool
    verify_channel: bool
    join_brand: bool
    make_link: bool
    payment_method: bool
    first_order: bool
    failed_payment: bool
    """Whether a payment failed and waits for the publisher, which is no step."""
    site_to_verify: int | None
    """The first channel that can be verified and is not."""


async def get_steps(db: Connection, publisher_id: int) -> Steps:
    query = text(
        """
        select exists (select from site
                        where publisher_id = $1 and deleted_at is null) as add_channel,
               exists (select from site
                        where publisher_id = $1 and deleted_at is null
                          and verified_at is not null)
               or not exists (select from site
                               where publisher_id = $1 and deleted_at is null
                                 and channel_type <> 4)
                  and exists (select from site
                               where publisher_id = $1 and deleted_at is null) as verify_channel,
               exists (select from relationship
                        where publisher_id = $1 and status = 2) as join_brand,
               exists (select from link where publisher_id = $1) as make_link,
               exists (select from payment_method
                        where publisher_id = $1 and deleted_at is null) as payment_method,
               exists (select from conversion
                        where publisher_id = $1 and not test_order) as first_order,
               exists (select from payment
                        where publisher_id = $1 and state = 'failed') as failed_payment,
               (select min(site_id) from site
                 where publisher_id = $1 and deleted_at is null and verified_at is null
                   and channel_type <> 4 and status <> 3) as site_to_verify
        """,
        publisher_id,
    )
    return await one_row(db, query, Steps)


async def get_logos(db: Connection, mcids: list[str]) -> dict[str, str | None]:
    """Each brand's logo."""
    query = text("select mcid, logo from brand where mcid = any($1::text[])", mcids)
    rows = await fetch(db, query)
    return {row["mcid"]: row["logo"] for row in rows}


class LinkName(Struct, frozen=True):
    """What a link is shown by: its brand, its target, and the last part of its URL."""

    link_id: int
    brand_name: str
    target_url: str
    track: str


async def get_links(db: Connection, publisher_id: int, link_ids: list[int]) -> dict[int, LinkName]:
    query = text(
        """
        select link_id, brand.name as brand_name, target_url, coalesce(path, code) as track
          from link join brand on brand.mid = link.mid
         where publisher_id = $1 and link_id = any($2::bigint[])
        """,
        publisher_id,
        link_ids,
    )
    return {link.link_id: link for link in await all_rows(db, query, LinkName)}
