"""Visits whose clicks are written together."""

from collections import Counter
from collections.abc import Sequence
from datetime import datetime

import sql.click
from rpc.leads import Lead, Leads
from rpc.metrics import CLICKS
from rpc.visit import VALID, Visit, Visitors
from schema.click import Verdict
from schema.errors import Code, Fault
from schema.ids import click_ref
from sql.click import REPEAT, REPEATED, Asked, Click
from sql.db import Connection

ROUNDS = 3
"""A link that is not known, or changed, is judged in the next round."""
DUPLICATE = Verdict.DUPLICATE.value

Target = str | Exception | None
"""Where a visit goes: None if the link does not exist, a Fault if nobody can tell."""
Counting = dict[tuple[int, bytes], datetime]
"""When visitors came, by link and visitor, whose clicks are being written and count unless they repeat one."""
Known = Lead | tuple[int, str, int]
"""A link, or its publisher, code and id."""
NOBODY = (0, "")
"""Whose a path is that is nobody's: the network's, which has no links."""
Judged = tuple[Lead, Click] | None
"""None for a link that is to be looked up first."""


class Batch:
    """What becomes of visits; `targets` are in their order, and right for all but those still `todo`."""

    def __init__(
        self, visits: Sequence[Visit], visitors: Visitors, leads: Leads, counting: Counting
    ) -> None:
        self.targets: list[Target] = [None] * len(visits)
        self.todo = [*range(len(visits))]
        self.sent = False
        """Whether clicks are on their way of which nobody knows yet whether they were written."""
        self._visits = visits
        self._visitors = visitors
        self._leads = leads
        self._counting = counting

    def left(self) -> list[Visit]:
        """The visits that are still to do."""
        return [self._visits[place] for place in self.todo]

    def end(self, targets: Sequence[Target]) -> None:
        """Where those go that are still to do."""
        for place, target in zip(self.todo, targets, strict=True):
            self.targets[place] = target

    async def write(self, db: Connection) -> None:
        """Write the clicks, each under its link as it is at that moment."""
        for _ in range(ROUNDS):
            if self.todo:
                await self._round(db)
        self.end([Fault(Code.UNAVAILABLE, wait=1)] * len(self.todo))

    async def _round(self, db: Connection) -> None:
        """Write the clicks of links that are as we know them; of the others, learn what they are."""
        leads = await self._known(db)
        given: list[Asked] = []
        judged: list[Judged] = []
        mine: list[tuple[int, bytes]] = []
        for place, lead in zip(self.todo, leads, strict=True):
            if not isinstance(lead, Lead):
                judged.append(None)
                given.append(sql.click.unknown(*lead))
                continue
            visit = self._visits[place]
            click = self._visitors.click(visit, lead)
            if click.verdict == VALID:
                key = click.link_id, visit.visitor
                before = self._counting.get(key)
                if before is not None and visit.at - before < REPEAT:
                    click = click._replace(verdict=DUPLICATE, verdict_reason=REPEATED)
                else:
                    self._counting[key] = visit.at
                    mine.append(key)
            judged.append((lead, click))
            given.append(sql.click.asked(click, lead.route))
            self.sent = True
        try:
            if given:
                self._settle(judged, await sql.click.keep(db, given))
        finally:
            for key in mine:
                self._counting.pop(key, None)

    async def _known(self, db: Connection) -> Sequence[Known]:
        """What is known of the links of the visits still to do, at least their publishers and ids.

        Visits of links that do not exist are done.
        """
        visits = self.left()
        leads = [self._leads.find(visit.code) for visit in visits]
        paths = {visit.code for visit in visits if visit.publisher_id is None}
        known = [lead for lead in leads if lead is not None]
        if not paths and len(known) == len(visits):
            return known
        owners = await sql.click.owners(db, sorted(paths))
        codes = [
            owners.get(visit.code, NOBODY)
            if visit.publisher_id is None
            else (visit.publisher_id, visit.code)
            for visit in visits
        ]
        leads = [
            lead if lead is not None and lead.route.code == code else None
            for lead, (_, code) in zip(leads, codes, strict=True)
        ]
        asked = {code for code, lead in zip(codes, leads, strict=True) if lead is None}
        ids = await sql.click.links(db, asked - {NOBODY})
        todo, self.todo = self.todo, []
        found: list[Known] = []
        for place, code, lead in zip(todo, codes, leads, strict=True):
            if lead is None and code not in ids:
                self._leads.learn(self._visits[place].code, None)
                continue
            self.todo.append(place)
            found.append(lead or (*code, ids[code]))
        return found

    def _settle(self, judged: Sequence[Judged], kept: sql.click.Kept) -> None:
        """Note which were written, and what is known now of the links of the others."""
        todo, self.todo, self.sent = self.todo, [], False
        verdicts: Counter[str] = Counter()
        for index, (place, one) in enumerate(zip(todo, judged, strict=True)):
            code = self._visits[place].code
            if index in kept.left_out:
                route = kept.left_out[index]
                self._leads.learn(code, route)
                if route is not None:
                    self.todo.append(place)
            elif one is not None:
                lead, click = one
                self._leads.served(code, lead)
                self.targets[place] = lead.destination(click_ref(click.click_id))
                verdicts[DUPLICATE if index in kept.repeated else click.verdict] += 1
        for verdict, count in verdicts.items():
            CLICKS.labels(verdict).inc(count)
