"""Channels, and their review."""

from typing import Any

from tests.support.portal import Portal, Someone, unique


def channel(**changed: Any) -> dict[str, Any]:
    return {
        "name": unique("kitchen"),
        "channel_type": 2,
        "channel_platform": "WordPress",
        "promotion_methods": [1, 4],
        "website": "https://kitchen.example",
    } | changed


async def saved(portal: Portal, who: Someone, **changed: Any) -> dict[str, Any]:
    made: dict[str, Any] = await portal.ok("/site/save", who, attributes=channel(**changed))
    return made


async def review(
    portal: Portal, who: Someone, site_id: int, status: int, operator: Someone | None = None
) -> None:
    await portal.ok(
        "/network/site_review",
        operator or await portal.operator(),
        attributes={"uid": who.uid, "site_id": site_id, "status": status, "reason": "Because"},
    )
