"""Visits whose clicks are written together."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence

import sql.clicks.click
import sql.clicks.intake
from rpc.clicks.link_cache import CachedLink, LinkCache
from rpc.clicks.visit import ClickFactory, Visit
from rpc.config.metrics import CLICKS
from schema.core.errors import Code, Fault
from schema.core.ids import format_click_ref
from sql.clicks.click import Click
from sql.clicks.intake import Link
from sql.core.clock import RETRYABLE
from sql.core.fast_connection import Plain

MAX_ROUNDS = 3
"""How often a click is judged whose link changes just before it is written."""

Destination = str | Exception | None
"""Where a visit goes: None if the link does not exist, a Fault if nobody can tell."""
NO_LINK = (0, "")
"""Whose a path is that is nobody's: the network's, which has no links."""


class ClickBatch:
    """What becomes of visits; `targets` are in their order, and right for all but those still `todo`."""

    def __init__(
        self, visits: Sequence[Visit], click_factory: ClickFactory, link_cache: LinkCache
    ) -> None:
        self.destinations: list[Destination] = [None] * len(visits)
        self.pending = [*range(len(visits))]
        self.in_doubt = False
        """Whether clicks are on their way of which nobody knows yet whether they were written."""
        self._visits = visits
        self._click_factory = click_factory
        self._link_cache = link_cache

    def pending_visits(self) -> list[Visit]:
        """The visits that are still to do."""
        return [self._visits[place] for place in self.pending]

    def resolve(self, destinations: Sequence[Destination]) -> None:
        """Where those go that are still to do."""
        for place, target in zip(self.pending, destinations, strict=True):
            self.destinations[place] = target

    async def write(self, db: Plain) -> None:
        """Write the clicks, each under its link as it is at that moment."""
        for _ in range(MAX_ROUNDS):
            state = self._link_cache.version
            leads = await self._current_links(db, state)
            clicks = list(map(self._click_factory.click, self.pending_visits(), leads))
            if not clicks:
                return
            self.in_doubt = True
            try:
                await sql.clicks.intake.keep(db, clicks)
            except RETRYABLE:
                self.in_doubt = False  # nothing was written
                raise
            again: set[int] = set()
            if self._link_cache.version != state:
                again = await self._delete_outdated(db, leads, clicks)
            self.in_doubt = False
            self._finish(leads, clicks, again)
            if not again:
                return
        self.resolve([Fault(Code.UNAVAILABLE, wait=1)] * len(self.pending))

    async def _delete_outdated(
        self, db: Plain, leads: Sequence[CachedLink], clicks: Sequence[Click]
    ) -> set[int]:
        """Delete the clicks whose links changed just before they were written; which they are."""
        visits = self.pending_visits()
        found = await self._load_links(db, visits, self._link_cache.version)
        now = [found[visit.code] for visit in visits]
        again = {
            index
            for index, (new, old) in enumerate(zip(now, leads, strict=True))
            if new is None or new.route != old.route
        }
        if again:
            await sql.clicks.intake.take_back(db, [clicks[index] for index in again])
        return again

    async def _current_links(self, db: Plain, state: int) -> list[CachedLink]:
        """The leads of all that is to do, those as they are now that may have changed.

        Visits of links that do not exist are done.
        """
        visits = self.pending_visits()
        leads = [self._link_cache.find(visit.code) for visit in visits]
        asked = [
            visit
            for visit, lead in zip(visits, leads, strict=True)
            if lead is None or not lead.is_current(state)
        ]
        if asked:
            found = await self._load_links(db, asked, state)
            # Not what is remembered by now: there is room for so many links only.
            leads = [found.get(visit.code, lead) for visit, lead in zip(visits, leads, strict=True)]
            self.pending = [
                place for place, lead in zip(self.pending, leads, strict=True) if lead is not None
            ]
        return [lead for lead in leads if lead is not None]

    async def _load_links(
        self, db: Plain, visits: Sequence[Visit], state: int
    ) -> dict[str, CachedLink | None]:
        """Learn what links are now, by the codes they were visited under; None where there is none."""
        paths = {visit.code for visit in visits if visit.publisher_id is None}
        owners = await sql.clicks.click.owners(db, sorted(paths))
        links = {
            visit.code: owners.get(visit.code, NO_LINK)
            if visit.publisher_id is None
            else (visit.publisher_id, visit.code)
            for visit in visits
        }
        known = self._cached_ids(links)
        known |= await sql.clicks.intake.ids(db, set(links.values()) - known.keys() - {NO_LINK})
        found = await sql.clicks.intake.routes(db, known)
        return {
            code: self._link_cache.update(code, found.get(link), state)
            for code, link in links.items()
        }

    def _cached_ids(self, links: Mapping[str, Link]) -> dict[Link, int]:
        """The ids of those that were followed before."""
        leads = [self._link_cache.find(code) for code in links]
        routes = [lead.route for lead in leads if lead is not None]
        known = {(route.publisher_id, route.code): route.link_id for route in routes}
        return {link: known[link] for link in links.values() if link in known}

    def _finish(
        self, leads: Iterable[CachedLink], clicks: Iterable[Click], again: Collection[int]
    ) -> None:
        """All but some are written: each goes where its link leads."""
        todo, self.pending = self.pending, []
        verdicts: Counter[str] = Counter()
        for index, (place, lead, click) in enumerate(zip(todo, leads, clicks, strict=True)):
            if index in again:
                self.pending.append(place)
                continue
            self._link_cache.mark_served(self._visits[place].code, lead)
            self.destinations[place] = lead.redirect_url(format_click_ref(click.click_id))
            verdicts[click.verdict] += 1
        for verdict, count in verdicts.items():
            CLICKS.labels(verdict).inc(count)
