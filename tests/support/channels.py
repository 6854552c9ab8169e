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


async def save_channel(portal: Portal, who: Someone, **changed: Any) -> dict[str, Any]:
    """Add a channel, with a website of its own, or change one, which keeps its website unless another is given."""
    if "id" in changed:
        site = await portal.ok("/site/info", who, attributes={"id": changed["id"]})
        website = site["website"]
    else:
        website = f"https://{unique('kitchen')}.example"
    draft = channel(**{"website": website} | changed)
    made: dict[str, Any] = await portal.ok("/site/save", who, attributes=draft)
    return made


async def review_channel(
    portal: Portal, who: Someone, site_id: int, status: int, operator: Someone | None = None
) -> None:
    await portal.ok(
        "/network/site_review",
        operator or await portal.operator(),
        attributes={"uid": who.uid, "site_id": site_id, "status": status, "reason": "Because"},
    )
