"""A batch of visits, whose clicks are written in one statement."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence

import sql.clicks.click
import sql.clicks.intake
from rpc.clicks.click_factory import ClickFactory
from rpc.clicks.link_cache import CachedLink, LinkCache
from rpc.clicks.visit import Visit
from rpc.monitoring.metrics import CLICKS
from schema.core.errors import Code, Fault
from schema.core.ids import format_click_ref
from sql.clicks.click import Click
from sql.clicks.intake import LinkKey
from sql.core.clock import RETRYABLE
from sql.core.fast_connection import PlainConnection

MAX_ROUNDS = 3
"""How often the batch is written again because a link changed just before."""

Destination = str | Exception | None
"""The target of a visit: None if the link does not exist, a Fault if the database is unavailable."""
NO_LINK = (0, "")
"""Stands for a custom path that no link has: the network's own id, which has no links."""


class ClickBatch:
    """Writes the clicks of visits; `destinations` are in the order of the visits, and final unless `pending`."""

    def __init__(
        self, visits: Sequence[Visit], click_factory: ClickFactory, link_cache: LinkCache
    ) -> None:
        self.destinations: list[Destination] = [None] * len(visits)
        self.pending = [*range(len(visits))]
        self.in_doubt = False
        """Whether clicks were sent to the database without an answer: they may or may not have been written."""
        self._visits = visits
        self._click_factory = click_factory
        self._link_cache = link_cache

    def pending_visits(self) -> list[Visit]:
        """The visits without a destination."""
        return [self._visits[index] for index in self.pending]

    def resolve(self, destinations: Sequence[Destination]) -> None:
        """Set the destinations of the pending visits."""
        for index, destination in zip(self.pending, destinations, strict=True):
            self.destinations[index] = destination

    async def write(self, db: PlainConnection) -> None:
        """Write the clicks, each with its link as it is at that moment."""
        for _ in range(MAX_ROUNDS):
            version = self._link_cache.version
            links = await self._current_links(db, version)
            clicks = list(map(self._click_factory.click, self.pending_visits(), links))
            if not clicks:
                return
            self.in_doubt = True
            try:
                await sql.clicks.intake.add(db, clicks)
            except RETRYABLE:
                self.in_doubt = False  # nothing was written
                raise
            outdated: set[int] = set()
            if self._link_cache.version != version:
                outdated = await self._delete_outdated(db, links, clicks)
            self.in_doubt = False
            self._finish(links, clicks, outdated)
            if not outdated:
                return
        self.resolve([Fault(Code.UNAVAILABLE, wait=1)] * len(self.pending))

    async def _delete_outdated(
        self, db: PlainConnection, links: Sequence[CachedLink], clicks: Sequence[Click]
    ) -> set[int]:
        """Delete the clicks whose links changed just before they were written. Returns their indices."""
        visits = self.pending_visits()
        loaded = await self._load_links(db, visits, self._link_cache.version)
        current = [loaded[visit.code] for visit in visits]
        outdated = {
            index
            for index, (new, old) in enumerate(zip(current, links, strict=True))
            if new is None or new.route != old.route
        }
        if outdated:
            await sql.clicks.intake.remove(db, [clicks[index] for index in outdated])
        return outdated

    async def _current_links(self, db: PlainConnection, version: int) -> list[CachedLink]:
        """The links of all pending visits; those that may have changed are loaded again.

        Visits of links that do not exist are no longer pending.
        """
        visits = self.pending_visits()
        links = [self._link_cache.find(visit.code) for visit in visits]
        outdated = [
            visit
            for visit, link in zip(visits, links, strict=True)
            if link is None or not link.is_current(version)
        ]
        if outdated:
            loaded = await self._load_links(db, outdated, version)
            # Not read from the cache again: its size is limited, so they may already be gone from it.
            links = [
                loaded.get(visit.code, link) for visit, link in zip(visits, links, strict=True)
            ]
            self.pending = [
                index for index, link in zip(self.pending, links, strict=True) if link is not None
            ]
        return [link for link in links if link is not None]

    async def _load_links(
        self, db: PlainConnection, visits: Sequence[Visit], version: int
    ) -> dict[str, CachedLink | None]:
        """Load links into the cache, by the codes they were visited under; None where a link does not exist."""
        paths = {visit.code for visit in visits if visit.publisher_id is None}
        owners = await sql.clicks.click.find_path_owners(db, sorted(paths))
        links = {
            visit.code: owners.get(visit.code, NO_LINK)
            if visit.publisher_id is None
            else (visit.publisher_id, visit.code)
            for visit in visits
        }
        ids = self._cached_ids(links)
        ids |= await sql.clicks.intake.find_ids(db, set(links.values()) - ids.keys() - {NO_LINK})
        routes = await sql.clicks.intake.find_routes(db, ids)
        return {
            code: self._link_cache.update(code, routes.get(link), version)
            for code, link in links.items()
        }

    def _cached_ids(self, links: Mapping[str, LinkKey]) -> dict[LinkKey, int]:
        """The ids of those links that are in the cache."""
        cached = [self._link_cache.find(code) for code in links]
        routes = [link.route for link in cached if link is not None]
        ids = {(route.publisher_id, route.code): route.link_id for route in routes}
        return {link: ids[link] for link in links.values() if link in ids}

    def _finish(
        self, links: Iterable[CachedLink], clicks: Iterable[Click], outdated: Collection[int]
    ) -> None:
        """Set the destinations of the clicks that were written; those with outdated links stay pending."""
        pending, self.pending = self.pending, []
        verdicts: Counter[str] = Counter()
        for number, (index, link, click) in enumerate(zip(pending, links, clicks, strict=True)):
            if number in outdated:
                self.pending.append(index)
                continue
            self._link_cache.mark_served(self._visits[index].code, link)
            self.destinations[index] = link.redirect_url(format_click_ref(click.click_id))
            verdicts[click.verdict] += 1
        for verdict, count in verdicts.items():
            CLICKS.series(verdict).add(count)
