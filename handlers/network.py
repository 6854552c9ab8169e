"""Calls for the network's staff and for brands' servers."""

from datetime import timedelta

import sql.accounts.publisher
import sql.brands.brand
import sql.brands.exchange_rate
import sql.brands.key
import sql.brands.site
import sql.network.account
import sql.network.brand_save
import sql.network.listings
import sql.network.order
import sql.network.retention
import sql.orders.intake
import sql.orders.review
from handlers.flows import two_step
from handlers.flows.network import brands_file
from handlers.flows.network import relationship_review as _relationship_review
from rpc import Brand, Code, Fault, Operator, Worker, job, procedure, query
from rpc.calls.audit import record
from rpc.security.tokens import BRAND_KEY
from schema.brands.brand import BrandDraft
from schema.brands.commission import find_unknown_owner, owners_of
from schema.brands.site import SiteStatus
from schema.core.envelope import History, Listing, Nothing, Page, Rows
from schema.core.errors import Flaw
from schema.core.money import inverse_rate
from schema.network.account import AccountFilter, NetworkAccount, TwoStepOff
from schema.network.network import (
    AccountLock,
    BrandKey,
    BrandLine,
    BrandSaved,
    BrandsFile,
    BrandStatusChange,
    McidRef,
    NetworkBrand,
    NetworkBrandFilter,
    NetworkOrder,
    NetworkOrderFilter,
    NetworkRelationship,
    NetworkSite,
    NetworkSiteFilter,
    OrderReviewed,
    OrdersReview,
    RateSave,
    RelationshipFilter,
    RelationshipReview,
    SiteReview,
)
from schema.orders.order import Conversions, ItemStatus, OrderOutcome
from sql.accounts.account import Login


@procedure("/network/brand_save")
async def brand_save(ctx: Operator, attributes: BrandDraft) -> BrandSaved:
    """Save a brand: update the one with the same mcid, or create it."""
    ctx.allow("brand.edit")
    groups = attributes.commission_groups
    unknown = await sql.network.listings.find_unknown(ctx.db, owners_of(groups))
    flaw = attributes.first_flaw() or find_unknown_owner(groups, unknown)
    if flaw:
        raise flaw.to_fault()
    [saved] = await sql.network.brand_save.save(ctx.db, [attributes], ctx.now)
    return BrandSaved(saved.mcid, saved.mid)


@procedure("/network/brands_import")
async def brands_import(ctx: Operator, attributes: BrandsFile) -> Rows[BrandLine]:
    """Save many brands from CSV or JSON. A faulty line is reported and changes nothing."""
    ctx.allow("brand.edit")
    lines = brands_file.read_lines(attributes.content)
    named = [owners_of(line.draft.commission_groups) for line in lines if line.draft]
    unknown = await sql.network.listings.find_unknown(ctx.db, set().union(*named))
    lines = [line.refuse_unknown_owner(unknown) for line in lines]
    drafts = [line.draft for line in lines if line.draft]
    saved = await sql.network.brand_save.save(ctx.db, drafts, ctx.now)
    created = {each.mcid for each in saved if each.created}
    return Rows([line.outcome(created) for line in lines])


@procedure("/network/brand_key", raises=[Code.BRAND_UNKNOWN], secret=True)
async def brand_key(ctx: Operator, attributes: McidRef) -> BrandKey:
    """Generate a new key for a brand's server. The previous key works for another day."""
    ctx.allow("brand.edit")
    brand = (await sql.brands.brand.of_mcids(ctx.db, [attributes.mcid])).get(attributes.mcid)
    if brand is None:
        raise Fault(Code.BRAND_UNKNOWN)
    key, hash = ctx.resources.tokens.make(BRAND_KEY, brand.mid)
    previous_until = await sql.brands.key.replace(ctx.db, brand.mid, hash, ctx.now)
    return BrandKey(brand.mcid, key, previous_until)


@procedure("/network/brand_status", raises=[Code.BRAND_UNKNOWN])
async def brand_status(ctx: Operator, attributes: BrandStatusChange) -> BrandSaved:
    """Put a brand online, pause it or take it offline."""
    ctx.allow("brand.edit")
    saved = await sql.network.brand_save.set_status(
        ctx.db, attributes.mcid, attributes.status, ctx.now
    )
    if saved is None:
        raise Fault(Code.BRAND_UNKNOWN)
    return BrandSaved(saved.mcid, saved.mid)


@query("/network/brands")
async def brands(ctx: Operator, filter: NetworkBrandFilter, page: Page) -> Listing[NetworkBrand]:
    """List all brands by name."""
    return Listing(*await sql.network.listings.brands(ctx.db, filter, page, ctx.now))


@query("/network/brand_info", raises=[Code.BRAND_UNKNOWN])
async def brand_info(ctx: Operator, attributes: McidRef) -> BrandDraft:
    """Get a brand in the form that /network/brand_save accepts."""
    draft = await sql.network.brand_save.get_draft(ctx.db, attributes.mcid)
    if draft is None:
        raise Fault(Code.BRAND_UNKNOWN)
    return draft


@query("/network/relationships")
async def relationships(
    ctx: Operator, filter: RelationshipFilter, page: Page
) -> Listing[NetworkRelationship]:
    """List relationships between channels and brands, pending applications first."""
    return Listing(*await sql.network.listings.relationships(ctx.db, filter, page))


