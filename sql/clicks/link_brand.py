"""What of brands and sites decides about a tracking link."""

from datetime import date

from msgspec import Struct

from sql.core.db import Connection, maybe_row, one_value, text


class LinkBrand(Struct, frozen=True, kw_only=True):
    """What a link to a brand depends on, for one site."""

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
    """Those whose orders alone are paid for; empty if all are."""


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
          left join relationship on relationship.publisher_id = $1
                                and relationship.site_id = $2 and relationship.mid = brand.mid
         cross join lateral (
               select array_agg(distinct coalesce(country, '') order by coalesce(country, '')) as countries
                 from terms
                where terms.mid = brand.mid and replaced_at is null
                  and terms.publisher_id in (0, $1) and terms.site_id in (0, $2)
                  and (starts_at is null or starts_at <= $5)
                  and (ends_at is null or ends_at > $5)) as paid
         where ($3::text is null or mcid = $3) and ($4::bigint is null or brand.mid = $4)
        """,
        publisher_id,
        site_id,
        mcid,
        mid,
        today,
    )
    return await maybe_row(db, query, LinkBrand)


async def get_site_status(db: Connection, publisher_id: int, site_id: int) -> int | None:
    """A site's status, or None if the publisher has no such site."""
    query = text(
        "select status from site where publisher_id = $1 and site_id = $2 and deleted_at is null",
        publisher_id,
        site_id,
    )
    status: int | None = await one_value(db, query)
    return status
