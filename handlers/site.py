"""Channel management: the sites where a publisher promotes."""

from rpc import Code, Guest, Member, procedure, query
from schema.envelope import Listing, Page
from schema.site import Site, SiteDraft, SiteRef, SiteTypes


@query("/site/list")
async def list_(ctx: Member, page: Page) -> Listing[Site]:
    """The publisher's channels, the default one first."""
    raise AssertionError


@query("/site/info", raises=[Code.SITE_NOT_FOUND])
async def info(ctx: Member, attributes: SiteRef) -> Site:
    """One channel."""
    raise AssertionError


@procedure("/site/save", raises=[Code.SITE_NOT_FOUND, Code.SITE_STATUS_ERROR])
async def save(ctx: Member, attributes: SiteDraft) -> Site:
    """Save a channel: in place of the one whose id is given, else as a new one."""
    raise AssertionError


@procedure("/site/set_default", raises=[Code.SITE_NOT_FOUND, Code.SITE_STATUS_ERROR])
async def set_default(ctx: Member, attributes: SiteRef) -> Site:
    """Make a channel the one that stands wherever a call names none."""
    raise AssertionError


@query("/site/types")
async def types(ctx: Guest) -> SiteTypes:
    """The kinds of channels, their platforms, and the ways of promoting."""
    raise AssertionError
