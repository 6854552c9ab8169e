"""Names of schemas."""

import re


def pascal_case(name: str) -> str:
    """`Listing_Link_` and `listing link` become `ListingLink`."""
    return "".join(part[:1].upper() + part[1:] for part in re.split(r"[^A-Za-z0-9]+", name) if part)
