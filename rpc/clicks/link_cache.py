"""The links that this process has loaded, so that most visits need no query and an outage can be bridged."""

from collections import OrderedDict
from datetime import timedelta
from time import monotonic

from schema.links.fallback import find_fallback
from schema.links.target_url import matches_domains, split_at_param
from schema.orders.intake import find_block_reason
from sql.clicks.click import Route

RECENT_SECONDS = timedelta(hours=1).total_seconds()
MAX_AGE = 10.0
"""Seconds after which a link is loaded again, even if no change was notified."""
MAX_SIZE = 60_000_000
"""The size limit in bytes, enough for 50,000 usual links; the one served longest ago is evicted first."""
FIXED_SIZE = 900
"""The size of a link in bytes, apart from its texts."""


class CachedLink:
    """A cached link, with the data that all its visits share."""

    __slots__ = (
        "block_reason",
        "checked_at",
        "route",
        "served_at",
        "size",
        "uids",
        "url_prefix",
        "url_suffix",
        "version",
    )

    def __init__(self, route: Route, version: int) -> None:
        covered = matches_domains(route.target_url, route.domains)
        reason = find_block_reason(route.brand_status, route.relationship, route.site_status)
        url = route.target_url if covered else route.site_url
        if route.broken or reason or not covered:
            url = (
                find_fallback(
                    route.domains,
                    route.site_website,
                    link=route.link_fallback,
                    site=route.site_fallback,
                    brand=route.brand_fallback,
                )
                or url
            )
        self.route = route
        self.uids = (route.uid1, route.uid2, route.uid3, route.uid4, route.uid5)
        self.block_reason = reason or (None if covered else "target not on the brand's domains")
        """Why visits of the link do not count."""
        self.url_prefix, self.url_suffix = split_at_param(url, route.click_param)
        self.size = FIXED_SIZE + len(route.target_url) + len(route.site_url) + 2 * len(url)
        """About how many bytes the link takes; its URLs are ASCII, and by far the longest of its texts."""
        self.served_at = monotonic()
        self.confirm(version)

    def confirm(self, version: int) -> None:
        """Note that the link was loaded unchanged at this version of the cache."""
        self.version = version
        self.checked_at = monotonic()

    def is_current(self, version: int) -> bool:
        """Whether the link can be used without loading it again."""
        return self.version == version and self.checked_at > monotonic() - MAX_AGE

    def redirect_url(self, ref: str) -> str:
        """The target with the reference of the click; the brand's home page if the target is not on its domains."""
        return self.url_prefix + ref + self.url_suffix


class LinkCache:
    """Links by the codes and custom paths they were visited under, least recently served first."""

    def __init__(self) -> None:
        self._links: OrderedDict[str, CachedLink] = OrderedDict()
        self.size = 0
        """The size of all cached links, in bytes."""
        self.version = 0
        """How many changes were notified so far; a link loaded at an earlier version has to be loaded again."""

    def invalidate(self) -> None:
        """Have all links loaded again, because their data, or that of their brands or channels, may have changed."""
        self.version += 1

    def find(self, code: str) -> CachedLink | None:
        """The link as it was last loaded."""
        return self._links.get(code)

    def find_recent(self, code: str) -> CachedLink | None:
        """The link, if it was served within the last hour."""
        link = self._links.get(code)
        return link if link is not None and link.served_at >= monotonic() - RECENT_SECONDS else None

    def update(self, code: str, route: Route | None, version: int) -> CachedLink | None:
        """Store a link as loaded at a version of the cache, or remove it if it has no route and so does not exist."""
        if route is None:
            self._remove(code)
            return None
        link = self._links.get(code)
        if link is not None and link.route == route:
            link.confirm(version)
            return link
        self._remove(code)
        link = CachedLink(route, version)
        self._add(code, link)
        return link

    def mark_served(self, code: str, link: CachedLink) -> None:
        """Note that a visit was redirected. The link is put back if it was removed or evicted meanwhile."""
        link.served_at = monotonic()
        if code in self._links:
            self._links.move_to_end(code)
        else:
            self._add(code, link)

    def _add(self, code: str, link: CachedLink) -> None:
        self._links[code] = link
        self.size += link.size
        while self.size > MAX_SIZE:
            _, evicted = self._links.popitem(last=False)
            self.size -= evicted.size

    def _remove(self, code: str) -> None:
        link = self._links.pop(code, None)
        if link is not None:
            self.size -= link.size
