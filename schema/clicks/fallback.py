"""Where visitors of a link that is known to be broken are sent: the fallback of the link, the channel or the brand."""

from urllib.parse import unquote, urlsplit

from schema.brands.brand import BrandDraft
from schema.clicks.target import has_userinfo, matches_domains, parse_url
from schema.core.errors import Flaw

DOORS = ("/track/", "/s/")
"""The doors of tracking links: a fallback there would lead in a circle."""


def find_fallback(
    domains: tuple[str, ...],
    website: str,
    *,
    link: str | None,
    site: str | None,
    brand: str | None,
) -> str | None:
    """The first of the fallbacks that is where it may be: the brand's domains, or the channel's own host."""
    if link is not None and matches_domains(link, domains):
        return link
    if site is not None and is_on_host(site, website):
        return site
    return brand if brand is not None and matches_domains(brand, domains) else None


def is_on_host(url: str, website: str) -> bool:
    """Whether an address is on a website's own host."""
    target, own = parse_url(url), parse_url(website)
    return target is not None and target == own and not has_userinfo(url)


def leads_back(url: str, public_url: str) -> bool:
    """Whether an address is a tracking link of this portal."""
    target, own = parse_url(url), parse_url(public_url)
    # As the server reads a path: percent-encoding is undone, once.
    return target == own and unquote(urlsplit(url).path).startswith(DOORS)


def is_same_page(url: str, other: str) -> bool:
    """Whether two addresses lead to the same page, whatever the case of their host and their fragments."""
    return normalize(url) == normalize(other)


def normalize(url: str) -> tuple[object, str, str]:
    parts = urlsplit(url)
    return parse_url(url), parts.path.rstrip("/"), parts.query


def find_brand_flaw(draft: BrandDraft) -> Flaw | None:
    """What is wrong with a brand's own fallback, or None."""
    url = draft.fallback_url
    if url is None or matches_domains(url, tuple(draft.domains)):
        return None
    return Flaw("fallback_url", "must be on the brand's domains")
