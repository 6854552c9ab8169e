"""Measures once a week how brands decide and pay, across the network, and compares brands (docs/measured.md)."""

from datetime import timedelta

import sql.brands.measured_figures
import sql.network.measured.round
import sql.network.measured.statements
from handlers.brands.measured_figures import read_measured
from handlers.flows.network_day import network_day
from rpc import Code, Fault, Publisher, Worker, job, query
from schema.brands.measured import BrandComparison, ComparedBrand
from schema.brands.measured_counts import ROUND_DAYS, MeasuredSpan
from schema.core.envelope import Listing, Nothing
from schema.core.errors import Rule

PUBLISHERS_AT_ONCE, BRANDS_AT_ONCE = 20, 20


@job("/brands/measure", every=timedelta(days=ROUND_DAYS), atomic=False)
async def measure(ctx: Worker, attributes: Nothing) -> None:  # noqa: ARG001 - as all jobs
    """Count each publisher's orders with each brand, then renew the brands' published figures."""
    span = MeasuredSpan.up_to(network_day(ctx))
    zone = ctx.resources.network_time_zone
    after = 0
    while not ctx.stop.is_set():
        some = await sql.network.measured.statements.publisher_ids(
            ctx.db, after, PUBLISHERS_AT_ONCE
        )
        if not some:
            break
        await sql.network.measured.round.count_orders(ctx.db, some, span, ctx.now, zone)
        after = some[-1]
    after = 0
    while not ctx.stop.is_set():
        mids = await sql.network.measured.statements.brands(ctx.db, after, BRANDS_AT_ONCE)
        if not mids:
            break
        await sql.network.measured.round.renew_figures(ctx.db, mids, span)
        after = mids[-1]


@query(
    "/brands/compare",
    permission="brand.read",
    narrowed="channels",
    raises=[Code.BRAND_UNKNOWN, Code.REQUEST_INVALID],
)
async def compare(ctx: Publisher, attributes: BrandComparison) -> Listing[ComparedBrand]:
    """Compare how two to four brands decide and pay, as measured over the same months."""
    mcids = attributes.mcids
    for position, mcid in enumerate(mcids):
        if (first := mcids.index(mcid)) < position:
            raise Fault(
                Code.REQUEST_INVALID,
                field=f"attributes.mcids[{position}]",
                rule=Rule.DUPLICATE,
                limit=f"attributes.mcids[{first}]",
            )
    brands = await sql.brands.measured_figures.of_brands(ctx.db, ctx.publisher_id, mcids)
    if len(brands) < len(mcids):
        raise Fault(Code.BRAND_UNKNOWN)
    chosen = [brands[mcid] for mcid in mcids]
    measured = await read_measured(ctx, chosen, ctx.site_id)
    rows = [
        ComparedBrand(
            mcid=brand.mcid,
            name=brand.name,
            logo=brand.logo,
            commission=brand.commission,
            measured=figures,
        )
        for brand, figures in zip(chosen, measured, strict=True)
    ]
    return Listing(rows, len(rows))
