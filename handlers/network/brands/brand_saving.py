"""Saves the brands of a file, and queues the fetching of logos."""

from collections.abc import Sequence

import sql.brands.logo
import sql.network.brand_save
import sql.network.publisher
from handlers.flows.network_day import network_day
from handlers.network.brands.brands_file import BrandFileLine
from rpc import Operator
from rpc.jobs.job import job_for
from schema.brands.commission_group import owners_of
from schema.network.brand import BrandLine
from sql.brands.logo import LogoFetch


async def save_part(ctx: Operator, part: Sequence[BrandFileLine]) -> list[BrandLine]:
    """Save the brands of some lines of a file, which have already been checked. Returns the outcome of each line."""
    named = [owners_of(line.draft.commission_groups) for line in part if line.draft]
    unknown = await sql.network.publisher.find_unknown(ctx.db, set().union(*named))
    reserved = await sql.network.brand_save.find_reserved(
        ctx.db, [line.draft.mcid for line in part if line.draft]
    )
    lines = [line.refuse_unknown_owner(unknown).refuse_reserved(reserved) for line in part]
    drafts = [line.draft for line in lines if line.draft]
    saved = await sql.network.brand_save.save(ctx.db, drafts, ctx.now, network_day(ctx))
    await fetch_logos(ctx, [each.mid for each in saved])
    created = {each.mcid for each in saved if each.created}
    return [line.outcome(created) for line in lines]


async def fetch_logos(ctx: Operator, mids: Sequence[int]) -> None:
    """Queue a job to fetch each of the brands' logos that is still missing."""
    for wanted in await sql.brands.logo.missing(ctx.db, mids):
        key = f"logo-{wanted.mid}-{wanted.url}"
        await job_for(LogoFetch).later(ctx.db, wanted, key=key)
