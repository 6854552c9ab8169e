"""What the network's staff and the brands' servers do."""

import sql.accounts.profile
import sql.accounts.publisher
import sql.brands.brand
import sql.brands.exchange_rate
import sql.brands.key
import sql.brands.relationship
import sql.brands.site
import sql.core.outbox
import sql.network.account
import sql.network.brand_save
import sql.network.listings
import sql.network.order
import sql.orders.intake
import sql.orders.review
from handlers.flows import brands_file, staff_account
from rpc import Brand, Code, Fault, Operator, procedure, query
from rpc.calls.audit import record
from rpc.jobs.notify import notify_account
from rpc.security.tokens import BRAND_KEY
from schema.brands.brand import BrandDraft, Relation
from schema.brands.commission import owners, stranger
from schema.brands.site import SiteStatus
from schema.core.envelope import History, Listing, Page, Rows
from schema.core.errors import Flaw
from schema.core.money import inverse
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
    """Save a brand: in place of the one of its mcid, else as a new one."""
    ctx.allow("brand.edit")
    groups = attributes.commission_groups
    unknown = await sql.network.listings.strangers(ctx.db, owners(groups))
    flaw = attributes.flaw() or stranger(groups, unknown)
    if flaw:
        raise flaw.fault()
    [saved] = await sql.network.brand_save.save(ctx.db, [attributes], ctx.now)
    return BrandSaved(saved.mcid, saved.mid)


@procedure("/network/brands_import")
async def brands_import(ctx: Operator, attributes: BrandsFile) -> Rows[BrandLine]:
    """Save many brands from CSV or JSON; a line that is wrong is named and changes nothing."""
    ctx.allow("brand.edit")
    lines = brands_file.read(attributes.content)
    named = [owners(line.draft.commission_groups) for line in lines if line.draft]
    unknown = await sql.network.listings.strangers(ctx.db, set().union(*named))
    lines = [line.known(unknown) for line in lines]
    drafts = [line.draft for line in lines if line.draft]
    saved = await sql.network.brand_save.save(ctx.db, drafts, ctx.now)
    created = {each.mcid for each in saved if each.created}
    return Rows([line.outcome(created) for line in lines])


@procedure("/network/brand_key", raises=[Code.BRAND_UNKNOWN], secret=True)
async def brand_key(ctx: Operator, attributes: McidRef) -> BrandKey:
    """Draw a new key for a brand's server; the one before it works for a day more."""
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
    """All brands, by name."""
    return Listing(*await sql.network.listings.brands(ctx.db, filter, page, ctx.now))


@query("/network/brand_info", raises=[Code.BRAND_UNKNOWN])
async def brand_info(ctx: Operator, attributes: McidRef) -> BrandDraft:
    """One brand as brand_save takes it, to be changed and saved again."""
    draft = await sql.network.brand_save.draft(ctx.db, attributes.mcid)
    if draft is None:
        raise Fault(Code.BRAND_UNKNOWN)
    return draft


@query("/network/relationships")
async def relationships(
    ctx: Operator, filter: RelationshipFilter, page: Page
) -> Listing[NetworkRelationship]:
    """How sites stand with brands, those that wait for a decision first."""
    return Listing(*await sql.network.listings.relationships(ctx.db, filter, page))


@procedure("/network/relationship_review")
async def relationship_review(ctx: Operator, attributes: RelationshipReview) -> None:
    """Decide whether a site may promote a brand."""
    ctx.allow("relationship.review")
    for flaw in attributes.wrong():
        raise flaw.fault()
    uid, site_id, status = attributes.uid, attributes.site_id, attributes.status
    brand = (await sql.brands.brand.of_mcids(ctx.db, [attributes.mcid])).get(attributes.mcid)
    if brand is None:
        raise Fault(Code.NOT_FOUND)
    before = await sql.brands.relationship.locked(ctx.db, uid, site_id, brand.mid)
    if before is None:
        raise Fault(Code.NOT_FOUND)
    reason = None if status is Relation.JOINED else attributes.reason
    await sql.brands.relationship.decide(
        ctx.db, uid, site_id, brand.mid, status=status, reason=reason, now=ctx.now
    )
    if before is not status:
        event = brand.stood(uid, site_id, before, status, reason or "")
        await sql.core.outbox.add(ctx.db, [event], ctx.now)
        for login in await sql.accounts.profile.wanting(ctx.db, uid, "brands"):
            decided = {"brand": brand.name, "mcid": brand.mcid, "decision": status.name.lower()}
            await notify_account(ctx, login, "relationship", **decided, reason=reason or "")


