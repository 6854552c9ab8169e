"""The list of a publisher's clicks."""

from typing import Any

from handlers._registry import registry
from rpc.calls.registry_entry import Procedure
from schema.reports.report import CLICKS_COUNTED_MAX
from tests.support.orders.books import Books, ref
from tests.support.orders.season import RANGE, at, new_books, part
from tests.support.portal import Portal, SomeBrand


class TestClicks:
    async def clicks(self, books: Books, **filter: Any) -> Any:
        page = filter.pop("page", {"perPage": 1000})
        return await books.portal.ok("/reports/clicks", books.who, filter=RANGE | filter, page=page)

    async def test_clicks_are_listed_with_verdicts_and_orders(
        self, books: Books, shop: SomeBrand
    ) -> None:
        when = at("2026-02-01T12:00")
        led = await books.click(
            shop, when, uid1="mail", country="GB", referrer="https://a.example/"
        )
        order = await books.order(shop, when, part("10", "1"), click=(led, when))
        await books.click(
            shop, at("2026-02-02T12:00"), verdict="bot", verdict_reason="known crawler: Googlebot"
        )

        found = await self.clicks(books)

        bot, click = found["list"]
        assert (bot["verdict"], bot["verdict_reason"], bot["oid"]) == (
            "bot",
            "known crawler: Googlebot",
            None,
        )
        assert (click["click_ref"], click["oid"], click["mcid"]) == (ref(led), order.oid, shop.mcid)
        assert (click["order_id"], bot["order_id"]) == (order.order_id, None)
        assert (click["uid1"], click["country"], click["device"]) == ("mail", "GB", "desktop")
        assert not {"ip", "visitor"} & click.keys()
        assert (found["total"], found["next"]) == (2, None)

    async def test_clicks_are_filtered_by_each_filter(self, books: Books, shop: SomeBrand) -> None:
        when = at("2026-02-01T12:00")
        link_id = await books.link(shop)
        wanted = await books.click(shop, when, uid4="x", link_id=link_id)
        await books.order(shop, when, part("10", "1"), click=(wanted, when))
        other = await books.click(await books.brand(), at("2026-02-03T12:00"), verdict="blocked")
        filters: list[dict[str, Any]] = [
            {"mcids": [shop.mcid]},
            {"link_id": link_id},
            {"click_ref": ref(wanted)},
            {"uid4": "x"},
            {"verdict": "valid"},
            {"converted": True},
            {"end_date": "2026-02-02"},
            {"site_ids": [books.who.site_id], "converted": True},
        ]
        for filter in filters:
            found = await self.clicks(books, **filter)
            assert [click["click_ref"] for click in found["list"]] == [ref(wanted)], filter
            assert found["total"] == 1, filter
        found = await self.clicks(books, converted=False)
        assert [click["click_ref"] for click in found["list"]] == [ref(other)]

    async def test_cursors_and_pages_list_each_click_once(self, season: Books) -> None:
        whole = [click["click_ref"] for click in (await self.clicks(season))["list"]]
        walked: list[str] = []
        page: dict[str, Any] | None = {"perPage": 11}
        while page:
            found = await self.clicks(season, page=page)
            walked += [click["click_ref"] for click in found["list"]]
            page = {"perPage": 11, "cursor": found["next"]} if found["next"] else None

        assert walked == whole
        assert len(set(walked)) == found["total"] == len(whole) > 100
        third = await self.clicks(season, page={"perPage": 11, "curPage": 3})
        assert [click["click_ref"] for click in third["list"]] == whole[22:33]

    async def test_total_of_a_click_list_is_capped(self, books: Books, shop: SomeBrand) -> None:
        async with books.portal.db() as db:
            await db.execute(
                "insert into click (publisher_id, click_time, click_id, link_id, site_id, mid, device,"
                " verdict, visitor) select $1, $2::timestamptz + make_interval(secs => n),"
                " gen_random_uuid(), 1, $3, $4, 'desktop', 'valid', ''::bytea"
                " from generate_series(1, $5::int) n",
                books.who.uid,
                at("2026-02-01T12:00"),
                books.who.site_id,
                shop.mid,
                CLICKS_COUNTED_MAX + 50,
            )
        found = await self.clicks(books, page={"perPage": 1})
        assert (found["total"], found["total_is_capped"]) == (CLICKS_COUNTED_MAX + 1, True)
        found = await self.clicks(books, page={"perPage": 1}, verdict="bot")
        assert (found["total"], found["total_is_capped"]) == (0, False)
        summary = registry.find("/reports/clicks", Procedure).summary
        assert f"capped at {CLICKS_COUNTED_MAX + 1:,}" in summary

    async def test_clicks_of_another_publisher_are_hidden(
        self, portal: Portal, season: Books
    ) -> None:
        stranger = await new_books(portal)
        for filter in ({}, {"mcids": [season.orders[0].brand.mcid]}, {"converted": True}):
            found = await self.clicks(stranger, **filter)
            assert (found["list"], found["total"]) == ([], 0)
