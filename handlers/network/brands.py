"""Calls for the network's staff: brands, their keys and logos, and exchange rates."""

import sql.brands.brand
import sql.brands.brand_key
import sql.brands.exchange_rate
import sql.network.brand_save
import sql.network.lists.brand
import sql.network.missing_rate
from handlers.flows.filter_checks import find_mid
from handlers.flows.network import brand_logo, brand_saving
from rpc import Code, Fault, Operator, Worker, job, procedure, query
from rpc.security.tokens import BRAND_KEY
from schema.brands.brand import BrandDraft
from schema.core.envelope import History, Listing, Page, Rows
from schema.network.brand import (
    BrandKey,
    BrandLine,
    BrandSaved,
    BrandsFile,
    BrandStatusChange,
    McidRef,
    NetworkBrand,
    NetworkBrandFilter,
)
from schema.network.exchange_rate import ExchangeRate, MissingRate, RateFilter, RateSave
from sql.brands.logo import LogoFetch


@procedure("/network/brand_save", permission="brand.edit")
async def brand_save(ctx: Operator, attributes: BrandDraft) -> BrandSaved:
    """Save a brand: update the one with the same mcid, or create it."""
    return await brand_saving.save(ctx, attributes)


@procedure("/network/brands_import", permission="brand.edit")
async def brands_import(ctx: Operator, attributes: BrandsFile) -> Rows[BrandLine]:
    """Save many brands from CSV or JSON. A faulty line is reported and changes nothing."""
    return Rows(await brand_saving.save_lines(ctx, attributes.content))


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


@query("/network/brands", raises=[Code.BRAND_UNKNOWN])
async def brands(ctx: Operator, filter: NetworkBrandFilter, page: Page) -> History[NetworkBrand]:
    """List all brands by name."""
    await find_mid(ctx, filter.mcid)
    return await sql.network.lists.brand.page(ctx.db, filter, page, ctx.now)


@query("/network/brand_info", raises=[Code.BRAND_UNKNOWN])
async def brand_info(ctx: Operator, attributes: McidRef) -> BrandDraft:
    """Get a brand in the form that /network/brand_save accepts."""
    draft = await sql.network.brand_save.get_draft(ctx.db, attributes.mcid)
    if draft is None:
        raise Fault(Code.BRAND_UNKNOWN)
    return draft


@query("/network/rates", permission="brand.edit")
async def rates(ctx: Operator, filter: RateFilter, page: Page) -> Listing[ExchangeRate]:
    """List exchange rates, the latest day first."""
    return Listing(*await sql.brands.exchange_rate.page(ctx.db, filter, page))


@query("/network/missing_rates", permission="brand.edit")
async def missing_rates(ctx: Operator) -> Rows[MissingRate]:
    """List the rates without which orders are refused today: from brands' currencies to publishers'."""
    return Rows(await sql.network.missing_rate.list_missing(ctx.db, ctx.now.date()))


@procedure("/network/rate_save", permission="brand.edit")
async def rate_save(ctx: Operator, attributes: RateSave) -> None:
    """Set the exchange rate between two currencies from a given day on."""
    for flaw in attributes.find_flaws():
        raise flaw.to_fault()
    await sql.brands.exchange_rate.put_both(
        ctx.db, attributes.base, attributes.quote, attributes.day, rate=attributes.rate
    )


@job("/network/fetch_logo", attempts=3, atomic=False)
async def fetch_logo(ctx: Worker, attributes: LogoFetch) -> None:
    """Fetch a brand's logo from the address that an operator gave."""
    await brand_logo.fetch(ctx, attributes)
