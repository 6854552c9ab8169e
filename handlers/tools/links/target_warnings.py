"""Warnings about targets that work but can lose visitors or orders."""

from collections.abc import Sequence

from schema.core.region import find_region, name_in_sentence
from schema.core.url import is_loopback, parse_url
from sql.links.link_brand import LinkBrand


def link_warnings(brand: LinkBrand, url: str) -> list[str]:
    """Warnings about what works but can lose visitors or orders. A brand's usual requirements are not among them."""
    warnings = []
    if not is_trustworthy(url):
        warnings.append(
            "The target is not https: some browsers show a warning before they open it."
        )
    if brand.term_countries:
        warnings.append(f"{brand.name} pays only for orders from {names_of(brand.term_countries)}.")
    if f"{brand.click_param}=" in url:
        warnings.append(f"The target already contains {brand.click_param}: each click replaces it.")
    return warnings


def is_trustworthy(url: str) -> bool:
    """Whether browsers open a target without a warning: by https, or on the machine itself."""
    parts = parse_url(url)
    return url[:8].lower() == "https://" or (parts is not None and is_loopback(parts[0]))


def names_of(countries: Sequence[str]) -> str:
    """The names of countries, joined as in a sentence."""
    names = [
        name_in_sentence(region) if (region := find_region(code)) else code for code in countries
    ]
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))
