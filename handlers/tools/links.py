"""Tools: tracking links."""

import asyncio
from collections.abc import Mapping, Sequence

import sql.clicks.link
import sql.reports.link_totals
from handlers.flows.filters import check_sites, find_mids
from handlers.flows.links import link_urls
from rpc import Code, Fault, Publisher, procedure, query
from rpc.outside.qr import link_qr
from schema.brands.brand import BrandStatus, Relation
from schema.brands.site import SiteStatus
from schema.clicks.link import Link, LinkCode, LinkFilter, LinkMade
from schema.clicks.target import has_userinfo, is_address, matches_domains, parse_url, to_ascii_url
from schema.core.envelope import Listing, Page
from schema.core.ids import CODE, PATH
from schema.core.money import ZERO, round_money
from sql.clicks.link import BrandForSite, LinkRow
from sql.reports.link_totals import LinkTotals

TARGET = "attributes.target_url"


@procedure(
    "/tools/link_code",
    permission="link.edit",
    raises=[
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
    ],
)
async def link_code(ctx: Publisher, attributes: LinkCode) -> LinkMade:
    """Create a tracking link to a brand's page."""
    site_id = await approved_site(ctx, attributes.site_id)
    brand = await promotable_brand(ctx, site_id, attributes)
    check_target(brand, attributes.target_url, ctx.resources.settings.public_url)
    path = check_path(attributes.path)
    code = ctx.resources.ids.make_code(ctx.publisher_id)
    if path and not await sql.clicks.link.claim_path(ctx.db, ctx.publisher_id, path, code):
        text = f"{Code.TRACK_USED.message}: choose another path than '{path}'"
        raise Fault(Code.TRACK_USED, text, field="attributes.path")
    link_id = await sql.clicks.link.add(
        ctx.db,
        ctx.publisher_id,
        code=code,
        path=path,
        site_id=site_id,
        mid=brand.mid,
        target_url=to_ascii_url(attributes.target_url),
        uids=attributes.uids,
        note=attributes.note or "",
        now=ctx.now,
    )
    long, short = link_urls(ctx.resources.settings.public_url, code, path)
    return LinkMade(
        link_id=link_id,
        code=path or code,
        tracking_url=long,
        tracking_url_short=short,
        qr=await asyncio.to_thread(link_qr, short),
        warnings=link_warnings(brand, attributes.target_url),
    )


@query("/tools/links", permission="link.edit", raises=[Code.BRAND_UNKNOWN, Code.SITE_INVALID])
async def links(ctx: Publisher, filter: LinkFilter, page: Page) -> Listing[Link]:
    """List tracking links with their clicks, orders and commission, newest first."""
    await find_mids(ctx, [filter.mcid] if filter.mcid else [], "filter.mcid")
    await check_sites(ctx, [filter.site_id] if filter.site_id else [], "filter.site_id")
    rows, total = await sql.clicks.link.page(ctx.db, ctx.publisher_id, filter, page)
    totals = await sql.reports.link_totals.of_links(
        ctx.db, ctx.publisher_id, [row.link_id for row in rows]
    )
    return Listing(await asyncio.to_thread(to_links, ctx, rows, totals), total)


async def approved_site(ctx: Publisher, site_id: int | None) -> int:
    """The given site, or the default one, if it is approved."""
    chosen = site_id or ctx.site_id
    status = await sql.clicks.link.get_site_status(ctx.db, ctx.publisher_id, chosen)
    if status is None:
        raise Fault(Code.SITE_INVALID)
    if status != SiteStatus.APPROVED:
        raise Fault(
            Code.SITE_STATUS_ERROR, f"{Code.SITE_STATUS_ERROR.message}: the channel is not approved"
        )
    return chosen


