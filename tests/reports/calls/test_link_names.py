"""Reports name a link by its note, its code and its brand."""

from typing import Any

import pytest

from rpc import Code
from tests.support.orders.books import Books
from tests.support.orders.season import RANGE, at
from tests.support.portal import Portal, SomeBrand
from tests.support.reports.exports import read_export

NAMES = ("link_code", "link_note")


async def name_link(portal: Portal, uid: int, link_id: int, **names: str) -> None:
    async with portal.db() as db:
        for column, value in names.items():
            await db.execute(
                f"update link set {column} = $3 where publisher_id = $1 and link_id = $2",
                uid,
                link_id,
                value,
            )


async def links_of(books: Books, link_id: int) -> Any:
    found = await books.portal.ok("/tools/links", books.who, filter={"link_id": link_id})
    return found["list"]


async def rows_of(books: Books, groups: list[str], **filter: Any) -> list[dict[str, Any]]:
    asked = {**RANGE, "group_by": groups, **filter}
    found = await books.portal.ok("/reports/performance", books.who, filter=asked)
    rows: list[dict[str, Any]] = found["list"]
    return rows


async def test_click_list_shows_code_and_note_of_the_link(books: Books, shop: SomeBrand) -> None:
    link_id = await books.link(shop)
    await name_link(books.portal, books.who.uid, link_id, note="Summer mail", path=f"sun{link_id}")
    await books.click(shop, at("2026-02-01T12:00"), link_id=link_id)

    found = await books.portal.ok("/reports/clicks", books.who, filter=RANGE)

    [click] = found["list"]
    [link] = await links_of(books, link_id)
    assert [click[name] for name in NAMES] == [link["code"], link["note"]]
    assert [click[name] for name in NAMES] == [f"sun{link_id}", "Summer mail"]


async def test_performance_row_of_a_link_shows_code_note_and_brand(
    books: Books, shop: SomeBrand
) -> None:
    link_id = await books.link(shop)
    await name_link(books.portal, books.who.uid, link_id, note="Summer mail")
    await books.click(shop, at("2026-02-01T12:00"), link_id=link_id)
    [link] = await links_of(books, link_id)

    for groups in (["link"], ["date", "link"], ["link", "brand"], ["link", "device"]):
        [row] = [row for row in await rows_of(books, groups) if row.get("clicks")]

        names = (*NAMES, "link_brand_name")
        assert [row[name] for name in names] == [link["code"], "Summer mail", link["brand_name"]]
    assert not [name for row in await rows_of(books, ["brand"]) for name in NAMES if name in row]


async def test_deleted_link_has_no_name_in_a_report(books: Books, shop: SomeBrand) -> None:
    await books.click(shop, at("2026-02-01T12:00"), link_id=999_999_999)

    found = await books.portal.ok("/reports/clicks", books.who, filter=RANGE)
    [row] = [row for row in await rows_of(books, ["link"]) if row["clicks"]]

    assert [found["list"][0][name] for name in NAMES] == [None, None]
    assert row["link_id"] == 999_999_999
    assert not {*NAMES, "link_brand_name"} & row.keys()


async def test_report_hides_another_publishers_link_with_the_same_id(
    books: Books, shop: SomeBrand
) -> None:
    bob = await books.portal.someone()
    async with books.portal.db() as db:
        link_id = await db.fetchval(
            "insert into link (publisher_id, code, site_id, mid, target_url, note, created_at)"
            " values ($1, $2, $3, $4, 'https://bob.example/', 'Of Bob', now()) returning link_id",
            bob.uid,
            books.portal.resources.ids.make_code(bob.uid),
            bob.site_id,
            shop.mid,
        )
    await books.click(shop, at("2026-02-01T12:00"), link_id=link_id)

    found = await books.portal.ok("/reports/clicks", books.who, filter=RANGE)
    rows = await rows_of(books, ["link"])
    exported = await read_export(books.portal, books.who, "clicks", "csv", **RANGE)

    assert found["list"][0]["link_note"] is None
    assert not [row for row in rows if "link_note" in row]
    assert [row["link_note"] for row in exported] == [""]


@pytest.mark.parametrize("report", ["clicks", "performance"])
async def test_report_exports_include_link_names(
    books: Books, shop: SomeBrand, report: str
) -> None:
    link_id = await books.link(shop)
    await name_link(books.portal, books.who.uid, link_id, note="Summer mail")
    await books.click(shop, at("2026-02-01T12:00"), link_id=link_id)
    [link] = await links_of(books, link_id)
    grouped = {"group_by": ["link"]} if report == "performance" else {}

    rows = await read_export(books.portal, books.who, report, "csv", **RANGE, **grouped)

    assert [[row[name] for name in NAMES] for row in rows] == [[link["code"], "Summer mail"]]


async def test_sorting_a_report_by_link_name_is_refused(books: Books) -> None:
    for name in (*NAMES, "link_brand_name"):
        filter = {**RANGE, "group_by": ["link"], "sort": name}
        answer = await books.portal.refuses(
            Code.REQUEST_INVALID, "/reports/performance", books.who, filter=filter
        )
        assert answer.refusal == {"field": "filter.sort"}
