"""The address of the demonstration's shops, which is the portal's own."""

from urllib.parse import urlsplit

DEMO_PATH = "/demo/"
"""The path of shops, and of pages that are broken on purpose."""
SHOP_PATH = f"{DEMO_PATH}shop/"
DEFAULT_PORTS = {"http": 80, "https": 443}


def shop_url(public_url: str, mcid: str) -> str:
    return f"{public_url}{SHOP_PATH}{mcid}"


def domain(public_url: str) -> str:
    """The portal's host as a brand's domain: with its port, unless that is the usual one."""
    parts = urlsplit(public_url)
    host = parts.hostname or ""
    port = parts.port
    return host if port in (None, DEFAULT_PORTS.get(parts.scheme)) else f"{host}:{port}"
