"""Requesting a copy of the account's data: once at a time, by its owner, and again after a failure."""

import asyncio

import pytest

from handlers.user.data_export import make_export
from rpc import Code
from rpc.calls.context import Worker
from rpc.security.rate_limits import DAY, SharedLimit
from schema.exports.download import MakeDownload
from tests.support.accounts.export import id_of, open_archive, read_table, request_export
from tests.support.accounts.mails import mails_to
from tests.support.portal import Portal, unique


class TestExport:
    async def test_concurrent_requests_make_one_data_export(self, portal: Portal) -> None:
        alice = await portal.someone()
        replies = await asyncio.gather(*(portal.post("/user/export", alice) for _ in range(20)))
        codes = sorted(reply.code for reply in replies)
        assert codes == [0] + [Code.DOWNLOAD_DUPLICATE.number] * 19
        assert len({reply.data["id"] for reply in replies}) == 1

        await portal.work()

        assert (await request_export(portal, alice))["status"] == 2

    async def test_repeated_request_with_one_idempotency_key_is_the_same_data_export(
        self, portal: Portal
    ) -> None:
        alice, key = await portal.someone(), unique("key")
        first = await portal.post("/user/export", alice, key=key)
        again = await portal.post("/user/export", alice, key=key)
        assert (first.code, again.code) == (0, 0)
        assert first.data == again.data
        await portal.work()

    async def test_new_data_export_keeps_the_previous_one(self, portal: Portal) -> None:
        alice = await portal.someone()
        first = await request_export(portal, alice)
        second = await request_export(portal, alice)
        assert first["id"] != second["id"]
        for each in (first, second):
            assert (await portal.http.get(each["download_url"])).status_code == 200

    async def test_data_exports_per_hour_are_limited(
        self, portal: Portal, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        few = SharedLimit(unique("export"), ((1, DAY),))
        monkeypatch.setattr(
            portal.resources, "shared_limits", portal.resources.shared_limits._replace(export=few)
        )
        alice = await portal.someone()
        await request_export(portal, alice)
        await portal.refuses(Code.TOO_MANY_REQUESTS, "/user/export", alice)
        assert len((await portal.ok("/common/download_list", alice))["list"]) == 1

    async def test_finished_data_export_is_mailed_once_without_a_download_ticket(
        self, portal: Portal
    ) -> None:
        alice = await portal.someone()
        made = await request_export(portal, alice)
        async with portal.db() as db:
            await make_export.later(db, MakeDownload(alice.uid, made["id"]))
        await portal.work()
        [mail] = mails_to(portal, alice.email, subject="data is ready")
        assert "ticket" not in mail

    async def test_request_and_download_of_a_data_export_are_recorded_in_the_activity_log(
        self, portal: Portal
    ) -> None:
        alice = await portal.someone()
        made = await request_export(portal, alice)
        await portal.http.get(made["download_url"])
        entries = (await portal.ok("/user/audit", alice))["list"]
        assert [entry["action"] for entry in entries] == ["/files/{name}", "/user/export"]

    async def test_exported_activity_names_actors_as_the_activity_log_does(
        self, portal: Portal
    ) -> None:
        alice = await portal.someone()
        await portal.post("/auth/sign_in", attributes={"account": alice.email, "password": "x"})
        made = await request_export(portal, alice)
        rows = read_table(await open_archive(portal, made["download_url"]), "activity")
        whole = [(row["action"], row["by"]) for row in rows]
        assert whole == [("/auth/sign_in", "unknown"), ("/user/export", "you")]

    async def test_operator_signed_in_as_a_publisher_cannot_export_its_data(
        self, portal: Portal
    ) -> None:
        alice, operator = await portal.someone(), await portal.new_operator()
        made = await request_export(portal, alice)
        given = {"account": operator.email, "password": operator.password, "reason": "Why"}
        given["uid"] = alice.uid  # type: ignore[assignment]
        url = (await portal.ok("/auth/sign_in_admin", attributes=given))["url"]
        code = {"provider": "autologin", "code": url.partition("code=")[2]}
        token = (await portal.ok("/auth/third_check", attributes=code))["token"]
        await portal.refuses(Code.NOT_ALLOWED, "/user/export", token)
        await portal.refuses(
            Code.NOT_ALLOWED, "/common/download_del", token, attributes=id_of(made)
        )
        [seen] = (await portal.ok("/common/download_list", token))["list"]
        assert (seen["status"], seen["download_url"]) == (2, None)

        archive = await open_archive(portal, (await request_export(portal, alice))["download_url"])
        addresses = {row["kind"]: row["ip"] for row in read_table(archive, "sessions")}
        assert addresses == {"password": "127.0.0.1", "autologin": ""}

    async def test_data_export_that_cannot_be_stored_fails_and_can_be_requested_again(
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
        assert (failed["status"], failed["error"]) == (
            3,
            "The export stopped before it finished. Try it again",
        )
        assert (await request_export(portal, alice))["status"] == 2
