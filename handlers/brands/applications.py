"""Channels' applications to brands: making, withdrawing and listing them."""

from msgspec.structs import replace

import sql.brands.answer_time
import sql.brands.application_list
import sql.brands.brand
import sql.brands.relationship
import sql.brands.standing
import sql.channels.channel
import sql.core.outbox
from handlers.brands.channel_choice import resolve_site
from handlers.flows.filter_checks import check_sites, find_mid
from rpc import Code, Fault, Publisher, procedure, query
from schema.brands.application import (
    ANSWER_HISTORY,
    ApplicationFilter,
    ApplicationRow,
    BrandStanding,
    StandingFilter,
)
from schema.brands.brand import (
    Application,
    ApplicationOutcome,
    BrandStatus,
    Relation,
    RelationshipStatus,
    SiteBrandRef,
)
from schema.channels.channel import SiteStatus
from schema.core.envelope import CursorPage, Page, Results
from schema.core.errors import Rule
from schema.core.event import Event
from sql.brands.brand import BrandState
from sql.brands.relationship import SiteRelation


@query(
    "/brands/applications",
    permission="brand.read",
    narrowed="channels",
    raises=[Code.SITE_INVALID, Code.BRAND_UNKNOWN],
    heavy=True,
)
async def applications(
    ctx: Publisher, filter: ApplicationFilter, page: Page
) -> CursorPage[ApplicationRow]:
    """List the applications of all channels to brands, with their age, state and reason, newest first."""
    await check_sites(ctx, [filter.site_id] if filter.site_id else [], "filter.site_id")
    mid, mine = await find_mid(ctx, filter.mcid), ctx.publisher_id
    found = await sql.brands.application_list.page(ctx.db, mine, filter, mid, page, ctx.now)
    usual = await sql.brands.answer_time.usual_answers(
        ctx.db, mine, [row.mid for row in found.rows], ctx.now - ANSWER_HISTORY
    )
    rows = [replace(row, usual_answer=usual.get(row.mid)) for row in found.rows]
    return replace(found, rows=rows)


@query("/brands/standings", permission="brand.read", narrowed="channels", heavy=True)
async def standings(
    ctx: Publisher, filter: StandingFilter, page: Page
) -> CursorPage[BrandStanding]:
    """List the brands that any channel has applied to, with each channel's relationship."""
    return await sql.brands.standing.page(ctx.db, ctx.publisher_id, filter, page)


@procedure(
    "/brands/apply",
    permission="site.edit",
    narrowed="channels",
    raises=[Code.SITE_INVALID, Code.SITE_STATUS_ERROR],
    agents="request",
)
async def apply(ctx: Publisher, attributes: Application) -> Results[ApplicationOutcome]:
    """Apply to brands on behalf of channels. Returns an outcome for each channel and brand."""
    mine, several = ctx.publisher_id, attributes.site_ids
    if several and attributes.site_id:
        raise Fault(Code.REQUEST_INVALID, field="attributes.site_id", rule=Rule.NOT_APPLICABLE)
    site_ids = list(dict.fromkeys(several or [attributes.site_id or ctx.site_id]))
    sites = await sql.channels.channel.lock_shared(ctx.db, mine, site_ids)
    refused = {site_id: code for site_id in site_ids if (code := refuse_site(sites.get(site_id)))}
    if refused and not several:
        raise Fault(refused[site_ids[0]])
    able = [site_id for site_id in site_ids if site_id not in refused]
    brands = await sql.brands.brand.of_mcids(ctx.db, attributes.mcids, ctx.publisher_id)
    online = {b.mid: b for b in brands.values() if b.status is BrandStatus.ONLINE}
    before = await sql.brands.relationship.get_relations(ctx.db, mine, able, list(online))
    wanted = [
        SiteRelation(site_id, mid, brand.initial_relation)
        for site_id in able
        for mid, brand in online.items()
    ]
    changed = await sql.brands.relationship.apply(
        ctx.db, mine, wanted, message=attributes.message, now=ctx.now
    )
    after = await sql.brands.relationship.get_relations(ctx.db, mine, able, list(online))
    events = [
        online[mid].relationship_event(
            mine, site_id, before.get((site_id, mid), Relation.NONE), status
        )
        for (site_id, mid), status in changed.items()
    ]
    await tell(ctx, events)
    return Results(
        [
            outcome_of(site_id, mcid, brands.get(mcid), refused.get(site_id), after)
            for site_id in site_ids
            for mcid in attributes.mcids
        ]
    )


@procedure(
    "/brands/leave",
    permission="site.edit",
    narrowed="channels",
    raises=[Code.SITE_INVALID, Code.BRAND_UNKNOWN, Code.RELATIONSHIP_NOT_APPROVED],
    agents="request",
)
async def leave(ctx: Publisher, attributes: SiteBrandRef) -> RelationshipStatus:
    """Withdraw a channel's pending application to a brand, or end its relationship with the brand."""
    mine, mcid = ctx.publisher_id, attributes.mcid
    site_id = await resolve_site(ctx, attributes.site_id)
    brand = (await sql.brands.brand.of_mcids(ctx.db, [mcid], ctx.publisher_id)).get(mcid)
    if brand is None:
        raise Fault(Code.BRAND_UNKNOWN)
    before = await sql.brands.relationship.lock(ctx.db, mine, site_id, brand.mid)
    if before not in (Relation.PENDING, Relation.JOINED):
        raise Fault(Code.RELATIONSHIP_NOT_APPROVED)
    after = Relation.ENDED if before is Relation.JOINED else Relation.NONE
    await sql.brands.relationship.leave(ctx.db, mine, site_id, brand.mid, status=after, now=ctx.now)
    await tell(ctx, [brand.relationship_event(mine, site_id, before, after)])
    return RelationshipStatus(mcid, site_id, after)


async def tell(ctx: Publisher, events: list[Event]) -> None:
    """Queue the events of changed relationships. Raises TOO_MANY_REQUESTS if the publisher changes too many of them."""
    if events:
        await ctx.resources.shared_limits.relationship.spend(
            ctx.db, str(ctx.publisher_id), ctx.now, amount=len(events)
        )
        await sql.core.outbox.add(ctx.db, events, ctx.now)


def refuse_site(status: SiteStatus | None) -> Code | None:
    """The error code of a channel that cannot apply to brands; None if it can."""
    if status is None:
        return Code.SITE_INVALID
    return None if status is SiteStatus.APPROVED else Code.SITE_STATUS_ERROR


def outcome_of(
    site_id: int,
    mcid: str,
    brand: BrandState | None,
    refused: Code | None,
    after: dict[tuple[int, int], Relation],
) -> ApplicationOutcome:
    if refused is not None:
        return refuse(site_id, mcid, refused)
    if brand is None:
        return refuse(site_id, mcid, Code.BRAND_UNKNOWN)
    if brand.status is not BrandStatus.ONLINE:
        return refuse(site_id, mcid, Code.MERCHANT_OFFLINE)
    return ApplicationOutcome(mcid, 0, "ok", after[site_id, brand.mid], site_id)


def refuse(site_id: int, mcid: str, code: Code) -> ApplicationOutcome:
    return ApplicationOutcome(mcid, code.number, code.message, None, site_id)
