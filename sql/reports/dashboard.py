"""The dashboard's data besides the reports: commission by stage, first steps taken, and names of links."""

from datetime import datetime

from msgspec import Struct

from schema.brands.brand import Relation
from schema.channels.channel import SOCIAL_PROFILE, SiteStatus
from sql.core.db import Connection, all_rows, fetch, one_row, text


class Steps(Struct, frozen=True):
    """The steps towards the first payment that have been taken, and what needs attention."""

    add_channel: bool
    verify_channel: bool
    join_brand: bool
    make_link: bool
    payment_method: bool
    first_click: bool
    first_order: bool
    failed_payment: bool
    """Whether a payment failed and waits for the publisher; this is not a step."""
    renew_self_billing: bool
    """Whether the agreement to self-billing ends soon, or has ended without being withdrawn."""
    vat_rejected: bool
    vat_unsaid: bool
    """Whether there is tax data from before publishers were asked about VAT."""
    profile_incomplete: bool
    """Whether money is on its way, and documents about it would lack the address or tax data."""
    site_to_verify: int | None
    """The first channel that can be verified and has not been."""
    channel_approved: bool
    channel_pending: bool
    refused_site: int | None
    """The first channel that was rejected and may be changed."""
    channel_reason: str | None
    applied: bool
    application_refused: bool
    application_reason: str | None


async def get_steps(db: Connection, publisher_id: int, renewed_before: datetime) -> Steps:
    """Get the steps; an agreement to self-billing is due for renewal if it ends before `renewed_before`."""
    query = text(
        """
        select exists (select from site
                        where publisher_id = :publisher_id and deleted_at is null) as add_channel,
               exists (select from site
                        where publisher_id = :publisher_id and deleted_at is null
                          and verified_at is not null)
               or not exists (select from site
                               where publisher_id = :publisher_id and deleted_at is null
                                 and channel_type <> :social_profile)
                  and exists (select from site
                               where publisher_id = :publisher_id and deleted_at is null) as verify_channel,
               exists (select from relationship
                        where publisher_id = :publisher_id and status = :joined) as join_brand,
               exists (select from link where publisher_id = :publisher_id) as make_link,
               exists (select from payment_method
                        where publisher_id = :publisher_id and deleted_at is null) as payment_method,
               exists (select from rollup where publisher_id = :publisher_id and clicks > 0)
               or exists (select from click
                           where publisher_id = :publisher_id and verdict = 'valid')
               or exists (select from click_intake
                           where publisher_id = :publisher_id and verdict = 'valid') as first_click,
               exists (select from conversion
                        where publisher_id = :publisher_id and not test_order) as first_order,
               exists (select from payment
                        where publisher_id = :publisher_id and state = 'failed') as failed_payment,
               exists (select from self_billing
                        where publisher_id = :publisher_id and ended_at is null and ends_at <= :renewed_before)
               or exists (select from (select end_reason from self_billing where publisher_id = :publisher_id
                                        order by agreed_at desc limit 1) as last
                           where end_reason in ('expired', 'changed')) as renew_self_billing,
               exists (select from vat_review
                        where publisher_id = :publisher_id and state = 'rejected') as vat_rejected,
               exists (select from publisher
                        where publisher_id = :publisher_id and company ->> 'vat_status' is null
                          and ((company ->> 'self_billing')::boolean
                               or coalesce(company ->> 'vat_id', '') <> '')) as vat_unsaid,
               exists (select from settlement where publisher_id = :publisher_id and paid_at is null)
               and exists (select from publisher
                            where publisher_id = :publisher_id
                              and (coalesce(company ->> 'address', '') = '' or coalesce(company ->> 'city', '') = ''
                                   or company ->> 'vat_status' is null)) as profile_incomplete,
               (select min(site_id) from site
                 where publisher_id = :publisher_id and deleted_at is null and verified_at is null
                   and channel_type <> :social_profile and status <> :disabled) as site_to_verify,
               exists (select from site
                        where publisher_id = :publisher_id and deleted_at is null
                          and status = :approved) as channel_approved,
               exists (select from site
                        where publisher_id = :publisher_id and deleted_at is null
                          and status = :site_pending) as channel_pending,
               (select min(site_id) from site
                 where publisher_id = :publisher_id and deleted_at is null and status = :site_rejected) as refused_site,
               (select status_reason from site
                 where publisher_id = :publisher_id and deleted_at is null and status in (:site_rejected, :disabled)
                 order by status, site_id limit 1) as channel_reason,
               exists (select from relationship
                        where publisher_id = :publisher_id and status = :pending) as applied,
               exists (select from relationship
                        where publisher_id = :publisher_id and status = :rejected) as application_refused,
               (select reason from relationship
                 where publisher_id = :publisher_id and status = :rejected
                 order by decided_at desc limit 1) as application_reason
        """,
        publisher_id=publisher_id,
        renewed_before=renewed_before,
        joined=Relation.JOINED,
        pending=Relation.PENDING,
        rejected=Relation.REJECTED,
        approved=SiteStatus.APPROVED,
        site_pending=SiteStatus.PENDING,
        site_rejected=SiteStatus.REJECTED,
        disabled=SiteStatus.DISABLED,
        social_profile=SOCIAL_PROFILE,
    )
    return await one_row(db, query, Steps)


async def get_logos(db: Connection, mcids: list[str]) -> dict[str, str | None]:
    """Each brand's logo."""
    query = text("select mcid, logo from brand where mcid = any(:mcids::text[])", mcids=mcids)
    rows = await fetch(db, query)
    return {row["mcid"]: row["logo"] for row in rows}


class LinkName(Struct, frozen=True):
    """The fields by which a link is shown: its brand, its target, and the last part of its tracking URL."""

    link_id: int
    brand_name: str
    target_url: str
    track: str


async def get_links(db: Connection, publisher_id: int, link_ids: list[int]) -> dict[int, LinkName]:
    query = text(
        """
        select link_id, brand.name as brand_name, target_url, coalesce(path, code) as track
          from link join brand on brand.mid = link.mid
         where publisher_id = :publisher_id and link_id = any(:link_ids::bigint[])
        """,
        publisher_id=publisher_id,
        link_ids=link_ids,
    )
    return {link.link_id: link for link in await all_rows(db, query, LinkName)}
