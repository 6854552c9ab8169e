"""Payment methods as tests save them."""

from typing import Any

from tests.support.portal import PASSWORD, Portal, Someone

HOLDER = {"holder": "Maya Lindqvist"}


def draft(kind: str, country: str, currency: str, fields: dict[str, str], **more: Any) -> Any:
    known = {"kind": kind, "country": country, "currency": currency, "entity": "person"}
    return known | {"fields": HOLDER | fields, "password": PASSWORD} | more


def paypal(email: str, **more: Any) -> Any:
    return draft("paypal", "GB", "GBP", {"email": email}, **more)


async def save_method(portal: Portal, who: Someone, attributes: Any) -> dict[str, Any]:
    made: dict[str, Any] = await portal.ok("/payments/method_save", who, attributes=attributes)
    return made


async def list_methods(portal: Portal, who: Someone) -> list[dict[str, Any]]:
    answer = await portal.ok("/payments/methods", who)
    assert answer["total"] == len(answer["list"])
    found: list[dict[str, Any]] = answer["list"]
    return found
