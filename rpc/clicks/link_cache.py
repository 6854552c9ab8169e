"""Links as this process knows them: so that a visit need not ask, and can be led on while nobody could answer."""

from collections import OrderedDict
from datetime import timedelta
from time import monotonic

from schema.clicks.target import matches_domains, split_at_param
from schema.orders.intake import find_block_reason
from sql.clicks.click import Route

REMEMBERED = timedelta(hours=1).total_seconds()
TRUSTED = 10.0
"""Seconds after which a link is looked at again, even if no change was told."""
MOST = 50_000
"""Links remembered, in 60 MB; the one served longest ago is forgotten first."""


class CachedLink:
    """A link, and what all its visits share."""

    __slots__ = ("after", "barred", "before", "labels", "looked_at", "route", "served_at", "state")

    def __init__(self, route: Route, state: int) -> None:
        covers = matches_domains(route.target_url, route.domains)
        reason = find_block_reason(route.brand_status, route.relationship, route.site_status)
        url = route.target_url if covers else route.site_url
        self.route = route
        self.labels = (route.uid1, route.uid2, route.uid3, route.uid4, route.uid5)
        self.barred = reason or (None if covers else "target not on the brand's domains")
        """Why its visits do not count."""
        self.before, self.after = split_at_param(url, route.click_param)
        self.served_at = monotonic()
        self.found(state)

    def found(self, state: int) -> None:
        """It was seen to be so while no change was told (Leads.state)."""
        self.state = state
        self.looked_at = monotonic()

    def holds(self, state: int) -> bool:
        """Whether it may be taken to be so still."""
        return self.state == state and self.looked_at > monotonic() - TRUSTED

    def destination(self, ref: str) -> str:
        """The target with the click's reference; the brand's home page where the target is not the brand's."""
        return self.before + ref + self.after


class LinkCache:
    """What is known of links, by the codes and paths they were visited under."""

    def __init__(self) -> None:
        self._known: OrderedDict[str, CachedLink] = OrderedDict()
        self.state = 0
        """How many changes were told so far: what was found before the last one is to be looked at again."""

    def changed(self) -> None:
        """Something that links are judged by may be another one now."""
        self.state += 1

    def find(self, code: str) -> CachedLink | None:
        """As it was when it was last served, or learned."""
        return self._known.get(code)

    def lately(self, code: str) -> CachedLink | None:
        """One that was served within the hour."""
        lead = self._known.get(code)
        return lead if lead is not None and lead.served_at >= monotonic() - REMEMBERED else None

    def learn(self, code: str, route: Route | None, state: int) -> CachedLink | None:
        """What it was found to be, in a state; None if it turned out not to exist."""
        if route is None:
            self._known.pop(code, None)
            return None
        lead = self._known.get(code)
        if lead is not None and lead.route == route:
            lead.found(state)
            return lead
        lead = self._known[code] = CachedLink(route, state)
        while len(self._known) > MOST:
            self._known.popitem(last=False)
        return lead

    def served(self, code: str, link: CachedLink) -> None:
        """Note it; another batch may have found it gone, or others may have taken its place meanwhile."""
        link.served_at = monotonic()
        self._known.setdefault(code, link)
        self._known.move_to_end(code)
