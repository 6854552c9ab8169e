"""Finds changes of terms that lower what publishers earn, announced or in force."""

from collections import defaultdict
from collections.abc import Collection, Sequence
from datetime import datetime, timedelta

import sql.network.watch.heartbeat
import sql.network.watch.terms_changes
from handlers.flows.sold_items import read_sold
from handlers.reports.watch.alerts import AlertBook
from handlers.reports.watch.drafts import Money, draft_fact
from handlers.reports.watch.round import Round
from schema.core.days import ONE_DAY, day_of
from schema.orders.sold_item import EFFECT_DAYS, TermsCut, find_cut
from schema.reports.alert import AlertCause, AlertEvidence, AlertKind, NextStep
from sql.core.db import Connection
from sql.network.watch.round_rows import NewAlert, WatchedPublisher

CHANGES = "terms"
OVERLAP = timedelta(minutes=5)
"""Terms may be committed this long after their timestamp."""
KINDS = frozenset({AlertKind.TERMS_CUT})


class ChangedTerms:
    """The brands whose terms have changed lately, and those whose terms were saved since the last round."""

    def __init__(self, recent: Collection[int], fresh: Collection[int]) -> None:
        self.recent = frozenset(recent)
        self.fresh = frozenset(fresh)


async def find_changed(db: Connection, now: datetime, zone: str) -> ChangedTerms:
    since = now - EFFECT_DAYS
    last = await sql.network.watch.heartbeat.beat(db, CHANGES, now)
    changed = await sql.network.watch.terms_changes.changed_brands(
        db, since - ONE_DAY, day_of(since, zone) - ONE_DAY
    )
    fresh = [mid for mid, at in changed.items() if last is None or at >= last - OVERLAP]
    return ChangedTerms(changed, fresh)


async def find_terms_cuts(
    look: Round,
    changed: ChangedTerms,
    some: Sequence[WatchedPublisher],
    due: Collection[int],
    book: AlertBook,
) -> None:
    """Observe cuts of terms: of all brands for publishers whose day is over, else of brands that were just saved."""
    publishers = {each.publisher_id: each for each in some}
    whole = {uid: each for uid, each in publishers.items() if uid in due}
    rest = {uid: each for uid, each in publishers.items() if uid not in due}
    for chosen, mids in ((whole, changed.recent), (rest, changed.fresh)):
        await judge_terms(look, chosen, mids, book)
    for alert in list(book.living.values()):
        judged = alert.publisher_id in due or alert.mid in changed.fresh
        if alert.kind in KINDS and judged and not book.is_observed(alert):
            book.close(alert)


async def judge_terms(
    look: Round, publishers: dict[int, WatchedPublisher], mids: Collection[int], book: AlertBook
) -> None:
    if not mids or not publishers:
        return
    zones = {uid: each.time_zone for uid, each in publishers.items()}
    sold = await read_sold(look.db, zones, sorted(mids), look.now - EFFECT_DAYS, look.network_zone)
    units = defaultdict(list)
    for item in sold.items:
        units[item.publisher_id, item.mid].append(item)
    for (uid, mid), items in units.items():
        rows = sold.terms_of(mid, uid)
        cut = find_cut(rows, items, sold.rates, look.now, look.network_zone)
        if cut is not None:
            book.observe(draft_cut(publishers[uid], mid, cut))


def draft_cut(publisher: WatchedPublisher, mid: int, cut: TermsCut) -> NewAlert:
    """Draft the alert about a cut. Its cost is computed, not estimated: both ends of the range are the same."""
    effect = cut.effect
    loss, days = effect.loss, EFFECT_DAYS.days
    return draft_fact(
        publisher,
        AlertKind.TERMS_CUT,
        cut.announced_at,
        NextStep.SEE_TERMS,
        AlertEvidence(
            terms_from=cut.starts_on,
            announced_at=cut.announced_at,
            notice_days=cut.notice_days,
            orders=effect.orders,
            before=effect.before,
            after=effect.after,
        ),
        money=Money(loss, loss, loss / days, loss / days),
        cause=AlertCause.TERMS_CHANGED,
        mid=mid,
    )
