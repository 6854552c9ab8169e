"""Links as this process knows them: so that a visit need not ask, and can be led on while nobody could answer."""

from collections import OrderedDict
from datetime import timedelta
from time import monotonic

from schema.clicks.target import matches_domains, split_at_param
from schema.orders.intake import find_block_reason
from sql.clicks.click import Route

RECENT_SECONDS = timedelta(hours=1).total_seconds()
MAX_AGE = 10.0
"""Seconds after which a link is looked at again, even if no change was told."""
MAX_LINKS = 50_000
"""Links remembered, in 60 MB; the one served longest ago is forgotten first."""


class CachedLink:
    """A link, and what all its visits share."""

    __slots__ = (
        "block_reason",
        "checked_at",
        "route",
        "served_at",
        "uids",
        "url_prefix",
        "url_suffix",
        "version",
    )

    def __init__(self, route: Route, version: int) -> None:
        covers = matches_domains(route.target_url, route.domains)
        reason = find_block_reason(route.brand_status, route.relationship, route.site_status)
        url = route.target_url if covers else route.site_url
        self.route = route
        self.uids = (route.uid1, route.uid2, route.uid3, route.uid4, route.uid5)
        self.block_reason = reason or (None if covers else "target not on the brand's domains")
        """Why its visits do not count."""
        self.url_prefix, self.url_suffix = split_at_param(url, route.click_param)
        self.served_at = monotonic()
        self.confirm(version)

    def confirm(self, version: int) -> None:
        """It was seen to be so while no change was told (Leads.state)."""
        self.version = version
        self.checked_at = monotonic()

    def is_current(self, version: int) -> bool:
        """Whether it may be taken to be so still."""
        return self.version == version and self.checked_at > monotonic() - MAX_AGE

    def redirect_url(self, ref: str) -> str:
        """The target with the click's reference; the brand's home page where the target is not the brand's."""
        return self.url_prefix + ref + self.url_suffix


class LinkCache:
    """What is known of links, by the codes and paths they were visited under."""

    def __init__(self) -> None:
        self._links: OrderedDict[str, CachedLink] = OrderedDict()
        self.version = 0
        """How many changes were told so far: what was found before the last one is to be looked at again."""

    def invalidate(self) -> None:
        """Something that links are judged by may be another one now."""
        self.version += 1

    def find(self, code: str) -> CachedLink | None:
        """As it was when it was last served, or learned."""
        return self._links.get(code)

    def find_recent(self, code: str) -> CachedLink | None:
        """One that was served within the hour."""
        lead = self._links.get(code)
        return lead if lead is not None and lead.served_at >= monotonic() - RECENT_SECONDS else None

    def update(self, code: str, route: Route | None, version: int) -> CachedLink | None:
        """What it was found to be, in a state; None if it turned out not to exist."""
        if route is None:
            self._links.pop(code, None)
            return None
        lead = self._links.get(code)
        if lead is not None and lead.route == route:
            lead.confirm(version)
            return lead
        lead = self._links[code] = CachedLink(route, version)
        while len(self._links) > MAX_LINKS:
            self._links.popitem(last=False)
        return lead

    def mark_served(self, code: str, link: CachedLink) -> None:
        """Note it; another batch may have found it gone, or others may have taken its place meanwhile."""
        link.served_at = monotonic()
        self._links.setdefault(code, link)
        self._links.move_to_end(code)
