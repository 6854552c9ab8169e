"""The routes of the web, read from the generated router, so that tests cover new ones."""

import re
from collections.abc import Iterable

from tests.support.browser import WEB

TREE = WEB / "src" / "routeTree.gen.ts"
NEWS = WEB / "src" / "features" / "network" / "news" / "searchParams.ts"
LISTED = re.compile(r"^  to:\n(.*?)^  id:\n", re.DOTALL | re.MULTILINE)
PARTS = re.compile(r"^export const NEWS_PARTS = \[(.*?)\]", re.DOTALL | re.MULTILINE)


def all_routes() -> set[str]:
    """The patterns one can navigate to, such as `/brands/$mcid`."""
    [block] = LISTED.findall(TREE.read_text())
    return set(re.findall(r"'([^']+)'", block))


def news_parts() -> set[str]:
    """What the operators' page of news shows, each under an address of its own."""
    [block] = PARTS.findall(NEWS.read_text())
    return set(re.findall(r'"(\w+)"', block))


def routes_of(addresses: Iterable[str], routes: set[str]) -> set[str]:
    """The routes that these addresses lead to; of several the most exact one, as in the router."""
    found = set()
    for address in addresses:
        path = address.partition("?")[0]
        matching = [route for route in routes if expression_of(route).fullmatch(path)]
        assert matching, f"no route leads to {address}"
        found.add(min(matching, key=lambda route: route.count("$")))
    return found


def expression_of(route: str) -> re.Pattern[str]:
    parts = []
    for part in route.strip("/").split("/"):
        if part == "$":
            parts.append("/.+")
        elif part.startswith("{-$"):
            parts.append("(/[^/]+)?")
        elif part.startswith("$"):
            parts.append("/[^/]+")
        else:
            parts.append(f"/{re.escape(part)}")
    return re.compile("".join(parts))
