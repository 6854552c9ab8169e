"""The brands of sandboxes, which all sandboxes share and live publishers never see."""

from collections.abc import Sequence
from datetime import UTC, date, datetime

import sql.brands.brand
import sql.brands.terms
from schema.brands.brand import BrandDraft
from schema.core.sandbox import SANDBOX_FROM
from sql.brands.brand import BrandState
from sql.core.db import Connection, one_value, run, text

SINCE = datetime(2020, 1, 1, tzinfo=UTC)
"""Since when the brands have had their terms: before any order of a sandbox."""


async def lock(db: Connection) -> None:
    """Let one transaction at a time add brands and the company of sandboxes."""
    await one_value(db, text("select pg_advisory_xact_lock(hashtextextended('sandbox', 0))"))


async def ensure(
    db: Connection, drafts: Sequence[BrandDraft], today: date
) -> dict[str, BrandState]:
    """The brands of these drafts, which are added where they are missing, but never in place of a live brand."""
    mcids = [draft.mcid for draft in drafts]
    known = await sql.brands.brand.of_mcids(db, mcids, SANDBOX_FROM)
    live = await sql.brands.brand.of_mcids(db, mcids)
    missing = [draft for draft in drafts if draft.mcid not in known and draft.mcid not in live]
    if not missing:
        return known
    mids = await sql.brands.brand.upsert(db, missing, SINCE, today)
    mark = text(
        "update brand set sandbox = true where mid = any(:mids::bigint[])",
        mids=list(mids.values()),
    )
    await run(db, mark)
    groups = [
        (mids[draft.mcid], draft.currency, group, SINCE)
        for draft in missing
        for group in draft.commission_groups
    ]
    await sql.brands.terms.add(db, groups, SINCE)
    return await sql.brands.brand.of_mcids(db, mcids, SANDBOX_FROM)
