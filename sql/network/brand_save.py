"""Saves any number of brands in a few statements, with their terms and the events for publishers."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from datetime import date, datetime
from typing import NamedTuple

import msgspec

import sql.brands.brand
import sql.brands.brand_count
import sql.brands.terms
import sql.brands.terms_history
import sql.core.outbox
import sql.network.publisher
from schema.brands.brand import RESERVED_MCIDS, BrandDraft, BrandStatus, Campaign
from schema.brands.campaign_change import compare_campaigns
from schema.brands.commission_group import CommissionGroup, Pays, describe_changes
from schema.brands.terms import Terms
from schema.core.event import Event, EventType
from schema.core.sandbox import SANDBOX_FROM
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


async def save(
    db: Connection, drafts: Sequence[BrandDraft], now: datetime, today: date
) -> list[SavedBrand]:
    """Create brands, or replace those with the same mcid. They must be valid and differ in mcid.

    `today` is the network's day, by which terms are in force.
    """
    await sql.brands.brand_count.lock(db)
    before = {
        brand.mcid: brand for brand in await sql.brands.brand.lock(db, [d.mcid for d in drafts])
    }
    campaigns = await sql.brands.brand.get_campaigns(db, [brand.mid for brand in before.values()])
    await sql.brands.brand_count.add(db, [brand.mid for brand in before.values()], -1)
    mids = await sql.brands.brand.upsert(db, drafts, now, today)
    await sql.brands.brand_count.add(db, list(mids.values()), 1)
    terms = defaultdict(list)
    for row in await sql.brands.terms.live(db, list(mids.values())):
        terms[row.mid].append(row)
    differences = {
        draft.mcid: compare_terms(terms[mids[draft.mcid]], draft, before.get(draft.mcid))
        for draft in drafts
    }
    removed_ids = [row.terms_id for change in differences.values() for row in change.removed]
    added_groups = [
        (
            mids[draft.mcid],
            draft.currency,
            group,
            find_announcement(differences[draft.mcid].removed, group, draft.currency, now),
        )
        for draft in drafts
        for group in differences[draft.mcid].added
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
        for event in change_events(
            brand,
            draft.status,
            differences[draft.mcid],
            joined[brand.mid],
            find_announced(campaigns[brand.mid], draft.campaigns or [], today),
        )
    ]
    events += [
        change.to_event(publisher_id, brand.mid)
        for draft in drafts
        if (brand := before.get(draft.mcid)) is not None and draft.campaigns is not None
        for change in compare_campaigns(campaigns[brand.mid], draft.campaigns, today)
        for publisher_id in joined[brand.mid]
    ]
    await sql.core.outbox.add(db, events, now)
    return [SavedBrand(draft.mcid, mids[draft.mcid], draft.mcid not in before) for draft in drafts]


async def find_reserved(db: Connection, mcids: Collection[str]) -> set[str]:
    """The mcids that no new brand may have: pages or brands of sandboxes have them. Existing brands keep them."""
    of_sandboxes = await sql.brands.brand.of_mcids(db, sorted(mcids), SANDBOX_FROM)
    reserved = RESERVED_MCIDS.intersection(mcids)
    if not reserved:
        return {*of_sandboxes}
    known = await sql.brands.brand.of_mcids(db, sorted(reserved))
    return {*of_sandboxes, *reserved} - known.keys()


async def brands_at_pages(db: Connection) -> list[str]:
    """Brands whose mcid is the name of a page."""
    return sorted(await sql.brands.brand.of_mcids(db, sorted(RESERVED_MCIDS)))


async def get_draft(db: Connection, mcid: str) -> BrandDraft | None:
    """A brand as a draft that an operator can edit, with its terms for everybody and for single publishers."""
    row = await fetch_row(db, text(DRAFT_COLUMNS, mcid=mcid))
    if row is None:
        return None
    fields = dict(row)
    terms = await sql.brands.terms.live(db, [fields.pop("mid")])
    groups = msgspec.to_builtins([each.group for each in terms])
    return msgspec.convert({**fields, "commission_groups": groups}, BrandDraft)


DRAFT_COLUMNS = """
select mid, mcid, name, site_url, domains, coalesce(logo, logo_source) as logo, description, categories, country,
       regions, currency, offer_type, brand_type, cookie_days, validation_days, payment_days, claim_days,
       after_validation,
       prepaid, deep_link, coupon_decides, approval, status, click_param, forbidden_words, promotion_methods, contact,
       fallback_url, coalesce(campaigns, '[]') as campaigns
  from brand where mcid = :mcid and not sandbox
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
            db, list(change_events(brand, status, UNCHANGED, joined[brand.mid], [])), now
        )
    return SavedBrand(mcid, brand.mid, created=False)


def compare_terms(
    stored: Sequence[Terms], draft: BrandDraft, brand: BrandState | None
) -> TermsDifference:
    """The terms to remove and those to add; unchanged ones stay. Another currency changes every fixed amount."""
    unit_before = draft.unit._replace(currency=brand.currency if brand else draft.currency)
    unchanged = [
        terms
        for terms in stored
        if terms.group in draft.commission_groups
        and (terms.pays == Pays.PERCENT or unit_before == draft.unit)
    ]
    unchanged_groups = [terms.group for terms in unchanged]
    removed = [terms for terms in stored if terms not in unchanged]
    added = [group for group in draft.commission_groups if group not in unchanged_groups]
    changed = [*added, *(terms.group for terms in removed)]
    groups_before = [terms.group for terms in stored]
    return TermsDifference(
        removed=removed,
        added=added,
        sentences=list(
            describe_changes(
                groups_before, draft.commission_groups, draft.unit, unit_before=unit_before
            )
        ),
        for_all=any(group.for_all for group in changed),
        publisher_ids=frozenset(group.uid for group in changed if group.uid is not None),
    )


def find_announcement(
    removed: Sequence[Terms], group: CommissionGroup, currency: str, now: datetime
) -> datetime:
    """When a group was announced: earlier, if it replaces one that promised the same from the same day, else now."""
    promised = (group.pays, group.value, group.scope, group.starts_at)
    return min(
        (
            terms.announcement
            for terms in removed
            if (terms.pays, terms.value, terms.group.scope, terms.starts_at) == promised
            and (terms.pays == Pays.PERCENT or terms.currency in (None, currency))
        ),
        default=now,
    )


def find_announced(
    before: Sequence[Campaign], after: Sequence[Campaign], today: date
) -> list[Campaign]:
    """The new campaigns to notify publishers of: those that are not over."""
    return [each for each in after if each not in before and each.ends_on >= today]


UNCHANGED = TermsDifference([], [], [], for_all=False, publisher_ids=frozenset())


def change_events(
    brand: BrandState,
    status: BrandStatus,
    change: TermsDifference,
    joined: Sequence[int],
    announced: Sequence[Campaign],
) -> Iterator[Event]:
    """The event brand.changed for each joined publisher concerned; nobody learns of another publisher's terms."""
    everybody = status is not brand.status or change.for_all or announced
    sentences = [*change.sentences, *(campaign.describe() for campaign in announced)]
    for publisher_id in joined:
        if everybody or publisher_id in change.publisher_ids:
            body = {
                "mid": brand.mid,
                "mcid": brand.mcid,
                "brand_name": brand.name,
                "status": status,
                "previous_status": brand.status,
                "note": "; ".join(sentences),
            }
            yield Event(publisher_id, EventType.BRAND_CHANGED, body, mid=brand.mid)
