"""The copy of an account's data: complete, exact, without data of others, fetched only by its owner (trust.md T16)."""

import json
from typing import Any

import pytest

import sql.exports.data_export
from rpc import Code
from tests.support.accounts.export import add_clicks, open_archive, read_table, request_export
from tests.support.hostile.files import image, send_all
from tests.support.portal import Portal, Someone, unique


async def earning(portal: Portal, **publisher: Any) -> Someone:
    """A publisher with rows in every table."""
    who, brand = await portal.someone(**publisher), await portal.brand()
    await portal.join(who, brand)
    link = await portal.link(who, brand, uid1="=1+1", note='a "note",\nof two lines')
    for order in ("first", "second"):
        ref = await portal.click(link["code"])
        items = [{"item_id": "a", "amount": "19.99"}, {"item_id": "b", "amount": "5.05"}]
        order_ = {"order_id": unique(order), "currency": "GBP", "click_ref": ref, "items": items}
        await portal.ok("/network/conversions", brand, attributes={"orders": [order_]})
    method = {
        "kind": "paypal", "country": "GB", "currency": "GBP", "entity": "person",
        "fields": {"holder": "Alice", "email": "money@alice.example"}, "password": who.password,
    }  # fmt: skip
    await portal.ok("/payments/method_save", who, attributes=method)
    return who


class TestExport:
    async def test_data_export_holds_every_row_of_its_owner(self, portal: Portal) -> None:
        alice = await earning(portal, company={"name": "Alice Ltd", "country": "GB"})
        given = await send_all(portal, alice, image())

        found = await request_export(portal, alice)

        archive = await open_archive(portal, found["download_url"])
        assert archive.testzip() is None
        person = json.loads(archive.read("account.json"))
        assert (person["username"], person["email"]) == (alice.username, alice.email)
        assert person["company"]["name"] == "Alice Ltd"
        assert not [name for name in person if "password_hash" in name or "secret" in name]
        counted = 0
        async with portal.db() as db:
            for name in (
                "site", "relationship", "link", "click_all", "conversion", "conversion_item",
                "conversion_history", "payment_method", "upload",
            ):  # fmt: skip
                own = {"site": "channels", "relationship": "brands", "conversion": "orders",
                       "conversion_item": "order_items", "conversion_history": "order_history",
                       "click_all": "clicks"}  # fmt: skip
                rows = await db.fetch(f"select * from {name} where publisher_id = $1", alice.uid)
                table = read_table(archive, own.get(name, f"{name}s"))
                assert len(table) == len(rows) > 0, name
                counted += len(table)
            amounts = await db.fetch(
                "select oid, item_id, sale_amount, sale_comm from conversion_item"
                " where publisher_id = $1 order by oid, item_id",
                alice.uid,
            )
        assert [
            (row["oid"], row["item_id"], row["sale_amount"], row["sale_comm"])
            for row in read_table(archive, "order_items")
        ] == [tuple(str(value) for value in row) for row in amounts]
        tables = [name.removesuffix(".csv") for name in archive.namelist() if name.endswith(".csv")]
        assert found["rows"] == sum(len(read_table(archive, name)) for name in tables) > counted
        assert archive.read(f"files/{given['url'].rpartition('/')[2]}").startswith(b"\x89PNG")

    async def test_data_export_has_no_formula_and_no_account_number(self, portal: Portal) -> None:
        alice = await earning(portal)
        archive = await open_archive(portal, (await request_export(portal, alice))["download_url"])

        [link] = read_table(archive, "links")
        assert (link["uid1"], link["note"]) == ("'=1+1", 'a "note",\nof two lines')
        [method] = read_table(archive, "payment_methods")
        assert method["kind"] == "paypal"
        whole = b"".join(archive.read(name) for name in archive.namelist())
        assert b"money@alice.example" not in whole

    async def test_data_export_reads_large_tables_page_by_page(
        self, portal: Portal, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        alice, now = await portal.someone(), portal.resources.clock.now()
        brand = await portal.brand()
        async with portal.db() as db:
            await add_clicks(db, alice, brand.mid, 25, now)
        monkeypatch.setattr(sql.exports.data_export, "PAGE", 4)

        archive = await open_archive(portal, (await request_export(portal, alice))["download_url"])

        refs = [row["click_ref"] for row in read_table(archive, "clicks")]
        assert len(refs) == len(set(refs)) == 25

    async def test_data_export_holds_nothing_of_another_publisher(self, portal: Portal) -> None:
        alice, bob = await earning(portal), await earning(portal)
        mine = await request_export(portal, alice)
        archive = await open_archive(portal, mine["download_url"])

        whole = b"".join(archive.read(name) for name in archive.namelist()).decode()
        assert alice.username in whole
        assert bob.username not in whole
        assert str(bob.uid) not in whole
        assert (await portal.ok("/common/download_list", bob))["list"] == []
        given = {"id": mine["id"]}
        await portal.refuses(Code.NOT_FOUND, "/common/download_del", bob, attributes=given)
        assert (await portal.http.get(mine["download_url"])).status_code == 200
