"""A copy of one's own data: whole, exact, nobody else's, and fetched by nobody else (trust.md T16)."""

import asyncio
import csv
import io
import json
import zipfile
from typing import Any

import pytest

import sql.accounts.data_export
from handlers.user import make_export
from rpc import Code
from rpc.calls.context import Worker
from rpc.security.rate_limits import DAY, SharedLimit
from schema.accounts.download import MakeDownload
from tests.support.accounts.mails import mails_to
from tests.support.hostile.files import image, sent
from tests.support.portal import Portal, Someone, unique


async def asked(portal: Portal, who: Someone) -> dict[str, Any]:
    """What came of an export that was asked for, after the work is done."""
    made = await portal.ok("/user/export", who)
    assert (made["status"], made["download_url"]) == (0, None)
    await portal.work()
    [found] = (await portal.ok("/common/download_list", who))["list"]
    assert found["id"] == made["id"]
    return dict(found)


async def opened(portal: Portal, url: str) -> zipfile.ZipFile:
    answer = await portal.http.get(url)
    assert answer.status_code == 200, answer.text
    return zipfile.ZipFile(io.BytesIO(answer.content))


def table(archive: zipfile.ZipFile, name: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(archive.read(f"{name}.csv").decode(), newline="")))


async def earning(portal: Portal, **publisher: Any) -> Someone:
    """Somebody who has something of everything."""
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


async def many_clicks(db: Any, who: Someone, mid: int, count: int, now: Any) -> None:
    await db.execute(
        "insert into click (publisher_id, click_time, click_id, link_id, site_id, mid, device, verdict,"
        " visitor) select $1, $4::timestamptz - make_interval(secs => n / 3), gen_random_uuid(), 1, 1, $2,"
        " 'desktop', 'valid', '' from generate_series(1, $3) as n",
        who.uid,
        mid,
        count,
        now,
    )


