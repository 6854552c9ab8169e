"""Brands that the network's staff save, one by one or from a file."""

import sql.network.brand_save
import sql.network.publisher
from handlers.flows.network import brand_logo, brands_file
from handlers.flows.owned_files import require_own_image
from rpc import Operator
from schema.accounts.upload import FILES_PATH
from schema.brands.brand import BrandDraft
from schema.brands.commission_group import find_unknown_owner, owners_of
from schema.clicks.fallback import find_brand_flaw
from schema.network.brand import BrandLine, BrandSaved


async def save(ctx: Operator, draft: BrandDraft) -> BrandSaved:
    """Save a brand, whose terms may name only publishers and channels that exist."""
    groups = draft.commission_groups
    unknown = await sql.network.publisher.find_unknown(ctx.db, owners_of(groups))
    flaw = draft.first_flaw() or find_brand_flaw(draft) or find_unknown_owner(groups, unknown)
    if flaw:
        raise flaw.to_fault()
    if draft.logo and draft.logo.startswith(FILES_PATH):
        await require_own_image(ctx, "logo", draft.logo)
    [saved] = await sql.network.brand_save.save(ctx.db, [draft], ctx.now)
    await brand_logo.fetch_later(ctx, [saved.mid])
    return BrandSaved(saved.mcid, saved.mid)


async def save_lines(ctx: Operator, content: str) -> list[BrandLine]:
    """Save the brands of a file; returns the outcome of each line."""
    lines = brands_file.read_lines(content)
    named = [owners_of(line.draft.commission_groups) for line in lines if line.draft]
    unknown = await sql.network.publisher.find_unknown(ctx.db, set().union(*named))
    lines = [line.refuse_unknown_owner(unknown) for line in lines]
    drafts = [line.draft for line in lines if line.draft]
    saved = await sql.network.brand_save.save(ctx.db, drafts, ctx.now)
    await brand_logo.fetch_later(ctx, [each.mid for each in saved])
    created = {each.mcid for each in saved if each.created}
    return [line.outcome(created) for line in lines]
