"""No postback reaches a private address (trust.md T5)."""

import time
from typing import Any

import pytest

from rpc import Code
from tests.support.orders.orders import deal
from tests.support.portal import Portal
from tests.support.server import serve
from tests.support.tools.receiver import Receiver, dispatching, save, wait_for_log


class TestInside:
    async def test_no_private_address_is_called(
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
                    await closed.refused(
                        Code.URL_FORBIDDEN, f"/postback/{path}", alice, attributes=given
                    )
        assert receiver.received == []

    async def test_nor_one_that_changed_after_it_was_saved(
        self, portal: Portal, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        it = await deal(portal)
        await save(portal, it.who, receiver.url)
        monkeypatch.setattr(portal.resources.http_client, "allowed", ())
        begun = time.monotonic()
        async with dispatching(portal):
            await it.report(it.order())
            [entry] = await wait_for_log(portal, it.who, lambda rows: rows[0]["attempt"] == 1)
        assert (entry["error"], entry["status_code"], receiver.received) == ("forbidden", None, [])
        assert time.monotonic() - begun < 5
