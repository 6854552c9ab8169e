"""Payment methods as tests save them."""

from datetime import timedelta
from typing import Any

from tests.support.databases import earlier
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


async def list_methods(portal: Portal, who: Someone | str) -> list[dict[str, Any]]:
    answer = await portal.ok("/payments/methods", who)
    assert answer["total"] == len(answer["list"])
    found: list[dict[str, Any]] = answer["list"]
    return found


async def pass_time(portal: Portal, uid: int, by: timedelta = timedelta(days=4)) -> None:
    """Let time pass for a publisher's payment methods; after four days those that were not stopped can be used."""
    methods = ", ".join(
        earlier(name, "$2") for name in ("usable_from", "held_until", "created_at", "updated_at")
    )
    changes = ", ".join(
        earlier(name, "$2") for name in ("waits_until", "created_at", "applied_at", "stopped_at")
    )
    async with portal.db() as db:
        for change in (f"payment_method set {methods}", f"guarded_change set {changes}"):
            await db.execute(f"update {change} where publisher_id = $1", uid, by)