class TestExport:
    async def test_holds_every_row_of_ones_own(self, portal: Portal) -> None:
        alice = await earning(portal, company={"name": "Alice Ltd", "country": "GB"})
        given = await sent(portal, alice, image())

        found = await asked(portal, alice)

        archive = await opened(portal, found["download_url"])
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
                told = table(archive, own.get(name, f"{name}s"))
                assert len(told) == len(rows) > 0, name
                counted += len(told)
            amounts = await db.fetch(
                "select oid, item_id, sale_amount, sale_comm from conversion_item"
                " where publisher_id = $1 order by oid, item_id",
                alice.uid,
            )
        assert [
            (row["oid"], row["item_id"], row["sale_amount"], row["sale_comm"])
            for row in table(archive, "order_items")
        ] == [tuple(str(value) for value in row) for row in amounts]
        assert found["rows"] == counted + sum(
            len(table(archive, name)) for name in ("sessions", "activity", "media_kits")
        )
        assert archive.read(f"files/{given['url'].rpartition('/')[2]}").startswith(b"\x89PNG")

    async def test_is_safe_to_open_in_a_spreadsheet_and_tells_no_account_number(
        self, portal: Portal
    ) -> None:
        alice = await earning(portal)
        archive = await opened(portal, (await asked(portal, alice))["download_url"])

        [link] = table(archive, "links")
        assert (link["uid1"], link["note"]) == ("'=1+1", 'a "note",\nof two lines')
        [method] = table(archive, "payment_methods")
        assert method["kind"] == "paypal"
        whole = b"".join(archive.read(name) for name in archive.namelist())
        assert b"money@alice.example" not in whole

    async def test_large_tables_go_page_by_page(
        self, portal: Portal, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        alice, now = await portal.someone(), portal.resources.clock.now()
        brand = await portal.brand()
        async with portal.db() as db:
            await many_clicks(db, alice, brand.mid, 25, now)
        monkeypatch.setattr(sql.accounts.data_export, "PAGE", 4)

        archive = await opened(portal, (await asked(portal, alice))["download_url"])

        refs = [row["click_ref"] for row in table(archive, "clicks")]
        assert len(refs) == len(set(refs)) == 25

    async def test_of_anothers_there_is_nothing(self, portal: Portal) -> None:
        alice, bob = await earning(portal), await earning(portal)
        mine = await asked(portal, alice)
        archive = await opened(portal, mine["download_url"])

        whole = b"".join(archive.read(name) for name in archive.namelist()).decode()
        assert alice.username in whole
        assert bob.username not in whole
        assert str(bob.uid) not in whole
        assert (await portal.ok("/common/download_list", bob))["list"] == []
        given = {"id": mine["id"]}
        await portal.refused(Code.NOT_FOUND, "/common/download_del", bob, attributes=given)
        assert (await portal.http.get(mine["download_url"])).status_code == 200

    async def test_is_asked_for_once_at_a_time(self, portal: Portal) -> None:
        alice = await portal.someone()
        replies = await asyncio.gather(*(portal.post("/user/export", alice) for _ in range(20)))
        codes = sorted(reply.code for reply in replies)
        assert codes == [0] + [Code.DOWNLOAD_DUPLICATE.number] * 19
        assert len({reply.data["id"] for reply in replies}) == 1

        await portal.work()

        assert (await asked(portal, alice))["status"] == 2

    async def test_the_same_ask_again_is_the_same_export(self, portal: Portal) -> None:
        alice, key = await portal.someone(), unique("key")
        first = await portal.post("/user/export", alice, key=key)
        again = await portal.post("/user/export", alice, key=key)
        assert (first.code, again.code) == (0, 0)
        assert first.data == again.data
        await portal.work()

    async def test_a_new_one_takes_the_place_of_the_one_before(self, portal: Portal) -> None:
        alice = await portal.someone()
        first = await asked(portal, alice)
        second = await asked(portal, alice)
        assert first["id"] != second["id"]
        assert (await portal.http.get(first["download_url"])).status_code == 404

    async def test_five_in_an_hour(self, portal: Portal, monkeypatch: pytest.MonkeyPatch) -> None:
        few = SharedLimit(unique("export"), ((1, DAY),))
        monkeypatch.setattr(
            portal.resources, "shared_limits", portal.resources.shared_limits._replace(export=few)
        )
        alice = await portal.someone()
        await asked(portal, alice)
        await portal.refused(Code.TOO_MANY_REQUESTS, "/user/export", alice)
        assert len((await portal.ok("/common/download_list", alice))["list"]) == 1

    async def test_a_mail_says_that_it_is_ready_once(self, portal: Portal) -> None:
        alice = await portal.someone()
        made = await asked(portal, alice)
        async with portal.db() as db:
            await make_export.later(db, MakeDownload(alice.uid, made["id"]))
        await portal.work()
        [mail] = mails_to(portal, alice.email, subject="data is ready")
        assert "ticket" not in mail

    async def test_the_account_log_tells_of_the_ask_and_the_download(self, portal: Portal) -> None:
        alice = await portal.someone()
        made = await asked(portal, alice)
        await portal.http.get(made["download_url"])
        entries = (await portal.ok("/user/audit", alice))["list"]
        assert [entry["action"] for entry in entries] == ["/files/{name}", "/user/export"]

    async def test_is_not_for_the_networks_staff(self, portal: Portal) -> None:
        alice, operator = await portal.someone(), await portal.operator()
        made = await asked(portal, alice)
        given = {"account": operator.email, "password": operator.password, "reason": "Why"}
        given["uid"] = alice.uid  # type: ignore[assignment]
        url = (await portal.ok("/auth/sign_in_admin", attributes=given))["url"]
        code = {"provider": "autologin", "code": url.partition("code=")[2]}
        token = (await portal.ok("/auth/third_check", attributes=code))["token"]
        await portal.refused(Code.NOT_ALLOWED, "/user/export", token)
        await portal.refused(
            Code.NOT_ALLOWED, "/common/download_del", token, attributes=made_id(made)
        )
        [seen] = (await portal.ok("/common/download_list", token))["list"]
        assert (seen["status"], seen["download_url"]) == (2, None)

        archive = await opened(portal, (await asked(portal, alice))["download_url"])
        places = {row["kind"]: row["ip"] for row in table(archive, "sessions")}
        assert places == {"password": "127.0.0.1", "autologin": ""}

    async def test_what_cannot_be_kept_has_failed_and_can_be_asked_for_again(
        self, portal: Portal, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        alice = await portal.someone()
        made = await portal.ok("/user/export", alice)

        async def full(*_: object) -> None:
            raise OSError("no space")

        async with portal.db() as db:
            monkeypatch.setattr(portal.resources.storage, "put_file", full)
            for attempt in range(1, 6):
                worker = Worker(
                    db=db,
                    now=portal.resources.clock.now(),
                    resources=portal.resources,
                    attempt=attempt,
                )
                with pytest.raises(OSError, match="no space"):
                    await make_export.handler(worker, MakeDownload(alice.uid, made["id"]))
        monkeypatch.undo()
        [failed] = (await portal.ok("/common/download_list", alice))["list"]
        assert (failed["status"], failed["error"]) == (3, "It stopped half-way; ask for it again")
        assert (await asked(portal, alice))["status"] == 2


def made_id(made: dict[str, Any]) -> dict[str, Any]:
    return {"id": made["id"]}
