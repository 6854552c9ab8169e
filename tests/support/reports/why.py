"""Questions to Why, and clicks that lie in the past."""

from datetime import UTC, datetime, timedelta
from typing import Any

from tests.support.orders.orders import Deal
from tests.support.portal import Portal, Someone

PATH = "/reports/why"


async def ask(portal: Portal, who: Someone, **attributes: Any) -> dict[str, Any]:
    answer: dict[str, Any] = await portal.ok(PATH, who, attributes=attributes)
    return answer


async def click_on(it: Deal, at: datetime, *, verdict: str = "valid") -> str:
    """A filed click of that time, counted in the figures of its day if it is valid."""
    ref = await it.click(at, verdict=verdict)
    if verdict == "valid":
        async with it.portal.db() as db:
            await db.execute(
                "insert into rollup (publisher_id, grain, day, key, clicks) values ($1, 'brand', $2, $3, 1)"
                " on conflict (publisher_id, grain, day, key) do update set clicks = rollup.clicks + 1",
                *(it.who.uid, at.astimezone(UTC).date(), it.brand.mid),
            )
    return ref


def yesterday(portal: Portal) -> datetime:
    """Noon of the day before, so that a test means the same day at any hour."""
    noon = portal.resources.clock.now().replace(hour=12, minute=0, second=0, microsecond=0)
    return noon - timedelta(days=1)


def facts_of(answer: dict[str, Any]) -> list[int]:
    return [fact["fact"] for fact in answer["list"]]


def values_of(answer: dict[str, Any], fact: int) -> dict[str, Any]:
    """The values of the first such fact, without those that are null."""
    found = next(each for each in answer["list"] if each["fact"] == fact)
    return {name: value for name, value in found["values"].items() if value is not None}
