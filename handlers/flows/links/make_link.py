"""Making a tracking link, alone or among many."""

from typing import NamedTuple

import sql.brands.coupon
import sql.clicks.link
import sql.clicks.link_brand
from handlers.flows.links.check_link import check_path, check_target, link_warnings, path_taken
from handlers.flows.links.link_rows import link_urls
from rpc import Code, Fault, Publisher
from schema.brands.brand import BrandStatus, Relation
from schema.brands.site import SiteStatus
from schema.clicks.link import LinkCode
from schema.clicks.link_bulk import BulkLink
from schema.clicks.target import to_ascii_url
from sql.clicks.link_brand import LinkBrand

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
"""Why a link may not be made."""


class NewLink(NamedTuple):
    """A link that was made."""

    link_id: int
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


class CheckedLink(NamedTuple):
    """A link that may be made: everything it depends on holds."""

    site_id: int
    brand: LinkBrand
    path: str | None


async def check_draft(ctx: Publisher, draft: LinkCode) -> CheckedLink:
    """Check everything a link depends on but whether its path is free; raises a Fault for what does not hold."""
    site_id = await approved_site(ctx, draft.site_id)
    brand = await promotable_brand(ctx, site_id, draft)
    check_target(brand, draft.target_url, ctx.resources.settings.public_url)
    await check_coupon(ctx, brand, draft.coupon)
    return CheckedLink(site_id, brand, check_path(draft.path))


async def make_link(ctx: Publisher, draft: LinkCode) -> NewLink:
    """Check everything a link depends on, then make it: a Fault leaves nothing behind."""
    site_id, brand, path = await check_draft(ctx, draft)
    code = ctx.resources.ids.make_code(ctx.publisher_id)
    if path and not await sql.clicks.link.claim_path(ctx.db, ctx.publisher_id, path, code):
        raise path_taken(path)
    link_id = await sql.clicks.link.add(
        ctx.db,
        ctx.publisher_id,
        code=code,
        path=path,
        site_id=site_id,
        mid=brand.mid,
        target_url=to_ascii_url(draft.target_url),
        uids=draft.uids,
        note=draft.note or "",
        coupon=draft.coupon or "",
        now=ctx.now,
    )
    long, short = link_urls(ctx.resources.settings.public_url, code, path)
    return NewLink(link_id, path or code, long, short, link_warnings(brand, draft.target_url))


async def approved_site(ctx: Publisher, site_id: int | None) -> int:
    """The given site, or the default one, if it is approved."""
    chosen = site_id or ctx.site_id
    status = await sql.clicks.link_brand.get_site_status(ctx.db, ctx.publisher_id, chosen)
    if status is None:
        raise Fault(Code.SITE_INVALID, field=SITE)
    if status != SiteStatus.APPROVED:
        text = f"{Code.SITE_STATUS_ERROR.message}: the channel is not approved"
        raise Fault(Code.SITE_STATUS_ERROR, text, field=SITE)
    return chosen


async def promotable_brand(ctx: Publisher, site_id: int, draft: LinkCode) -> LinkBrand:
    """The given brand, if the site may promote it today."""
    if draft.mcid is None and draft.mid is None:
        text = "`attributes.mcid` or `attributes.mid` is required"
        raise Fault(Code.REQUEST_INVALID, text, field="attributes.mcid")
    brand = await sql.clicks.link_brand.get_for_site(
        ctx.db,
        ctx.publisher_id,
        site_id,
        mcid=draft.mcid,
        mid=draft.mid,
        today=ctx.now.date(),
    )
    by_mcid = draft.mcid is not None
    field = "attributes.mcid" if by_mcid else "attributes.mid"
    if brand is None:
        raise Fault(Code.BRAND_UNKNOWN if by_mcid else Code.MERCHANT_NOT_FOUND, field=field)
    if brand.relationship != Relation.JOINED:
        raise Fault(Code.RELATIONSHIP_NOT_APPROVED, field=field)
    if brand.status != BrandStatus.ONLINE:
        raise Fault(Code.MERCHANT_OFFLINE, field=field)
    if not brand.has_terms:
        raise Fault(Code.TERMS_MISSING, field=field)
    return brand


async def check_coupon(ctx: Publisher, brand: LinkBrand, code: str | None) -> None:
    """Refuse a coupon that the publisher may not promote today."""
    if code and not await sql.brands.coupon.may_promote(
        ctx.db, ctx.publisher_id, brand.mid, code, ctx.now.date()
    ):
        text = f"{brand.name} has no coupon '{code}' for you today"
        raise Fault(Code.NOT_FOUND, text, field="attributes.coupon")
