"""A cursor leads no further than the range of its report, also one that its caller changed."""

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Any

import pytest

from tests.support.orders.books import Books
from tests.support.orders.season import RANGE


def read(cursor: str) -> list[Any]:
    position: list[Any] = json.loads(urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)))
    return position


def write(position: list[Any]) -> str:
    return urlsafe_b64encode(json.dumps(position).encode()).decode().rstrip("=")


@pytest.mark.parametrize("path", ["/reports/transactions", "/reports/clicks"])
async def test_report_cursor_altered_to_a_time_outside_the_range_starts_at_the_first_row(
    season: Books, path: str
) -> None:
    asked = {**RANGE, "end_date": "2026-03-01"}
    page = {"perPage": 3}
    first = await season.portal.ok(path, season.who, filter=asked, page=page)
    name, _, key, total = read(first["next"])

    page["cursor"] = write([name, "2027-01-01T00:00:00Z", key, total])
    found = await season.portal.ok(path, season.who, filter=asked, page=page)

    assert first["list"]
    assert found["list"] == first["list"]
    assert found["next"] == first["next"]