@query("/network/sites")
async def sites(ctx: Operator, filter: NetworkSiteFilter, page: Page) -> Listing[NetworkSite]:
    """The publishers' channels, those that wait for a review first."""
    return await sql.network.account.sites(ctx.db, filter, page)


@procedure("/network/site_review")
async def site_review(ctx: Operator, attributes: SiteReview) -> None:
    """Approve, reject or disable a channel."""
    for flaw in attributes.wrong():
        raise flaw.fault()
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
    """Orders of all publishers, last reported first."""
    if filter.start_date and filter.end_date and filter.start_date > filter.end_date:
        raise Fault(Code.DATES_REVERSED, field="filter.end_date")
    return await sql.network.order.page(ctx.db, filter, page)


@procedure("/network/orders_review")
async def orders_review(ctx: Operator, attributes: OrdersReview) -> Rows[OrderReviewed]:
    """Approve or reject orders."""
    status, reason = attributes.status, attributes.reason_code
    if status == ItemStatus.PENDING:
        raise Flaw("status", "must be Approved or Rejected").fault()
    if status == ItemStatus.REJECTED and reason is None:
        raise Flaw("reason_code", "is required to reject").fault()
    rows = await sql.orders.review.review(
        ctx.db, attributes.oids, status, reason, now=ctx.now, by="network"
    )
    return Rows(rows)


@procedure("/network/conversions")
async def conversions(ctx: Brand, attributes: Conversions) -> Rows[OrderOutcome]:
    """Take a brand's report of orders; the same report again changes nothing."""
    orders = attributes.orders
    rows = await sql.orders.intake.take(
        ctx.db, ctx.mid, orders, ids=ctx.resources.ids, now=ctx.now, by=ctx.mcid
    )
    return Rows(rows)


@query("/network/accounts")
async def accounts(ctx: Operator, filter: AccountFilter, page: Page) -> Listing[NetworkAccount]:
    """The publishers, each with how its owner signs in, the newest first."""
    return await sql.network.account.accounts(ctx.db, filter, page)


@procedure("/network/two_step_end", raises=[Code.USER_NOT_FOUND])
async def two_step_end(ctx: Operator, attributes: TwoStepOff) -> None:
    """Ask a publisher for no code any more, who has lost phone and recovery codes; its sessions end."""
    await staff_account.end_second_step(ctx, attributes)


@procedure("/network/account_lock", raises=[Code.USER_NOT_FOUND])
async def account_lock(ctx: Operator, attributes: AccountLock) -> None:
    """Lock a publisher's account, unlock it, or ask it for a new password."""
    uid = attributes.uid
    if attributes.kind == "lock":
        known = await sql.network.account.lock(ctx.db, uid, attributes.reason, ctx.now)
    elif attributes.kind == "unlock":
        known = await sql.network.account.unlock(ctx.db, uid)
    else:
        known = await sql.network.account.ask_new_password(ctx.db, uid)
    if not known:
        raise Fault(Code.USER_NOT_FOUND)
    await record(ctx, Login(uid, 0), operator_id=ctx.account.id, kind=attributes.kind)


@procedure("/network/rate_save")
async def rate_save(ctx: Operator, attributes: RateSave) -> None:
    """Set what a currency is worth in another from a day on."""
    ctx.allow("brand.edit")
    for flaw in attributes.wrong():
        raise flaw.fault()
    base, quote, day, rate = attributes.base, attributes.quote, attributes.day, attributes.rate
    await sql.brands.exchange_rate.put(ctx.db, base, quote, day, rate=rate)
    await sql.brands.exchange_rate.put_derived(ctx.db, quote, base, day, rate=inverse(rate))
