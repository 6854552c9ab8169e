"""No postback reaches a private address (trust.md T5)."""

import asyncio
from typing import Any

import pytest

from rpc import Code
from tests.support.orders.orders import deal
from tests.support.portal import Portal
from tests.support.postbacks.receiver import (
    Received,
    Receiver,
    dispatching,
    run_receiver,
    save,
    wait_for_log,
)
from tests.support.reports.exports import read_export
from tests.support.server import serve

SECRET = "only-those-inside-may-read-this"
REFUSAL = "why-it-was-not-taken"


class TestPrivateAddresses:
    async def test_postback_to_a_private_ip_address_is_not_sent(
        self, make_database: Any, tmp_path: Any, receiver: Receiver
    ) -> None:
        port = receiver.port
        hosts = ["127.0.0.1", "localhost", "2130706433", "0x7f000001", "0177.0.0.1", "127.1", "0.0.0.0", "[::1]",
                 "[::ffff:127.0.0.1]", "[::]", "10.0.0.1", "169.254.169.254", "192.168.1.1"]  # fmt: skip
        async with serve(make_database(), tmp_path, DEMO="0") as closed:
            alice = await closed.someone()
            for host in hosts:
                draft = {"event_type": 1, "delivery_type": 1, "link_url": f"http://{host}:{port}/"}
                for path, given in (
                    ("do_info", draft),
                    ("do_test", {"draft": draft}),
                    ("test_info", {"draft": draft}),
                ):
                    await closed.refuses(
                        Code.URL_FORBIDDEN, f"/postback/{path}", alice, attributes=given
                    )
            for port, code in ((8443, Code.URL_FORBIDDEN.number), (443, 0)):
                url = f"https://nobody.invalid:{port}/"
                draft = {"event_type": 1, "delivery_type": 1, "link_url": url}
                reply = await closed.post("/postback/do_info", alice, attributes=draft)
                assert (port, reply.code) == (port, code), reply
        assert receiver.received == []

    async def test_postback_whose_host_now_resolves_to_a_private_address_is_not_sent(
        self, portal: Portal, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        it = await deal(portal)
        await save(portal, it.who, receiver.url)
        monkeypatch.setattr(portal.resources.http_client, "allowed", ())
        async with dispatching(portal):
            await it.report(it.order())
            [entry] = await wait_for_log(portal, it.who, lambda rows: rows[0]["attempt"] == 1)
        assert (entry["error"], entry["status_code"], receiver.received) == ("forbidden", None, [])


class TestAnswerContent:
    async def test_response_is_shown_by_no_test_and_its_head_by_nothing(
        self, portal: Portal, sending: None
    ) -> None:
        """Its status and how long it took: the test button reads nothing (trust.md C)."""
        it = await deal(portal)

        async def tell(_: Received, writer: asyncio.StreamWriter) -> None:
            head = f"HTTP/1.1 {next(statuses)} {SECRET}\r\nX-Said: {SECRET}\r\nSet-Cookie: a={SECRET}\r\n"
            header = f"Location: http://{SECRET}.example/\r\nContent-Length: {len(REFUSAL)}\r\n\r\n"
            writer.write(f"{head}{header}{REFUSAL}".encode())

        statuses = iter([200, 302, 404, 500])
        async with run_receiver(tell) as receiver:
            saved = await save(portal, it.who, receiver.url)
            for _ in range(3):
                await portal.ok("/postback/do_test", it.who, attributes={"id": saved["id"]})
            await it.report(it.order())
            rows = await wait_for_log(
                portal, it.who, lambda rows: all(row["attempts"] for row in rows)
            )
        assert {row["status_code"] for row in rows} == {200, 302, 404, 500}
        answers = {row["test"]: row["attempts"][0]["answer"] for row in rows}
        assert answers == {True: None, False: REFUSAL}
        for path, given in (
            ("/postback/list", {}),
            ("/postback/deliveries", {}),
            ("/reports/events", {}),
            ("/user/audit", {}),
            ("/postback/test_info", {"attributes": {"id": saved["id"]}}),
        ):
            assert SECRET not in str(await portal.ok(path, it.who, **given)), path
        assert SECRET not in str(await read_export(portal, it.who, "deliveries", "csv"))
