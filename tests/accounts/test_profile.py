"""The profile: edits, pictures, media kits, and a new time zone."""

import asyncio
from typing import Any

import pytest

from handlers.common.files import sweep_files
from rpc import Code
from schema.accounts.profile import MEDIA_KITS_MAX
from schema.core.envelope import Nothing
from tests.support.databases import earlier
from tests.support.hostile.files import PDF, send_all
from tests.support.portal import Portal, Someone

COMPANY = {"name": "Kitchen Ltd", "country": "United Kingdom", "city": "Bristol"}


async def profile(portal: Portal, who: Someone) -> dict[str, Any]:
    found: dict[str, Any] = await portal.ok("/user/profile", who)
    return found


async def edit(portal: Portal, who: Someone, **fields: Any) -> dict[str, Any]:
    await portal.ok("/user/edit", who, attributes=fields)
    return await profile(portal, who)


async def wrong(portal: Portal, who: Someone, field: str, **fields: Any) -> None:
    reply = await portal.refuses(Code.REQUEST_INVALID, "/user/edit", who, attributes=fields)
    assert f"attributes.{field}" in reply.message


class TestProfileEdit:
    async def test_profile_edit_changes_only_the_given_fields(self, portal: Portal) -> None:
        alice = await portal.someone()
        await edit(portal, alice, nickname=" Al ", company=COMPANY, phone="+44 20 7946 0018")

        found = await edit(portal, alice, notifications={"news": False}, language="en")

        assert (found["nickname"], found["phone"]) == ("Al", "+442079460018")
        assert {name: found["company"][name] for name in COMPANY} == COMPANY
        assert found["notifications"].pop("alert_mails")["sums"] is False
        wanted = {"payments": True, "brands": True, "links": True, "news": False, "alerts": True}
        assert found["notifications"] == wanted

    async def test_phone_number_is_parsed_for_the_company_country_and_can_be_removed(
        self, portal: Portal
    ) -> None:
        alice = await portal.someone()
        await wrong(portal, alice, "phone", phone="020 7946 0018")
        found = await edit(portal, alice, company=COMPANY, phone="020 7946 0018")
        assert found["phone"] == "+442079460018"
        for nothing in ("hello", "+1", "+44 20 7946 0018 0018 0018", "12"):
            await wrong(portal, alice, "phone", phone=nothing)
        assert (await edit(portal, alice, phone=" ", nickname=""))["phone"] == ""

    async def test_publisher_is_named_after_its_company(self, portal: Portal) -> None:
        alice, operator = await portal.someone(), await portal.operator()
        await edit(portal, alice, company=COMPANY)
        sites = await portal.ok("/network/sites", operator, filter={"uid": alice.uid})
        assert {site["publisher"] for site in sites["list"]} == {"Kitchen Ltd"}

    async def test_report_currency_can_be_changed_until_the_first_order(
        self, portal: Portal
    ) -> None:
        alice = await portal.someone(currency="GBP", currency_chosen=False)
        assert (await edit(portal, alice, currency="EUR"))["currency"] == "EUR"
        async with portal.db() as db:
            row = "select currency_chosen from publisher where publisher_id = $1"
            assert await db.fetchval(row, alice.uid)
            await db.execute(
                "update publisher set currency_fixed = true where publisher_id = $1", alice.uid
            )

        await wrong(portal, alice, "currency", currency="USD", nickname="Al")
        found = await edit(portal, alice, currency="EUR")

        assert (found["currency"], found["currency_fixed"], found["nickname"]) == ("EUR", True, "")

    async def test_unknown_currency_zone_language_or_incomplete_company_is_refused(
        self, portal: Portal
    ) -> None:
        alice = await portal.someone()
        await wrong(portal, alice, "currency", currency="ZZZ")
        for zone in ("Mars/Olympus", "GMT+25", "localtime", "../etc/passwd", "EST5EDT"):
            await wrong(portal, alice, "time_zone", time_zone=zone)
        await wrong(portal, alice, "language", language="xx")
        await portal.refuses(20036, "/user/edit", alice, attributes={"company": {"country": "GB"}})
        await portal.refuses(
            20039, "/user/edit", alice, attributes={"company": {**COMPANY, "name": "x" * 101}}
        )

    async def test_change_of_time_zone_recalculates_the_figures(self, portal: Portal) -> None:
        alice = await portal.someone(time_zone="UTC")
        brand = await portal.brand()
        await portal.join(alice, brand)
        await portal.click((await portal.link(alice, brand))["code"])

        during = await edit(portal, alice, time_zone="Asia/Tokyo")
        assert during["time_zone"] == "UTC"
        assert during["counting"] == {"time_zone": "Asia/Tokyo", "done": 0, "months": 0}
        await wrong(portal, alice, "time_zone", time_zone="Asia/Seoul")
        await portal.work()

        after = await profile(portal, alice)
        assert (after["time_zone"], after["counting"]) == ("Asia/Tokyo", None)
        found = await edit(portal, alice, time_zone="Asia/Tokyo")
        assert found["counting"] is None

    async def test_concurrent_time_zone_changes_recount_figures_once(self, portal: Portal) -> None:
        alice = await portal.someone()
        zones = ["Asia/Tokyo", "Asia/Seoul", "Europe/Paris", "America/Lima", "Asia/Tokyo"]
        replies = await asyncio.gather(
            *(portal.post("/user/edit", alice, attributes={"time_zone": zone}) for zone in zones)
        )
        assert sorted(reply.code for reply in replies) == [0] + [Code.REQUEST_INVALID.number] * 4
        await portal.work()

    async def test_activity_log_records_which_fields_a_profile_edit_changed(
        self, portal: Portal
    ) -> None:
        alice = await portal.someone()
        await edit(portal, alice, nickname="Al", phone="+442079460018")
        async with portal.db() as db:
            details = await db.fetchval(
                "select details from audit where publisher_id = $1 and action = '/user/edit'",
                alice.uid,
            )
        assert details == {"changed": "nickname, phone"}

    async def test_stale_edit_of_the_profile_is_refused(self, portal: Portal) -> None:
        alice = await portal.someone()
        read = (await portal.ok("/user/profile", alice))["versions"]
        versions = {"nickname": read["nickname"]}
        first = {"nickname": "First", "versions": versions}
        await portal.ok("/user/edit", alice, attributes=first)

        await portal.refuses(
            Code.CHANGED_MEANWHILE, "/user/edit", alice,
            attributes={"nickname": "Second", "versions": versions},
        )  # fmt: skip

        now = await portal.ok("/user/profile", alice)
        assert now["nickname"] == "First"
        assert now["versions"]["company"] == read["company"]
        versions = {"nickname": now["versions"]["nickname"]}
        again = {"nickname": "Second", "versions": versions}
        await portal.ok("/user/edit", alice, attributes=again)


