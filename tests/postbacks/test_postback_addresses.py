"""Addresses of postbacks: errors are named, and ports are checked on saving."""

import pytest

from rpc import Code
from tests.support.portal import Portal, Someone


class TestDoInfo:
    @pytest.mark.parametrize(
        ("url", "text"),
        [
            ("http://u:p@a.example/", "must not contain a user name or password"),
            ("http://{uid1}.example/", "must not contain macros in its host or port"),
            ("http://[[uid1]]/", "must not contain macros in its host or port"),
            ("ftp://a.example/", "must start with http:// or https://"),
            (
                "http://a.example/{nosuch}",
                "contains {nosuch}, but there is no such macro: /postback/get_type lists them all",
            ),
            (
                "http://a.example/{orderId}",
                "contains {orderId}, but there is no such macro: did you mean {order_id}?",
            ),
            ("http://a.example/{oid", "has an unmatched brace"),
        ],
    )
    async def test_refusal_of_a_postback_address_gives_the_reason(
        self, portal: Portal, alice: Someone, url: str, text: str
    ) -> None:
        given = {"event_type": 1, "delivery_type": 1, "link_url": url}
        reply = await portal.refuses(
            Code.REQUEST_INVALID, "/postback/do_info", alice, attributes=given
        )
        assert reply.message == f"`attributes.link_url` {text}"

    async def test_postback_address_may_have_an_unusual_port_only_on_localhost(
        self, portal: Portal, alice: Someone
    ) -> None:
        """In demonstration mode; names that cannot be found here are judged by their port, too."""
        for host, code in (
            ("nosuchhost:25", 20197), ("example.com:25", 20197), ("0x7f.1:25", 20197), ("198.51.100.7:25", 20197),
            ("nosuchhost", 0), ("localhost:9", 0), ("localhost.:9", 0), ("127.0.0.1:9", 0), ("[::1]:9", 0),
        ):  # fmt: skip
            given = {"event_type": 1, "delivery_type": 1, "link_url": f"http://{host}/x"}
            reply = await portal.post("/postback/do_info", alice, attributes=given)
            assert (host, reply.code) == (host, code), reply
