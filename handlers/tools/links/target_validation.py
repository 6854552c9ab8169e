"""Where a link and its fallback may lead: a brand's own pages, without its forbidden words."""

from rpc import Code, Fault
from schema.core.url import has_userinfo, is_address, parse_url
from schema.links.fallback import is_same_page, leads_back
from schema.links.target_url import matches_domains
from sql.links.link_brand import LinkBrand

TARGET = "attributes.target_url"
FALLBACK = "attributes.fallback_url"


def check_fallback(
    brand: LinkBrand, url: str, target_url: str, public_url: str, field: str = FALLBACK
) -> None:
    """Refuse a fallback that no link to the brand may lead to, or that is the target itself."""
    check_target(brand, url, public_url, field)
    if is_same_page(url, target_url):
        text = f"{Code.URL_FORBIDDEN.message}: this is the target itself"
        raise Fault(Code.URL_FORBIDDEN, text, field=field)


def check_target(brand: LinkBrand, url: str, public_url: str, field: str = TARGET) -> None:
    """Refuse a target that is not a URL, is a tracking link, is forbidden, or is not the brand's."""
    url = url.strip()
    host = check_address(url, brand.domains[0].removeprefix("*."), public_url, field)
    if not matches_domains(url, brand.domains):
        check_foreign(url, host, public_url, field)
        raise Fault(
            Code.URL_NOT_SUPPORTED,
            f"{Code.URL_NOT_SUPPORTED.message}: {brand.name} accepts links to {', '.join(brand.domains)}",
            field=field,
        )
    home = url == brand.site_url or not url.partition("://")[2].partition("/")[2]
    if not brand.deep_link and not home:
        raise Fault(
            Code.URL_NOT_SUPPORTED,
            f"{Code.URL_NOT_SUPPORTED.message}: {brand.name} accepts links to its home page only",
            field=field,
        )
    for word in brand.forbidden_words:
        if word.lower() in url.lower():
            text = f"{Code.URL_FORBIDDEN.message}: '{word}' is not allowed"
            raise Fault(Code.URL_FORBIDDEN, text, field=field)


def check_address(url: str, example: str, public_url: str, field: str = TARGET) -> str:
    """Return the host of a target. Refuses invalid web addresses, those with a user name, and tracking links."""
    parts = parse_url(url)
    if parts is None:
        text = f"{Code.TARGET_URL_INVALID.message}: give a full address such as https://{example}"
        raise Fault(Code.TARGET_URL_INVALID, text, field=field)
    if has_userinfo(url):
        text = f"{Code.URL_FORBIDDEN.message}: it contains a user name or password"
        raise Fault(Code.URL_FORBIDDEN, text, field=field)
    if leads_back(url, public_url):
        text = f"{Code.URL_FORBIDDEN.message}: a tracking link would lead in a circle"
        raise Fault(Code.URL_FORBIDDEN, text, field=field)
    return parts[0]


def check_foreign(url: str, host: str, public_url: str, field: str = TARGET) -> None:
    """Refuse a target outside a brand's domains that no brand could have: an IP address, or a page of the portal."""
    if is_address(host) or url.lower().startswith(f"{public_url.lower()}/"):
        raise Fault(Code.URL_FORBIDDEN, field=field)
