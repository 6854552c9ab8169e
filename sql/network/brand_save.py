"""Saving any number of brands in a few statements: what they are, what they pay, and who is told of a change."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import NamedTuple

import msgspec

import sql.brands.brand
import sql.brands.terms_history
import sql.core.outbox
import sql.network.listings
from schema.brands.brand import BrandDraft, BrandStatus
from schema.brands.commission import CommissionGroup, describe_changes
from schema.core.event import Event, EventType
from sql.brands.brand import BrandState
from sql.brands.terms_history import Terms
from sql.core.db import Connection, fetch_row, text


class Saved(NamedTuple):
    mcid: str
    mid: int
    created: bool


class Change(NamedTuple):
    """What was changed of a brand's terms: `concerned` are the publishers whose own terms are among it."""

    gone: list[Terms]
    came: list[CommissionGroup]
    told_in_words: list[str]
    for_all: bool
    concerned: frozenset[int]


async def save(db: Connection, drafts: Sequence[BrandDraft], now: datetime) -> list[Saved]:
    """Save brands that have no flaw and differ in mcid, in place of those of their mcid or as new ones."""
    before = {
        kept.mcid: kept for kept in await sql.brands.brand.locked(db, [d.mcid for d in drafts])
    }
    mids = await sql.brands.brand.put(db, drafts, now)
    terms = defaultdict(list)
    for row in await sql.brands.terms_history.live(db, list(mids.values())):
        terms[row.mid].append(row)
    found = {draft.mcid: compared(terms[mids[draft.mcid]], draft) for draft in drafts}
    gone = [row.terms_id for change in found.values() for row in change.gone]
    came = [(mids[mcid], group) for mcid, change in found.items() for group in change.came]
    told = [(mids[mcid], line) for mcid in before for line in found[mcid].told_in_words]
    await sql.brands.terms_history.retire(db, gone, now)
    await sql.brands.terms_history.add(db, came, now)
    await sql.brands.terms_history.tell(db, told, now)
    joined = await sql.network.listings.joined(db, [kept.mid for kept in before.values()])
    events = [
        event
        for draft in drafts
        if (kept := before.get(draft.mcid)) is not None
        for event in news(kept, draft.status, found[draft.mcid], joined[kept.mid])
    ]
    await sql.core.outbox.add(db, events, now)
    return [Saved(draft.mcid, mids[draft.mcid], draft.mcid not in before) for draft in drafts]


async def draft(db: Connection, mcid: str) -> BrandDraft | None:
    """A brand as an operator would write it now, with what it pays everybody and what single publishers."""
    row = await fetch_row(db, text(WRITTEN, mcid))
    if row is None:
        return None
    fields = dict(row)
    terms = await sql.brands.terms_history.live(db, [fields.pop("mid")])
    groups = msgspec.to_builtins([each.group for each in terms])
    return msgspec.convert({**fields, "commission_groups": groups}, BrandDraft)


WRITTEN = """
select mid, mcid, name, site_url, domains, logo, description, categories, country, regions, currency,
       offer_type, brand_type, cookie_days, validation_days, payment_days, deep_link, approval,
       status, click_param, forbidden_words, promotion_methods, contact
  from brand where mcid = $1
"""


async def set_status(db: Connection, mcid: str, status: BrandStatus, now: datetime) -> Saved | None:
    """Put a brand online, pause it or take it offline, and tell who works with it."""
    found = await sql.brands.brand.locked(db, [mcid])
    if not found:
        return None
    [kept] = found
    if kept.status is not status:
        await sql.brands.brand.set_status(db, kept.mid, status, now)
        joined = await sql.network.listings.joined(db, [kept.mid])
        await sql.core.outbox.add(db, list(news(kept, status, UNCHANGED, joined[kept.mid])), now)
    return Saved(mcid, kept.mid, created=False)


def compared(kept: Sequence[Terms], draft: BrandDraft) -> Change:
    """The terms to be replaced and those to be added; what is the same stays as it is."""
    before = [terms.group for terms in kept]
    gone = [terms for terms in kept if terms.group not in draft.commission_groups]
    came = [group for group in draft.commission_groups if group not in before]
    changed = [*came, *(terms.group for terms in gone)]
    return Change(
        gone=gone,
        came=came,
        told_in_words=list(describe_changes(before, draft.commission_groups, draft.unit)),
        for_all=any(group.for_all for group in changed),
        concerned=frozenset(group.uid for group in changed if group.uid is not None),
    )


UNCHANGED = Change([], [], [], for_all=False, concerned=frozenset())


def news(
    kept: BrandState, status: BrandStatus, change: Change, joined: Sequence[int]
) -> Iterator[Event]:
    """brand.changed, for each publisher joined whom the change concerns: of another's terms nobody learns."""
    everybody = status is not kept.status or change.for_all
    for publisher_id in joined:
        if everybody or publisher_id in change.concerned:
            body = {
                "mid": kept.mid,
                "mcid": kept.mcid,
                "brand_name": kept.name,
                "status": status,
                "previous_status": kept.status,
                "note": "; ".join(change.told_in_words),
            }
            yield Event(publisher_id, EventType.BRAND_CHANGED, body, mid=kept.mid)