@procedure("/network/relationship_review", raises=[Code.BRAND_UNKNOWN])
async def relationship_review(ctx: Operator, attributes: RelationshipReview) -> None:
    """Decide whether a channel may promote a brand."""
    ctx.allow("relationship.review")
    for flaw in attributes.find_flaws():
        raise flaw.to_fault()
    await _relationship_review.decide(ctx, attributes)


@query("/network/sites")
async def sites(ctx: Operator, filter: NetworkSiteFilter, page: Page) -> Listing[NetworkSite]:
    """List publishers' channels, those awaiting review first."""
    return await sql.network.account.sites(ctx.db, filter, page)


@procedure("/network/site_review")
async def site_review(ctx: Operator, attributes: SiteReview) -> None:
    """Approve, reject or disable a channel."""
    for flaw in attributes.find_flaws():
        raise flaw.to_fault()
    uid, site_id, status = attributes.uid, attributes.site_id, attributes.status
    await sql.accounts.publisher.lock(ctx.db, uid)
    reason = None if status is SiteStatus.APPROVED else attributes.reason
    if not await sql.brands.site.review(ctx.db, uid, site_id, status=status, reason=reason):
        raise Fault(Code.NOT_FOUND)
    await record(
        ctx,
        Login(uid, 0),
        operator_id=ctx.account.id,
        site=str(site_id),
        status=status.name.lower(),
    )


@query("/network/orders", raises=[Code.DATES_REVERSED])
async def orders(ctx: Operator, filter: NetworkOrderFilter, page: Page) -> History[NetworkOrder]:
    """List the orders of all publishers, the most recently reported first."""
    if filter.start_date and filter.end_date and filter.start_date > filter.end_date:
        raise Fault(Code.DATES_REVERSED, field="filter.end_date")
    return await sql.network.order.page(ctx.db, filter, page)


@procedure("/network/orders_review")
async def orders_review(ctx: Operator, attributes: OrdersReview) -> Rows[OrderReviewed]:
    """Approve or reject orders."""
    status, reason = attributes.status, attributes.reason_code
    if status == ItemStatus.PENDING:
        raise Flaw("status", "must be Approved or Rejected").to_fault()
    if status == ItemStatus.REJECTED and reason is None:
        raise Flaw("reason_code", "is required to reject").to_fault()
    rows = await sql.orders.review.review(
        ctx.db, attributes.oids, status, reason, now=ctx.now, by="network"
    )
    return Rows(rows)


@procedure("/network/conversions")
async def conversions(ctx: Brand, attributes: Conversions) -> Rows[OrderOutcome]:
    """Report orders as a brand. Repeating a report changes nothing."""
    orders = attributes.orders
    rows = await sql.orders.intake.ingest(
        ctx.db, ctx.mid, orders, ids=ctx.resources.ids, now=ctx.now, by=ctx.mcid
    )
    return Rows(rows)


@query("/network/accounts")
async def accounts(ctx: Operator, filter: AccountFilter, page: Page) -> Listing[NetworkAccount]:
    """List publishers and how their owners sign in, newest first."""
    return await sql.network.account.accounts(ctx.db, filter, page)


@procedure("/network/two_step_end", raises=[Code.USER_NOT_FOUND])
async def two_step_end(ctx: Operator, attributes: TwoStepOff) -> None:
    """Turn off two-step sign-in for a publisher who lost phone and recovery codes; sessions end."""
    await two_step.end_for_owner(ctx, attributes)


@procedure("/network/account_lock", raises=[Code.USER_NOT_FOUND])
async def account_lock(ctx: Operator, attributes: AccountLock) -> None:
    """Lock or unlock a publisher's account, or require a new password."""
    uid = attributes.uid
    if attributes.kind == "lock":
        exists = await sql.network.account.lock(ctx.db, uid, attributes.reason, ctx.now)
    elif attributes.kind == "unlock":
        exists = await sql.network.account.unlock(ctx.db, uid)
    else:
        exists = await sql.network.account.ask_new_password(ctx.db, uid, ctx.now)
    if not exists:
        raise Fault(Code.USER_NOT_FOUND)
    await record(ctx, Login(uid, 0), operator_id=ctx.account.id, kind=attributes.kind)


@procedure("/network/rate_save")
async def rate_save(ctx: Operator, attributes: RateSave) -> None:
    """Set the exchange rate between two currencies from a given day on."""
    ctx.allow("brand.edit")
    for flaw in attributes.find_flaws():
        raise flaw.to_fault()
    base, quote, day, rate = attributes.base, attributes.quote, attributes.day, attributes.rate
    await sql.brands.exchange_rate.put(ctx.db, base, quote, day, rate=rate)
    await sql.brands.exchange_rate.put_derived(ctx.db, quote, base, day, rate=inverse_rate(rate))


@job("/network/purge_expired", every=timedelta(days=1), atomic=False)
async def purge_expired(ctx: Worker, attributes: Nothing) -> None:  # noqa: ARG001 - as all jobs
    """Delete whatever has outlived its retention period."""
    await sql.network.retention.purge_shared(ctx.db, ctx.now)
    await sql.network.retention.purge_publishers(ctx.db, ctx.now)
