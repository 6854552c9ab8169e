"""Events as a publisher's feed tells them, without what every event has."""

from typing import Any

from tests.support.portal import Portal, Someone

OF_ALL = {"event_id", "event_type", "event_name", "event_time", "test", "livemode", "items"}


async def list_events(portal: Portal, who: Someone | str, name: str) -> list[dict[str, Any]]:
    """The events of this name, oldest first: the values they have, and their changes as pairs of old and new."""
    feed = await portal.ok("/reports/events", who, page={"perPage": 1000})
    assert not feed["has_more"]
    return [values_of(event) for event in feed["list"] if event["event_name"] == name]


def values_of(event: dict[str, Any]) -> dict[str, Any]:
    values = {key: value for key, value in event.items() if key not in OF_ALL and value is not None}
    changes = values.pop("changes")
    return values | {"changes": {key: (each["old"], each["new"]) for key, each in changes.items()}}


def of_brand(brand: Any) -> dict[str, Any]:
    return {"mid": brand.mid, "mcid": brand.mcid, "brand_name": f"Brand {brand.mcid}"}
