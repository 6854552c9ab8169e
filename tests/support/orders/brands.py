"""Brands: saved, found, and their notifications."""

from typing import Any

from tests.support.portal import Portal, SomeBrand, Someone, unique

STANDARD = {"name": "Standard", "pays": "percent", "value": "10"}


def group(**fields: Any) -> dict[str, Any]:
    return {**STANDARD, **fields}


def draft(**fields: Any) -> dict[str, Any]:
    """What /network/brand_save takes at the least."""
    mcid = fields.pop("mcid", None) or unique("brand")
    return {
        "mcid": mcid,
        "name": f"Brand {mcid}",
        "site_url": f"https://{mcid}.example",
        "domains": [f"{mcid}.example"],
        "commission_groups": [STANDARD],
        **fields,
    }


async def saved_line(portal: Portal, mcid: str) -> dict[str, Any]:
    """A brand as operators see it listed."""
    listing = await portal.ok(
        "/network/brands",
        await portal.operator(),
        filter={"keyword": mcid},
        page={"perPage": 1_000},
    )
    [row] = [row for row in listing["list"] if row["mcid"] == mcid]
    return row


def word_of(kind: str) -> str:
    """A word that no other test's word begins with, for searches find beginnings."""
    return unique(kind).replace("-", "") + "x"


async def findable(portal: Portal, **draft: Any) -> SomeBrand:
    """A brand whose mcid finds no other."""
    return await portal.brand(mcid=f"{unique('brand')}x", **draft)


async def find_brands(portal: Portal, who: Someone, **filter: Any) -> list[str]:
    listing = await portal.ok("/brands/find", who, filter=filter, page={"perPage": 1_000})
    assert listing["total"] == len(listing["list"])
    return [brand["mcid"] for brand in listing["list"]]


async def events(portal: Portal, who: Someone, event_type: int) -> list[dict[str, Any]]:
    """What a publisher's events of a type hold, oldest first: 6 tells of decisions, 7 of brands."""
    async with portal.db() as db:
        rows = await db.fetch(
            "select body from event where publisher_id = $1 and event_type = $2 order by at",
            who.uid,
            event_type,
        )
    return [row["body"] for row in rows]
