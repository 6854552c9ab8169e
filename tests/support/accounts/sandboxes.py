"""Sandboxes for tests: switching to one, and leading orders through their life there."""

from dataclasses import replace
from typing import Any

from tests.support.client import Someone
from tests.support.portal import Portal


async def enter(portal: Portal, who: Someone) -> Someone:
    """Somebody in the sandbox, with the session that switching opens."""
    opened = await portal.ok("/sandbox/switch", who, attributes={"sandbox": True})
    return await as_in(portal, who, opened["token"])


async def as_in(portal: Portal, who: Someone, token: str) -> Someone:
    """Somebody as the holder of a token of the sandbox."""
    inside = replace(who, token=token)
    profile = await portal.ok("/user/profile", inside)
    return replace(inside, uid=profile["uid"], site_id=profile["default_site"]["id"])


async def lead(portal: Portal, inside: Someone, path: str, **attributes: Any) -> dict[str, Any]:
    """A new order of a path, led to the end of its life unless told otherwise."""
    life: dict[str, Any] = await portal.ok(
        "/sandbox/advance", inside, attributes={"path": path, **attributes}
    )
    return life
