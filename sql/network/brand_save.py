"""Saves any number of brands in a few statements, with their terms and the events for publishers."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import NamedTuple

import msgspec

import sql.brands.brand
import sql.brands.brand_count
import sql.brands.terms
import sql.brands.terms_history
import sql.core.outbox
import sql.network.publisher
from schema.brands.brand import BrandDraft, BrandStatus
from schema.brands.commission_group import CommissionGroup, describe_changes
from schema.brands.terms import Terms
from schema.core.event import Event, EventType
from sql.brands.brand import BrandState
from sql.core.db import Connection, fetch_row, text


class SavedBrand(NamedTuple):
    mcid: str
    mid: int
    created: bool


class TermsDifference(NamedTuple):
    """The changes of a brand's terms; `publisher_ids` are those whose own terms are among them."""

    removed: list[Terms]
    added: list[CommissionGroup]
    sentences: list[str]
    for_all: bool
    publisher_ids: frozenset[int]


async def save(db: Connection, drafts: Sequence[BrandDraft], now: datetime) -> list[SavedBrand]:
    """Create brands, or replace those with the same mcid. They must be valid and differ in mcid."""
    await sql.brands.brand_count.lock(db)
    before = {
        brand.mcid: brand for brand in await sql.brands.brand.lock(db, [d.mcid for d in drafts])
    }
    await sql.brands.brand_count.add(db, [brand.mid for brand in before.values()], -1)
    mids = await sql.brands.brand.upsert(db, drafts, now)
    await sql.brands.brand_count.add(db, list(mids.values()), 1)
    terms = defaultdict(list)
    for row in await sql.brands.terms.live(db, list(mids.values())):
        terms[row.mid].append(row)
    differences = {draft.mcid: compare_terms(terms[mids[draft.mcid]], draft) for draft in drafts}
    removed_ids = [row.terms_id for change in differences.values() for row in change.removed]
    added_groups = [
        (mids[mcid], group) for mcid, change in differences.items() for group in change.added
    ]
    sentences = [(mids[mcid], line) for mcid in before for line in differences[mcid].sentences]
    await sql.brands.terms.retire(db, removed_ids, now)
    await sql.brands.terms.add(db, added_groups, now)
    await sql.brands.terms_history.add(db, sentences, now)
    joined = await sql.network.publisher.of_brands(db, [brand.mid for brand in before.values()])
    events = [
        event
        for draft in drafts
        if (brand := before.get(draft.mcid)) is not None
        for event in change_events(brand, draft.status, differences[draft.mcid], joined[brand.mid])
    ]
    await sql.core.outbox.add(db, events, now)
    return [SavedBrand(draft.mcid, mids[draft.mcid], draft.mcid not in before) for draft in drafts]


async def get_draft(db: Connection, mcid: str) -> BrandDraft | None:
    """A brand as an operator would save it now, with its terms for everybody and for single publishers."""
    row = await fetch_row(db, text(DRAFT_COLUMNS, mcid))
    if row is None:
        return None
    fields = dict(row)
    terms = await sql.brands.terms.live(db, [fields.pop("mid")])
    groups = msgspec.to_builtins([each.group for each in terms])
    return msgspec.convert({**fields, "commission_groups": groups}, BrandDraft)


DRAFT_COLUMNS = """
select mid, mcid, name, site_url, domains, coalesce(logo, logo_source) as logo, description, categories, country,
       regions, currency, offer_type, brand_type, cookie_days, validation_days, payment_days, after_validation,
       prepaid, deep_link, approval, status, click_param, forbidden_words, promotion_methods, contact,
       fallback_url
  from brand where mcid = $1
"""


async def set_status(
    db: Connection, mcid: str, status: BrandStatus, now: datetime
) -> SavedBrand | None:
    """Put a brand online, pause it or take it offline, and notify the publishers that have joined it."""
    await sql.brands.brand_count.lock(db)
    brands = await sql.brands.brand.lock(db, [mcid])
    if not brands:
        return None
    [brand] = brands
    if brand.status is not status:
        await sql.brands.brand_count.add(db, [brand.mid], -1)
        await sql.brands.brand.set_status(db, brand.mid, status, now)
        await sql.brands.brand_count.add(db, [brand.mid], 1)
        joined = await sql.network.publisher.of_brands(db, [brand.mid])
        await sql.core.outbox.add(
            db, list(change_events(brand, status, UNCHANGED, joined[brand.mid])), now
        )
    return SavedBrand(mcid, brand.mid, created=False)


def compare_terms(stored: Sequence[Terms], draft: BrandDraft) -> TermsDifference:
    """The terms to remove and those to add; unchanged ones stay."""
    before = [terms.group for terms in stored]
    removed = [terms for terms in stored if terms.group not in draft.commission_groups]
    added = [group for group in draft.commission_groups if group not in before]
    changed = [*added, *(terms.group for terms in removed)]
    return TermsDifference(
        removed=removed,
        added=added,
        sentences=list(describe_changes(before, draft.commission_groups, draft.unit)),
        for_all=any(group.for_all for group in changed),
        publisher_ids=frozenset(group.uid for group in changed if group.uid is not None),
    )


UNCHANGED = TermsDifference([], [], [], for_all=False, publisher_ids=frozenset())


def change_events(
    brand: BrandState, status: BrandStatus, change: TermsDifference, joined: Sequence[int]
) -> Iterator[Event]:
    """The event brand.changed for each joined publisher concerned; nobody learns of another publisher's terms."""
    everybody = status is not brand.status or change.for_all
    for publisher_id in joined:
        if everybody or publisher_id in change.publisher_ids:
            body = {
                "mid": brand.mid,
                "mcid": brand.mcid,
                "brand_name": brand.name,
                "status": status,
                "previous_status": brand.status,
                "note": "; ".join(change.sentences),
            }
            yield Event(publisher_id, EventType.BRAND_CHANGED, body, mid=brand.mid)
