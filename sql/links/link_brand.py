"""The data of brands and channels that a tracking link depends on."""

from datetime import date

from msgspec import Struct

from schema.brands.brand import Relation
from sql.core.db import Connection, all_rows, maybe_row, one_value, text

BRANDS_MAX = 50
"""How many brands of one page are read at most; more than a few share a page only on a marketplace."""


class LinkBrand(Struct, frozen=True, kw_only=True):
    """The data that a link to a brand depends on, for one channel."""

    mid: int
    mcid: str
    name: str
    status: str
    site_url: str
    domains: tuple[str, ...]
    deep_link: bool
    click_param: str
    forbidden_words: list[str]
    regions: list[str]
    relationship: int
    has_terms: bool
    term_countries: list[str]
    """The only countries whose orders are paid for; empty if orders of all countries are."""


async def get_for_site(
    db: Connection,
    publisher_id: int,
    site_id: int,
    *,
    mcid: str | None,
    mid: int | None,
    today: date,
) -> LinkBrand | None:
    """The brand with that mcid or mid for a site, or None if there is no such brand."""
    query = text(
        """
        select brand.mid, mcid, name, brand.status, site_url, domains, deep_link, click_param, forbidden_words,
               regions, coalesce(relationship.status, 0) as relationship,
               coalesce(cardinality(paid.countries), 0) > 0 as has_terms,
               case when array_position(paid.countries, '') is null then coalesce(paid.countries, '{}')
                    else '{}' end as term_countries
          from brand
          left join relationship on relationship.publisher_id = :publisher_id
                                and relationship.site_id = :site_id and relationship.mid = brand.mid
         cross join lateral (
               select array_agg(distinct coalesce(country, '') order by coalesce(country, '')) as countries
                 from terms
                where terms.mid = brand.mid and replaced_at is null
                  and terms.publisher_id in (0, :publisher_id) and terms.site_id in (0, :site_id)
                  and (starts_at is null or starts_at <= :today)
                  and (ends_at is null or ends_at > :today)) as paid
         where (:mcid::text is null or mcid = :mcid) and (:mid::bigint is null or brand.mid = :mid)
           and brand.sandbox <> is_live(:publisher_id)
        """,
        publisher_id=publisher_id,
        site_id=site_id,
        mcid=mcid,
        mid=mid,
        today=today,
    )
    return await maybe_row(db, query, LinkBrand)


class BrandOfPage(Struct, frozen=True, kw_only=True):
    """A brand that accepts links to a page, as one site knows it."""

    mcid: str
    name: str
    status: str
    site_url: str
    relationship: int


async def find_by_domains(
    db: Connection, publisher_id: int, site_id: int, domains: list[str], url: str
) -> list[BrandOfPage]:
    """The brands with one of these domains: joined ones first, then those whose `site_url` the URL begins with."""
    query = text(
        """
        select mcid, name, brand.status, site_url, coalesce(relationship.status, 0) as relationship
          from brand
          left join relationship on relationship.publisher_id = :publisher_id
                                and relationship.site_id = :site_id and relationship.mid = brand.mid
         where brand.domains && :domains::text[] and brand.sandbox <> is_live(:publisher_id)
         order by coalesce(relationship.status, 0) = :joined desc, starts_with(:url, site_url) desc, name, brand.mid
         limit :most
        """,
        publisher_id=publisher_id,
        site_id=site_id,
        domains=domains,
        url=url,
        joined=int(Relation.JOINED),
        most=BRANDS_MAX,
    )
    return await all_rows(db, query, BrandOfPage)


async def get_site_status(db: Connection, publisher_id: int, site_id: int) -> int | None:
    """A site's status, or None if the publisher has no such site."""
    query = text(
        "select status from site where publisher_id = :publisher_id and site_id = :site_id and deleted_at is null",
        publisher_id=publisher_id,
        site_id=site_id,
    )
    status: int | None = await one_value(db, query)
    return status
