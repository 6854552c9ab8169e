"""Changes of a brand's terms, with their effect on a publisher's commission."""

from collections.abc import Iterator

import sql.brands.brand
import sql.brands.terms
from handlers.flows.network_day import network_day
from handlers.flows.sold_items import read_sold
from rpc import Code, Fault, Publisher, query
from schema.brands.commission_group import (
    FIXED_AMOUNT_UNITS,
    CommissionGroup,
    CommissionUnit,
    describe_changes,
)
from schema.brands.terms import BrandTerms
from schema.brands.terms_change import (
    CHANGE_LISTED_FOR,
    EFFECTS_SHOWN,
    BrandRef,
    TermsChange,
    TermsEffect,
)
from schema.core.envelope import Listing
from schema.core.money import round_money
from schema.orders.sold_item import EFFECT_DAYS, ListedChange, list_changes, saves_of


@query(
    "/brands/terms_changes",
    permission="brand.read",
    narrowed="channels",
    raises=[Code.BRAND_UNKNOWN],
    heavy=True,
)
async def terms_changes(ctx: Publisher, attributes: BrandRef) -> Listing[TermsChange]:
    """List the latest changes of a brand's terms, announced or in force, and what they change for the publisher."""
    brand = await sql.brands.brand.get(ctx.db, ctx.publisher_id, ctx.site_id, attributes.mcid)
    if brand is None:
        raise Fault(Code.BRAND_UNKNOWN)
    unit = CommissionUnit(brand.currency, FIXED_AMOUNT_UNITS[brand.offer_type])
    rows = await read_changes(ctx, brand.mid, unit)
    return Listing(rows, len(rows))


async def read_changes(ctx: Publisher, mid: int, unit: CommissionUnit) -> list[TermsChange]:
    """The latest changes of a brand's terms that concern a publisher, the newest first."""
    mine, zone = ctx.publisher_id, ctx.resources.network_time_zone
    since = network_day(ctx) - CHANGE_LISTED_FOR
    terms = await sql.brands.terms.get(ctx.db, mid, [mine], zone)
    rows = list(terms.by_id.values())
    if not saves_of(rows, since):
        return []
    zones = {mine: ctx.account.time_zone}
    sold = await read_sold(ctx.db, zones, [mid], ctx.now - EFFECT_DAYS, zone)
    changes = list_changes(rows, mine, sold.items, sold.rates, since, zone)
    return [to_change(ctx, change, unit) for change in changes[:EFFECTS_SHOWN]]


def to_change(ctx: Publisher, change: ListedChange, unit: CommissionUnit) -> TermsChange:
    effect, currency = change.effect, ctx.account.currency
    return TermsChange(
        announced_at=change.announced_at,
        starts_on=change.starts_on,
        notice_days=change.notice_days,
        lines=list(describe_change(change, ctx.publisher_id, unit)),
        effect=TermsEffect(
            orders=effect.orders,
            before=round_money(effect.before, currency),
            after=round_money(effect.after, currency),
            currency=currency,
        )
        if effect.orders
        else None,
    )


def describe_change(change: ListedChange, publisher_id: int, unit: CommissionUnit) -> Iterator[str]:
    """Describe what changed for every publisher, then what changed for this publisher alone."""
    before, after = change.before, change.after
    yield from describe_changes(
        groups_of(before, 0), groups_of(after, 0), unit, unit_before=unit_of(before, unit)
    )
    for line in describe_changes(
        groups_of(before, publisher_id),
        groups_of(after, publisher_id),
        unit,
        unit_before=unit_of(before, unit),
    ):
        yield f"{line}, for you alone"


def groups_of(terms: BrandTerms, publisher_id: int) -> list[CommissionGroup]:
    """The groups of terms for everybody (0) or for one publisher, without saying for whom."""
    rows = sorted(terms.by_id.values(), key=lambda each: each.terms_id)
    return [
        each._replace(publisher_id=0, site_id=0).group
        for each in rows
        if each.publisher_id == publisher_id
    ]


def unit_of(terms: BrandTerms, unit: CommissionUnit) -> CommissionUnit:
    """The unit of fixed amounts, in the currency in which these terms were saved."""
    return unit._replace(currency=next(iter(terms.currencies), unit.currency))
