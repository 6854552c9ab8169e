"""Signing up and in."""

from typing import Any

from tests.support.accounts.mails import links_to
from tests.support.portal import PASSWORD, Portal, unique

CHANNEL = {
    "name": "Alice's kitchen",
    "channel_type": 2,
    "channel_platform": "WordPress",
    "promotion_methods": [1, 4],
    "website": "https://kitchen.example",
}
COMPANY = {"name": "Kitchen Ltd", "country": "GB"}


def step_one(**changed: Any) -> dict[str, Any]:
    name = unique("alice")
    return {
        "username": name,
        "email": f"{name}@example.com",
        "password": PASSWORD,
        "confirm_password": PASSWORD,
        "agreement": 1,
    } | changed


async def sign_up(portal: Portal, *, verified: bool = True, **changed: Any) -> dict[str, Any]:
    """The credentials of a sign-up."""
    attributes = step_one(**changed)
    uid = (await portal.ok("/auth/sign_up", attributes=attributes))["uid"]
    if verified:
        [token] = await links_to(portal, attributes["email"])
        await portal.ok("/auth/email_verify", attributes={"token": token})
    return attributes | {"uid": uid}


def credentials(account: str, password: str = PASSWORD, **more: Any) -> dict[str, Any]:
    return {"account": account, "password": password, **more}
