"""Where visitors of a link that is known to be broken are sent: the fallback of the link, the channel or the brand."""

import re
from urllib.parse import unquote, urlsplit

from schema.brands.brand import BrandDraft
from schema.core.errors import Flaw, Rule
from schema.core.url import has_userinfo, parse_url
from schema.links.target_url import matches_domains

TRACKING_PATH = re.compile(r"/+(?:track|s)/", re.IGNORECASE)
"""The paths of tracking links: a fallback there would cause a redirect loop."""


def find_fallback(
    domains: tuple[str, ...],
    website: str,
    *,
    link: str | None,
    site: str | None,
    brand: str | None,
) -> str | None:
    """The first fallback on an allowed host: on the brand's domains, or on the channel's own host."""
    if link is not None and matches_domains(link, domains):
        return link
    if site is not None and is_on_host(site, website):
        return site
    return brand if brand is not None and matches_domains(brand, domains) else None


def is_on_host(url: str, website: str) -> bool:
    """Whether a URL is on a website's own host."""
    target, own = parse_url(url), parse_url(website)
    return target is not None and target == own and not has_userinfo(url)


def leads_back(url: str, public_url: str) -> bool:
    """Whether a URL is a tracking link of this portal."""
    target, own = parse_url(url), parse_url(public_url)
    # As the server reads a path: percent-encoding is undone, once.
    return target == own and bool(TRACKING_PATH.match(unquote(urlsplit(url).path)))


def is_same_page(url: str, other: str) -> bool:
    """Whether two URLs lead to the same page, ignoring fragments and the case of the host."""
    return normalize(url) == normalize(other)


def normalize(url: str) -> tuple[object, str, str]:
    parts = urlsplit(url)
    return parse_url(url), parts.path.rstrip("/"), parts.query


def find_brand_flaw(draft: BrandDraft) -> Flaw | None:
    """What is wrong with a brand's own fallback, or None."""
    url = draft.fallback_url
    if url is None or matches_domains(url, tuple(draft.domains)):
        return None
    why = "must be on the brand's domains"
    return Flaw("fallback_url", Rule.WRONG_HOST, why, ", ".join(draft.domains))