class TestAvatarEdit:
    async def test_profile_picture_is_set_and_removed(self, portal: Portal) -> None:
        alice = await portal.someone()
        url = (await send_all(portal, alice))["url"]
        await portal.ok("/user/avatar_edit", alice, attributes={"avatar": url})
        assert (await profile(portal, alice))["avatar"] == url
        await portal.ok("/user/avatar_edit", alice, attributes={"avatar": ""})
        assert (await profile(portal, alice))["avatar"] == ""

    async def test_profile_picture_that_is_not_the_publishers_own_image_is_refused(
        self, portal: Portal
    ) -> None:
        alice, bob = await portal.someone(), await portal.someone()
        foreign = (await send_all(portal, bob))["url"]
        guests = (await send_all(portal))["url"]
        document = (await send_all(portal, alice, PDF))["url"]
        for url in (foreign, guests, document, "/files/x.png", "https://evil.example/a.png", "x"):
            reply = await portal.refuses(
                Code.REQUEST_INVALID, "/user/avatar_edit", alice, attributes={"avatar": url}
            )
            assert "attributes.avatar" in reply.message
        assert (await profile(portal, alice))["avatar"] == ""

    async def test_each_rule_of_the_profile_picture_has_its_error_code(
        self, portal: Portal
    ) -> None:
        alice = await portal.someone()
        for given, code in (({}, 20091), ({"avatar": 1}, 20092), ({"avatar": "x" * 256}, 20093)):
            await portal.refuses(code, "/user/avatar_edit", alice, attributes=given)


