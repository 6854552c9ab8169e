"""Links as their publisher sees them."""


def link_urls(public_url: str, code: str, path: str | None) -> tuple[str, str]:
    """A link's long and short address."""
    name = path or code
    return f"{public_url}/track/{name}", f"{public_url}/s/{name}"
