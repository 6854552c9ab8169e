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

ROUNDS = 3
"""How often a click is judged whose link changes just before it is written."""

Target = str | Exception | None
"""Where a visit goes: None if the link does not exist, a Fault if nobody can tell."""
NOBODY = (0, "")
"""Whose a path is that is nobody's: the network's, which has no links."""


class ClickBatch:
    """What becomes of visits; `targets` are in their order, and right for all but those still `todo`."""

    def __init__(
        self, visits: Sequence[Visit], clicks: ClickFactory, link_cache: LinkCache
    ) -> None:
        self.targets: list[Target] = [None] * len(visits)
        self.todo = [*range(len(visits))]
        self.sent = False
        """Whether clicks are on their way of which nobody knows yet whether they were written."""
        self._visits = visits
        self._visitors = clicks
        self._leads = link_cache

    def left(self) -> list[Visit]:
        """The visits that are still to do."""
        return [self._visits[place] for place in self.todo]

    def end(self, targets: Sequence[Target]) -> None:
        """Where those go that are still to do."""
        for place, target in zip(self.todo, targets, strict=True):
            self.targets[place] = target

    async def write(self, db: Plain) -> None:
        """Write the clicks, each under its link as it is at that moment."""
        for _ in range(ROUNDS):
            state = self._leads.state
            leads = await self._looked_up(db, state)
            clicks = list(map(self._visitors.click, self.left(), leads))
            if not clicks:
                return
            self.sent = True
            try:
                await sql.clicks.intake.keep(db, clicks)
            except RETRYABLE:
                self.sent = False  # nothing was written
                raise
            again: set[int] = set()
            if self._leads.state != state:
                again = await self._taken_back(db, leads, clicks)
            self.sent = False
            self._done(leads, clicks, again)
            if not again:
                return
        self.end([Fault(Code.UNAVAILABLE, wait=1)] * len(self.todo))

    async def _taken_back(
        self, db: Plain, leads: Sequence[CachedLink], clicks: Sequence[Click]
    ) -> set[int]:
        """Delete the clicks whose links changed just before they were written; which they are."""
        visits = self.left()
        found = await self._look_up(db, visits, self._leads.state)
        now = [found[visit.code] for visit in visits]
        again = {
            index
            for index, (new, old) in enumerate(zip(now, leads, strict=True))
            if new is None or new.route != old.route
        }
        if again:
            await sql.clicks.intake.take_back(db, [clicks[index] for index in again])
        return again

    async def _looked_up(self, db: Plain, state: int) -> list[CachedLink]:
        """The leads of all that is to do, those as they are now that may have changed.

        Visits of links that do not exist are done.
        """
        visits = self.left()
        leads = [self._leads.find(visit.code) for visit in visits]
        asked = [
            visit
            for visit, lead in zip(visits, leads, strict=True)
            if lead is None or not lead.holds(state)
        ]
        if asked:
            found = await self._look_up(db, asked, state)
            # Not what is remembered by now: there is room for so many links only.
            leads = [found.get(visit.code, lead) for visit, lead in zip(visits, leads, strict=True)]
            self.todo = [
                place for place, lead in zip(self.todo, leads, strict=True) if lead is not None
            ]
        return [lead for lead in leads if lead is not None]

    async def _look_up(
        self, db: Plain, visits: Sequence[Visit], state: int
    ) -> dict[str, CachedLink | None]:
        """Learn what links are now, by the codes they were visited under; None where there is none."""
        paths = {visit.code for visit in visits if visit.publisher_id is None}
        owners = await sql.clicks.click.owners(db, sorted(paths))
        links = {
            visit.code: owners.get(visit.code, NOBODY)
            if visit.publisher_id is None
            else (visit.publisher_id, visit.code)
            for visit in visits
        }
        known = self._ids(links)
        known |= await sql.clicks.intake.ids(db, set(links.values()) - known.keys() - {NOBODY})
        found = await sql.clicks.intake.routes(db, known)
        return {
            code: self._leads.learn(code, found.get(link), state) for code, link in links.items()
        }

    def _ids(self, links: Mapping[str, Link]) -> dict[Link, int]:
        """The ids of those that were followed before."""
        leads = [self._leads.find(code) for code in links]
        routes = [lead.route for lead in leads if lead is not None]
        known = {(route.publisher_id, route.code): route.link_id for route in routes}
        return {link: known[link] for link in links.values() if link in known}

    def _done(
        self, leads: Iterable[CachedLink], clicks: Iterable[Click], again: Collection[int]
    ) -> None:
        """All but some are written: each goes where its link leads."""
        todo, self.todo = self.todo, []
        verdicts: Counter[str] = Counter()
        for index, (place, lead, click) in enumerate(zip(todo, leads, clicks, strict=True)):
            if index in again:
                self.todo.append(place)
                continue
            self._leads.served(self._visits[place].code, lead)
            self.targets[place] = lead.destination(format_click_ref(click.click_id))
            verdicts[click.verdict] += 1
        for verdict, count in verdicts.items():
            CLICKS.labels(verdict).inc(count)