class TestMediaKitEdit:
    async def test_media_kit_is_added_opened_and_changed(self, portal: Portal) -> None:
        alice = await portal.someone()
        file = await send_all(portal, alice, PDF, called="kit.pdf")
        draft = {"file_url": file["url"], "name": "Kit 2026.pdf", "size": 1}
        await portal.ok("/user/media_kit_edit", alice, attributes=draft)
        [kit] = (await profile(portal, alice))["media_kits"]

        answer = await portal.http.get(kit["download_url"])

        assert (kit["size"], kit["site_id"], answer.content) == (len(PDF), None, PDF)
        assert "Kit%202026.pdf" in answer.headers["content-disposition"]
        changed = {**draft, "id": kit["id"], "name": "Other.pdf", "site_id": alice.site_id}
        await portal.ok("/user/media_kit_edit", alice, attributes=changed)
        [site] = (await portal.ok("/site/list", alice))["list"]
        assert [kit["name"] for kit in site["media_kit"]] == ["Other.pdf"]

    async def test_media_kit_with_another_publishers_file_or_channel_is_refused(
        self, portal: Portal
    ) -> None:
        alice, bob = await portal.someone(), await portal.someone()
        mine, foreign = await send_all(portal, alice, PDF), await send_all(portal, bob, PDF)
        theirs = {"file_url": foreign["url"], "name": "a", "size": 1}
        await portal.ok("/user/media_kit_edit", bob, attributes=theirs)
        [kit] = (await profile(portal, bob))["media_kits"]
        draft = {"file_url": mine["url"], "name": "a", "size": 1}

        for given, field in ((theirs, "file_url"), ({**draft, "site_id": bob.site_id}, "site_id")):
            reply = await portal.refuses(
                Code.REQUEST_INVALID, "/user/media_kit_edit", alice, attributes=given
            )
            assert f"attributes.{field}" in reply.message
        for path, given in (
            ("/user/media_kit_edit", {**draft, "id": kit["id"]}),
            ("/user/media_kit_del", {"id": kit["id"]}),
        ):
            await portal.refuses(Code.NOT_FOUND, path, alice, attributes=given)

        assert (await profile(portal, alice))["media_kits"] == []
        assert len((await profile(portal, bob))["media_kits"]) == 1

    async def test_number_of_media_kits_is_limited(self, portal: Portal) -> None:
        alice = await portal.someone()
        file = await send_all(portal, alice, PDF)
        async with portal.db() as db:
            await db.execute(
                "insert into media_kit (publisher_id, file_url, name, size, created_at)"
                " select $1, '/files/x', 'x', 1, now() from generate_series(1, $2)",
                alice.uid,
                MEDIA_KITS_MAX,
            )
        draft = {"file_url": file["url"], "name": "a", "size": 1}
        await portal.refuses(Code.REQUEST_INVALID, "/user/media_kit_edit", alice, attributes=draft)

    @pytest.mark.parametrize(
        ("changed", "code"),
        [
            ({"file_url": None}, 20079),
            ({"file_url": ""}, 20078),
            ({"file_url": "x" * 256}, 20080),
            ({"name": ""}, 20081),
            ({"name": "x" * 256}, 20084),
            ({"size": "1"}, 20086),
            ({"id": "1"}, 20090),
        ],
    )
    async def test_each_rule_of_a_media_kit_has_its_error_code(
        self, portal: Portal, changed: Any, code: int
    ) -> None:
        draft = {"file_url": "/files/a", "name": "a", "size": 1, **changed}
        reply = await portal.post("/user/media_kit_edit", await portal.someone(), attributes=draft)
        assert reply.code == code, reply


class TestMediaKitDel:
    async def test_deleted_media_kit_leaves_the_list_at_once_and_the_storage_a_day_later(
        self, portal: Portal
    ) -> None:
        alice = await portal.someone()
        linked, dropped = await send_all(portal, alice, PDF), await send_all(portal, alice, PDF)
        for file in (linked, dropped):
            draft = {"file_url": file["url"], "name": "a", "size": 1}
            await portal.ok("/user/media_kit_edit", alice, attributes=draft)
        kits = {kit["file_url"]: kit["id"] for kit in (await profile(portal, alice))["media_kits"]}

        await portal.ok("/user/media_kit_del", alice, attributes={"id": kits[dropped["url"]]})

        left = (await profile(portal, alice))["media_kits"]
        assert [kit["file_url"] for kit in left] == [linked["url"]]
        async with portal.db() as db:
            await db.execute(
                f"update upload set {earlier('touched_at', '25 hours')} where publisher_id = $1",
                alice.uid,
            )
            await sweep_files.later(db, Nothing())
        await portal.work()
        assert await portal.resources.storage.get(linked["url"].rpartition("/")[2]) == PDF
        assert await portal.resources.storage.get(dropped["url"].rpartition("/")[2]) is None
