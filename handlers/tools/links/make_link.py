"""Creates a tracking link, alone or in bulk."""

from typing import NamedTuple

import sql.brands.coupon
import sql.links.link
import sql.links.link_brand
from handlers.flows.network_day import network_day
from handlers.tools.links.custom_path import check_path, path_taken
from handlers.tools.links.infer_brand import infer_brand, stopped_text
from handlers.tools.links.target_validation import check_target
from handlers.tools.links.target_warnings import link_warnings
from rpc import Code, Fault, Publisher
from schema.brands.brand import BrandStatus, Relation
from schema.channels.channel import SiteStatus
from schema.core.url import to_ascii_url
from schema.links.link import LinkCode, link_urls
from schema.links.link_bulk import BulkLink
from sql.links.link_brand import LinkBrand

SITE = "attributes.site_id"
FAULTS = [
    Code.SITE_STATUS_ERROR,
    Code.SITE_INVALID,
    Code.BRAND_UNKNOWN,
    Code.MERCHANT_NOT_FOUND,
    Code.RELATIONSHIP_NOT_APPROVED,
    Code.MERCHANT_OFFLINE,
    Code.TERMS_MISSING,
    Code.TARGET_URL_INVALID,
    Code.URL_NOT_SUPPORTED,
    Code.URL_FORBIDDEN,
    Code.TRACK_INVALID,
    Code.TRACK_USED,
]
"""Why creating a link may be refused."""


class NewLink(NamedTuple):
    """A link that was just created."""

    link_id: int
    brand: LinkBrand
    code: str
    long: str
    short: str
    warnings: list[str]

    def to_wire(self) -> BulkLink:
        return BulkLink(
            link_id=self.link_id,
            code=self.code,
            tracking_url=self.long,
            tracking_url_short=self.short,
            warnings=self.warnings,
        )


class Promotion(NamedTuple):
    """A channel, and a brand that it may promote today."""

    site_id: int
    brand: LinkBrand


async def find_promotion(ctx: Publisher, draft: LinkCode) -> Promotion:
    """The channel and the brand of a link. Raises a Fault if the channel may not promote the brand today."""
    site_id = await approved_site(ctx, draft.site_id)
    return Promotion(site_id, await promotable_brand(ctx, site_id, draft))


async def check_draft(ctx: Publisher, draft: LinkCode, brand: LinkBrand) -> str | None:
    """Validate a link's target, coupon and custom path, and return the path. Whether it is free is not checked."""
    check_target(brand, draft.target_url, ctx.resources.settings.public_url)
    await check_coupon(ctx, brand, draft.coupon)
    return check_path(draft.path)


async def add_link(ctx: Publisher, draft: LinkCode, promotion: Promotion) -> NewLink:
    """Validate the draft, then create the link. If it raises a Fault, nothing is stored."""
    site_id, brand = promotion
    path = await check_draft(ctx, draft, brand)
    code, target_url = ctx.resources.ids.make_code(ctx.publisher_id), to_ascii_url(draft.target_url)
    if path and not await sql.links.link.claim_path(ctx.db, ctx.publisher_id, path, code):
        raise path_taken(path)
    link_id = await sql.links.link.add(
        ctx.db,
        ctx.publisher_id,
        code=code,
        path=path,
        site_id=site_id,
        mid=brand.mid,
        target_url=target_url,
        uids=draft.uids,
        note=draft.note or "",
        coupon=draft.coupon or "",
        now=ctx.now,
    )
    long, short = link_urls(ctx.resources.settings.public_url, code, path)
    return NewLink(link_id, brand, path or code, long, short, link_warnings(brand, target_url))


async def approved_site(ctx: Publisher, site_id: int | None) -> int:
    """The given channel, or the default one. Raises a Fault unless it is the publisher's and approved."""
    chosen = site_id or ctx.site_id
    status = await sql.links.link_brand.get_site_status(ctx.db, ctx.publisher_id, chosen)
    if status is None:
        raise Fault(Code.SITE_INVALID, field=SITE)
    if status != SiteStatus.APPROVED:
        text = f"{Code.SITE_STATUS_ERROR.message}: the channel is not approved"
        raise Fault(Code.SITE_STATUS_ERROR, text, field=SITE)
    return chosen


async def promotable_brand(ctx: Publisher, site_id: int, draft: LinkCode) -> LinkBrand:
    """The given brand, or the target's. Raises a Fault unless the channel may promote it today."""
    mcid = draft.mcid
    if mcid is None and draft.mid is None:
        mcid = await infer_brand(ctx, site_id, draft.target_url)
    brand = await sql.links.link_brand.get_for_site(
        ctx.db,
        ctx.publisher_id,
        site_id,
        mcid=mcid,
        mid=draft.mid,
        today=network_day(ctx),
    )
    by_mcid = mcid is not None
    field = "attributes.mcid" if by_mcid else "attributes.mid"
    if brand is None:
        raise Fault(Code.BRAND_UNKNOWN if by_mcid else Code.MERCHANT_NOT_FOUND, field=field)
    if brand.relationship != Relation.JOINED:
        raise Fault(Code.RELATIONSHIP_NOT_APPROVED, field=field)
    if brand.status != BrandStatus.ONLINE:
        text = stopped_text(brand.name, brand.status)
        data = {"mcid": brand.mcid, "brand_name": brand.name}
        raise Fault(Code.MERCHANT_OFFLINE, text, field=field, data=data)
    if not brand.has_terms:
        raise Fault(Code.TERMS_MISSING, field=field)
    return brand


async def check_coupon(ctx: Publisher, brand: LinkBrand, code: str | None) -> None:
    """Refuse a coupon that the publisher may not promote today."""
    if code and not await sql.brands.coupon.may_promote(
        ctx.db, ctx.publisher_id, brand.mid, code, network_day(ctx)
    ):
        text = f"{brand.name} has no coupon '{code}' for you today"
        raise Fault(Code.NOT_FOUND, text, field="attributes.coupon")
