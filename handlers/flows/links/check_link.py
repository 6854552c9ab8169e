"""What a link must be: where it may lead, and its custom path."""

from collections.abc import Sequence

from rpc import Code, Fault
from schema.clicks.fallback import is_same_page, leads_back
from schema.clicks.target import has_userinfo, is_address, matches_domains, parse_url
from schema.core.ids import CODE, PATH
from schema.core.region import find_region, name_in_sentence
from sql.clicks.link_brand import LinkBrand

TARGET = "attributes.target_url"
FALLBACK = "attributes.fallback_url"


def check_fallback(
    brand: LinkBrand, url: str, target_url: str, public_url: str, field: str = FALLBACK
) -> None:
    """Refuse what no link to the brand may lead to, a tracking link, and the target itself."""
    if leads_back(url, public_url):
        text = f"{Code.URL_FORBIDDEN.message}: a tracking link would lead in a circle"
        raise Fault(Code.URL_FORBIDDEN, text, field=field)
    check_target(brand, url, public_url, field)
    if is_same_page(url, target_url):
        text = f"{Code.URL_FORBIDDEN.message}: this is the target itself"
        raise Fault(Code.URL_FORBIDDEN, text, field=field)


def check_target(brand: LinkBrand, url: str, public_url: str, field: str = TARGET) -> None:
    """Refuse a target that is not a URL, is forbidden, or is not the brand's."""
    parts = parse_url(url)
    if parts is None:
        example = f"https://{brand.domains[0].removeprefix('*.')}"
        raise Fault(
            Code.TARGET_URL_INVALID,
            f"{Code.TARGET_URL_INVALID.message}: give a full address such as {example}",
            field=field,
        )
    if has_userinfo(url):
        text = f"{Code.URL_FORBIDDEN.message}: it contains a user name or password"
        raise Fault(Code.URL_FORBIDDEN, text, field=field)
    if not matches_domains(url, brand.domains):
        if is_address(parts[0]) or url.lower().startswith(f"{public_url.lower()}/"):
            raise Fault(Code.URL_FORBIDDEN, field=field)
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


def check_path(path: str | None) -> str | None:
    """The custom path, which must not look like a code, or None if none is given."""
    if not path:
        return None
    if not PATH.fullmatch(path) or CODE.fullmatch(path):
        raise Fault(
            Code.TRACK_INVALID,
            f"{Code.TRACK_INVALID.message}: a path has 3 to 64 letters, digits, - or _, begins and ends "
            "with a letter or digit, and is not 14 letters and digits long",
            field="attributes.path",
        )
    return path


def path_taken(path: str) -> Fault:
    """The refusal of a custom path that is another link's."""
    text = f"{Code.TRACK_USED.message}: choose another path than '{path}'"
    return Fault(Code.TRACK_USED, text, field="attributes.path")


def link_warnings(brand: LinkBrand, url: str) -> list[str]:
    """What works but could be better about a target."""
    warnings = []
    if url[:8].lower() != "https://":
        warnings.append(
            "The target is not https: some browsers show a warning before they open it."
        )
    if not brand.deep_link:
        warnings.append(
            f"{brand.name} accepts links to its home page only, whatever page you promote."
        )
    if brand.term_countries:
        warnings.append(f"{brand.name} pays only for orders from {names_of(brand.term_countries)}.")
    elif brand.regions:
        warnings.append(
            f"{brand.name} sells only in {names_of(brand.regions)}: visitors from elsewhere may find nothing to buy."
        )
    if f"{brand.click_param}=" in url:
        warnings.append(f"The target already contains {brand.click_param}: each click replaces it.")
    return warnings


def names_of(countries: Sequence[str]) -> str:
    """Countries by their names, as a sentence lists them."""
    names = [
        name_in_sentence(region) if (region := find_region(code)) else code for code in countries
    ]
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))
