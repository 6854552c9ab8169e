"""One country or one kind of device alone is named as the cause, and never where the others fell too."""

from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import Any

import pytest

from schema.reports.alert import AlertCause, AlertKind
from schema.reports.segment import Segment, find_segment
from tests.support.portal import Portal
from tests.support.reports.watched import (
    CLICK_COLUMNS,
    CLICKS,
    ORDERS,
    PAST,
    Watched,
    look,
    make_watched,
)


def country(value: str, clicks: int, orders: int, before: tuple[int, int]) -> Segment:
    return Segment(
        by="country",
        value=value,
        clicks=clicks,
        orders=orders,
        clicks_before=before[0],
        orders_before=before[1],
    )


GB = country("GB", 800, 40, (4000, 200))


@pytest.mark.parametrize(
    ("segments", "found"),
    [
        ([GB, country("DE", 400, 1, (2000, 100))], "DE"),
        ([GB, country("DE", 400, 19, (2000, 100))], None),
        ([country("GB", 800, 4, (4000, 200)), country("DE", 400, 1, (2000, 100))], None),
        ([country("DE", 400, 1, (2000, 100))], None),
        ([GB, country("DE", 40, 0, (200, 10))], None),
        ([GB, country("", 400, 1, (2000, 100))], None),
        ([], None),
    ],
    ids=[
        "alone", "as usual", "the others too", "no others", "too few", "unknown country", "nothing",
    ],
)  # fmt: skip
def test_country_or_device_is_named_as_cause_only_if_it_alone_fell(
    segments: list[Segment], found: str | None
) -> None:
    segment = find_segment(segments, 3)
    assert (segment and segment.value) == found


async def test_alert_names_the_only_device_that_fell_with_its_expected_and_actual_orders(
    portal: Portal,
) -> None:
    it = await make_watched(portal)
    await it.live(range(8, PAST))
    await it.live(range(8), orders=ORDERS // 2)
    await replace_rows(it)

    await look(portal)

    [alert] = await it.alerts()
    assert (alert["kind"], alert["cause"]) == (
        AlertKind.CONVERSION_FALLEN,
        AlertCause.ONE_SEGMENT,
    )
    evidence = alert["evidence"]
    assert (evidence["device"], evidence["country"], evidence["part_seen"]) == ("mobile", None, 0)
    assert evidence["part_expected"] > 40


async def replace_rows(it: Watched) -> None:
    """Clicks and orders of five weeks, half of them on phones, of which none buys any more since eight days."""
    portal, clicks, orders = it.it.portal, list[Any](), list[Any]()
    for day in range(36):
        midnight = datetime(*it.now.date().timetuple()[:3], tzinfo=UTC) - day * timedelta(days=1)
        end = min(midnight + timedelta(days=1), it.now)
        for n in range(CLICKS):
            at, device = midnight + (end - midnight) * n / CLICKS, ("desktop", "mobile")[n % 2]
            row = list(it.click_row(at, day * CLICKS + n))
            row[6] = device
            clicks.append(tuple(row))
            if n % (CLICKS // ORDERS) < 2 and n % 4 < 2 and (device == "desktop" or day >= 8):
                orders.append((at + timedelta(seconds=30), device))
    async with portal.db() as db:
        for table in ("click", "conversion"):
            await db.execute(f"delete from {table} where publisher_id = $1", it.it.who.uid)
        await db.copy_records_to_table("click", records=clicks, columns=CLICK_COLUMNS)
        for at, device in orders:
            await it.add_orders(db, [(at, Decimal(5))])
            await db.execute(
                "update conversion set device = $2 where publisher_id = $1 and device = ''",
                *(it.it.who.uid, device),
            )
