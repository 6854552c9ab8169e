"""Tools: tracking links."""

from rpc import Code, Publisher, procedure, query
from schema.envelope import Listing, Page
from schema.link import Link, LinkCode, LinkFilter, LinkMade


@procedure(
    "/tools/link_code",
    raises=[
        Code.SITE_STATUS_ERROR,
        Code.SITE_INVALID,
        Code.BRAND_UNKNOWN,
        Code.MERCHANT_NOT_FOUND,
        Code.RELATIONSHIP_NOT_APPROVED,
        Code.MERCHANT_OFFLINE,
        Code.TERMS_MISSING,
        Code.TARGET_URL_INVALID,
        Code.URL_NOT_SUPPORTED,
        Code.URL_FORBIDDEN,
        Code.TRACK_INVALID,
        Code.TRACK_USED,
        Code.LINK_NOT_GENERATED,
    ],
)
async def link_code(ctx: Publisher, attributes: LinkCode) -> LinkMade:
    """Make a tracking link for a brand's page."""
    raise AssertionError


@query("/tools/links")
async def links(ctx: Publisher, filter: LinkFilter, page: Page) -> Listing[Link]:
    """The publisher's tracking links, newest first, with what they brought."""
    raise AssertionError