async def promotable_brand(ctx: Publisher, site_id: int, draft: LinkCode) -> BrandForSite:
    """The given brand, if the site may promote it today."""
    if draft.mcid is None and draft.mid is None:
        text = "`attributes.mcid` or `attributes.mid` is required"
        raise Fault(Code.REQUEST_INVALID, text, field="attributes.mcid")
    brand = await sql.clicks.link.get_brand(
        ctx.db,
        ctx.publisher_id,
        site_id,
        mcid=draft.mcid,
        mid=draft.mid,
        today=ctx.now.date(),
    )
    if brand is None:
        raise Fault(Code.BRAND_UNKNOWN if draft.mcid is not None else Code.MERCHANT_NOT_FOUND)
    if brand.relationship != Relation.JOINED:
        raise Fault(Code.RELATIONSHIP_NOT_APPROVED)
    if brand.status != BrandStatus.ONLINE:
        raise Fault(Code.MERCHANT_OFFLINE)
    if not brand.has_terms:
        raise Fault(Code.TERMS_MISSING)
    return brand


def check_target(brand: BrandForSite, url: str, public_url: str) -> None:
    """Refuse a target that is not a URL, is forbidden, or is not the brand's."""
    found = parse_url(url)
    if found is None:
        example = f"https://{brand.domains[0].removeprefix('*.')}"
        raise Fault(
            Code.TARGET_URL_INVALID,
            f"{Code.TARGET_URL_INVALID.message}: give a full address such as {example}",
            field=TARGET,
        )
    if has_userinfo(url):
        text = f"{Code.URL_FORBIDDEN.message}: it contains a user name or password"
        raise Fault(Code.URL_FORBIDDEN, text, field=TARGET)
    if not matches_domains(url, brand.domains):
        if is_address(found[0]) or url.lower().startswith(f"{public_url.lower()}/"):
            raise Fault(Code.URL_FORBIDDEN, field=TARGET)
        raise Fault(
            Code.URL_NOT_SUPPORTED,
            f"{Code.URL_NOT_SUPPORTED.message}: {brand.name} takes links to {', '.join(brand.domains)}",
            field=TARGET,
        )
    home = url == brand.site_url or not url.partition("://")[2].partition("/")[2]
    if not brand.deep_link and not home:
        raise Fault(
            Code.URL_NOT_SUPPORTED,
            f"{Code.URL_NOT_SUPPORTED.message}: {brand.name} takes links to its home page only",
            field=TARGET,
        )
    for word in brand.forbidden_words:
        if word.lower() in url.lower():
            text = f"{Code.URL_FORBIDDEN.message}: '{word}' is not allowed"
            raise Fault(Code.URL_FORBIDDEN, text, field=TARGET)


def check_path(path: str | None) -> str | None:
    """The custom path, which must not look like a code, or None if none is given."""
    if not path:
        return None
    if not PATH.fullmatch(path) or CODE.fullmatch(path):
        raise Fault(
            Code.TRACK_INVALID,
            f"{Code.TRACK_INVALID.message}: a path has 3 to 64 letters, digits, - or _, begins and ends "
            "with a letter or digit, and is not 14 letters and digits long",
            field="attributes.path",
        )
    return path


def link_warnings(brand: BrandForSite, url: str) -> list[str]:
    """What works but could be better about a target."""
    found = []
    if url[:8].lower() != "https://":
        found.append("The target is not https: some browsers show a warning before they open it.")
    if f"{brand.click_param}=" in url:
        found.append(f"The target already contains {brand.click_param}: each click replaces it.")
    return found


def to_links(
    ctx: Publisher, rows: Sequence[LinkRow], totals: Mapping[int, LinkTotals]
) -> list[Link]:
    """In a thread, because of the QR codes."""
    return [to_link(ctx, row, totals[row.link_id]) for row in rows]


def to_link(ctx: Publisher, row: LinkRow, totals: LinkTotals) -> Link:
    long, short = link_urls(ctx.resources.settings.public_url, row.code, row.path)
    currency = ctx.account.currency
    return Link(
        link_id=row.link_id,
        code=row.path or row.code,
        mcid=row.mcid,
        brand_name=row.brand_name,
        site_id=row.site_id,
        target_url=row.target_url,
        tracking_url=long,
        tracking_url_short=short,
        qr=link_qr(short),
        uid1=row.uid1,
        uid2=row.uid2,
        uid3=row.uid3,
        uid4=row.uid4,
        uid5=row.uid5,
        note=row.note,
        clicks=totals.clicks,
        orders=totals.orders,
        commission=round_money(totals.commission or ZERO, currency),
        currency=currency,
        created_at=row.created_at,
    )
