"""Brands: found, read about, applied to."""

from rpc import Code, Publisher, procedure, query
from schema.brand import (
    Application,
    ApplicationOutcome,
    Brand,
    BrandFacets,
    BrandFilter,
    BrandInfo,
    BrandRef,
)
from schema.envelope import Listing, Page, Rows


@query("/brands/find", raises=[Code.SITE_INVALID])
async def find(ctx: Publisher, filter: BrandFilter, page: Page) -> Listing[Brand]:
    """Brands by how a site stands with them, by words, and by what they are."""
    raise AssertionError


@query("/brands/facets", raises=[Code.SITE_INVALID])
async def facets(ctx: Publisher, filter: BrandFilter) -> BrandFacets:
    """How many brands of the filter are of each category, country and offer type."""
    raise AssertionError


@query("/brands/info", raises=[Code.BRAND_UNKNOWN])
async def info(ctx: Publisher, attributes: BrandRef) -> BrandInfo:
    """Everything about one brand, and how the default site stands with it."""
    raise AssertionError


@procedure("/brands/apply", raises=[Code.SITE_INVALID, Code.SITE_STATUS_ERROR])
async def apply(ctx: Publisher, attributes: Application) -> Rows[ApplicationOutcome]:
    """Ask brands to let a site promote them; each is answered for itself."""
    raise AssertionError
