"""Calls for the network's staff: brands, their keys and logos."""

import msgspec

import sql.accounts.upload
import sql.brands.brand
import sql.brands.brand_count
import sql.brands.brand_key
import sql.brands.logo
import sql.network.brand_save
import sql.network.lists.brand
import sql.network.publisher
from handlers.flows.filter_checks import find_mid
from handlers.flows.network_day import network_day
from handlers.flows.owned_files import require_own_image
from handlers.network.brands import brand_saving
from handlers.network.brands.brands_file import RESERVED, read_lines
from handlers.network.stale_save import refuse_stale
from rpc import Code, Fault, Operator, Worker, job, procedure, query
from rpc.files.file_type import identify_file
from rpc.outbound.http_client import Forbidden, Unreachable
from rpc.security.tokens import BRAND_KEY
from schema.accounts.account import NETWORK
from schema.accounts.upload import FILES_PATH, FileKind, StoredFile
from schema.brands.brand import BrandDraft, BrandEdit
from schema.brands.commission_group import find_unknown_owner, owners_of
from schema.core.envelope import CursorPage, Page, Results
from schema.core.errors import Flaw, Rule
from schema.links.fallback import find_brand_flaw
from schema.network.brand import (
    LOGO_REDIRECTS_MAX,
    BrandKey,
    BrandLine,
    BrandSaved,
    BrandsFile,
    BrandStatusChange,
    McidRef,
    NetworkBrand,
    NetworkBrandFilter,
)
from sql.brands.logo import LogoFetch

MCID_TAKEN = Flaw("mcid", Rule.TAKEN, "belongs to a brand already: change that one")
"""The error for a brand that is to be created and exists."""


@procedure("/network/brand_save", permission="brand.edit", raises=[Code.CHANGED_MEANWHILE])
async def brand_save(ctx: Operator, attributes: BrandEdit) -> BrandSaved:
    """Save a brand: update the one with the same mcid, or create it."""
    draft = attributes.to_draft()
    groups = draft.commission_groups
    unknown = await sql.network.publisher.find_unknown(ctx.db, owners_of(groups))
    flaw = draft.first_flaw() or find_brand_flaw(draft) or find_unknown_owner(groups, unknown)
    if not flaw and await sql.network.brand_save.find_reserved(ctx.db, [draft.mcid]):
        flaw = RESERVED
    if flaw:
        raise flaw.to_fault()
    if draft.logo and draft.logo.startswith(FILES_PATH):
        await require_own_image(ctx, "logo", draft.logo)
    if attributes.create or attributes.was:
        await check_stored(ctx, attributes, draft)
    [saved] = await sql.network.brand_save.save(ctx.db, [draft], ctx.now, network_day(ctx))
    await brand_saving.fetch_logos(ctx, [saved.mid])
    return BrandSaved(saved.mcid, saved.mid)


async def check_stored(ctx: Operator, edit: BrandEdit, draft: BrandDraft) -> None:
    """Refuse to create a brand that exists, or to overwrite what somebody has changed since it was read."""
    await sql.brands.brand_count.lock(ctx.db)  # before the brand, as where brands are saved
    await sql.brands.brand.lock(ctx.db, [draft.mcid])
    stored = await sql.network.brand_save.get_draft(ctx.db, draft.mcid)
    if stored is None:
        return
    if edit.create:
        raise MCID_TAKEN.to_fault()
    was = edit.was
    if was and was.logo_source:  # The job that fetches it has changed it since, and nobody else.
        was = msgspec.structs.replace(was, logo=stored.logo)
    refuse_stale(was, draft, stored)


@procedure("/network/brands_import", permission="brand.edit")
async def brands_import(ctx: Operator, attributes: BrandsFile) -> Results[BrandLine]:
    """Save brands in bulk from CSV or JSON. A faulty line is reported and changes nothing."""
    return Results(await brand_saving.save_part(ctx, read_lines(attributes.content)))


@procedure("/network/brand_key", permission="brand.edit", raises=[Code.BRAND_UNKNOWN], secret=True)
async def brand_key(ctx: Operator, attributes: McidRef) -> BrandKey:
    """Generate a new key for a brand's server. The previous key works for one more day."""
    brand = (await sql.brands.brand.of_mcids(ctx.db, [attributes.mcid])).get(attributes.mcid)
    if brand is None:
        raise Fault(Code.BRAND_UNKNOWN)
    key, hash = ctx.resources.tokens.make(BRAND_KEY, brand.mid)
    previous_until = await sql.brands.brand_key.replace(ctx.db, brand.mid, hash, ctx.now)
    return BrandKey(brand.mcid, key, previous_until)


@procedure("/network/brand_status", permission="brand.edit", raises=[Code.BRAND_UNKNOWN])
async def brand_status(ctx: Operator, attributes: BrandStatusChange) -> BrandSaved:
    """Put a brand online, pause it or take it offline."""
    saved = await sql.network.brand_save.set_status(
        ctx.db, attributes.mcid, attributes.status, ctx.now
    )
    if saved is None:
        raise Fault(Code.BRAND_UNKNOWN)
    return BrandSaved(saved.mcid, saved.mid)


@query("/network/brands", permission="brand.edit", raises=[Code.BRAND_UNKNOWN], heavy=True)
async def brands(ctx: Operator, filter: NetworkBrandFilter, page: Page) -> CursorPage[NetworkBrand]:
    """List all brands by name."""
    await find_mid(ctx, filter.mcid)
    return await sql.network.lists.brand.page(ctx.db, filter, page, ctx.now)


@query("/network/brand_info", permission="brand.edit", raises=[Code.BRAND_UNKNOWN])
async def brand_info(ctx: Operator, attributes: McidRef) -> BrandDraft:
    """Get a brand in the form that /network/brand_save accepts."""
    draft = await sql.network.brand_save.get_draft(ctx.db, attributes.mcid)
    if draft is None:
        raise Fault(Code.BRAND_UNKNOWN)
    return draft


@job("/network/fetch_logo", attempts=3, atomic=False)
async def fetch_logo(ctx: Worker, attributes: LogoFetch) -> None:
    """Fetch and store a brand's logo from the URL that an operator entered, unless it is not an image."""
    if attributes not in await sql.brands.logo.missing(ctx.db, [attributes.mid]):
        return
    try:
        response = await ctx.resources.http_client.get(
            attributes.url, max_redirects=LOGO_REDIRECTS_MAX
        )
    except Forbidden:
        return
    if response.status_code != 200:
        raise Unreachable(f"status {response.status_code}")
    content = await identify_file(response.content)
    if content.kind is not FileKind.IMAGE:
        return
    stored = StoredFile(content.name, content.kind, len(content.body))
    # The row is written first, so that the sweep also finds a file left behind by a crash.
    await sql.accounts.upload.add(ctx.db, NETWORK, stored, ctx.now)
    await ctx.resources.storage.put(stored.name, content.body)
    await sql.brands.logo.put(ctx.db, attributes, stored.url)
