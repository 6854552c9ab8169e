"""Sign-ins by a provider: to its login page and back, as a browser makes them."""

from typing import Any

from rpc import Code
from tests.support.accounts.oidc_provider import Provider
from tests.support.portal import PASSWORD, Portal, Someone, unique


async def depart(third: Portal, name: str = "acme", **more: Any) -> str:
    found = await third.ok("/auth/third_link", attributes={"provider": name, **more})
    return str(found["url"])


async def journey(
    third: Portal, provider: Provider, sub: str, name: str = "acme", **more: Any
) -> dict[str, Any]:
    """There and back: what third_check takes."""
    back = await provider.consent(await depart(third, name, **more), sub)
    browser = {"browser": more["browser"]} if "browser" in more else {}
    return {"provider": name, "code": back["code"], "state": back["state"], **browser}


async def add_person(provider: Provider, **claims: Any) -> str:
    name = unique("somebody")
    return await provider.person(
        name,
        **{"email": f"{name}@example.com", "email_verified": True, "name": "Some Body"} | claims,
    )


async def ticket(third: Portal, provider: Provider, sub: str) -> str:
    """The ticket of an identity without an account."""
    reply = await third.refuses(
        Code.USER_NOT_BOUND, "/auth/third_check", attributes=await journey(third, provider, sub)
    )
    return str(reply.data["ticket"])


async def bind_provider(third: Portal, provider: Provider, who: Someone, name: str = "acme") -> str:
    """An identity that is bound to an account."""
    sub = await add_person(provider)
    await third.ok(
        "/user/third_bind",
        who,
        attributes={**await journey(third, provider, sub, name), "password": PASSWORD},
    )
    return sub
