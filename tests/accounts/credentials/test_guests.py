"""Limits and idempotency keys of callers who are not signed in (findings D, B4 and C2)."""

import re
from pathlib import Path

from rpc import Code
from tests.conftest import from_address
from tests.support.accounts.sign_up import credentials, step_one
from tests.support.portal import Portal, unique

ROOT = Path(__file__).parents[3]
PER_MINUTE = 30


async def sign_ins(portal: Portal, addresses: list[str]) -> list[int]:
    return [
        (
            await portal.post(
                "/auth/sign_in",
                headers=from_address(address),
                attributes=credentials(unique("nobody"), "x"),
            )
        ).code
        for address in addresses
    ]


class TestAddresses:
    async def test_guests_of_one_ipv6_64_network_share_a_rate_limit(
        self, guarded_portal: Portal
    ) -> None:
        addresses = [f"2001:db8:1:2:{number:x}::{number:x}" for number in range(PER_MINUTE + 5)]
        codes = await sign_ins(guarded_portal, addresses)
        assert codes[:PER_MINUTE] == [Code.PASSWORD_WRONG.number] * PER_MINUTE
        assert codes[PER_MINUTE:] == [Code.TOO_MANY_REQUESTS.number] * 5

    async def test_guests_of_different_ipv6_64_networks_do_not_share_a_rate_limit(
        self, guarded_portal: Portal
    ) -> None:
        """The control."""
        addresses = [f"2001:db8:2:{number:x}::1" for number in range(PER_MINUTE + 5)]
        assert set(await sign_ins(guarded_portal, addresses)) == {Code.PASSWORD_WRONG.number}

    async def test_spellings_of_one_ip_address_share_a_rate_limit(
        self, guarded_portal: Portal
    ) -> None:
        forms = ["192.0.2.77", "::ffff:192.0.2.77", "::FFFF:c000:24d", "0:0:0:0:0:ffff:192.0.2.77"]
        codes = await sign_ins(guarded_portal, forms * (PER_MINUTE // len(forms) + 1))
        assert codes.index(Code.TOO_MANY_REQUESTS.number) == PER_MINUTE

    def test_no_rate_limit_of_guests_counts_a_single_ipv6_address(self) -> None:
        found = [
            file.name
            for folder in ("handlers", "rpc")
            for file in (ROOT / folder).rglob("*.py")
            if re.search(r"spend\([^)]*\.ip\b", file.read_text())
        ]
        assert found == []


class TestIdempotencyKeys:
    async def test_same_idempotency_key_of_two_guests_gives_two_answers(
        self, portal: Portal
    ) -> None:
        key, forms = unique("key"), [step_one(), step_one()]
        replies = [await portal.post("/auth/sign_up", key=key, attributes=form) for form in forms]
        assert [reply.code for reply in replies] == [0, 0]
        assert replies[0].data != replies[1].data

    async def test_no_answer_is_stored_under_the_idempotency_key_of_a_guest(
        self, portal: Portal
    ) -> None:
        await portal.ok("/auth/account_check", key=unique("key"), attributes={"username": "free-1"})
        stored = await portal.value("select count(*) from idempotency where key like 'G:%'")
        assert stored == 0

    async def test_idempotency_key_of_a_publisher_is_stored(self, portal: Portal) -> None:
        """The control."""
        alice, key = await portal.someone(), unique("key")
        await portal.ok("/user/edit", alice, key=key, attributes={"nickname": "first"})
        await portal.ok("/user/edit", alice, key=key, attributes={"nickname": "first"})
        await portal.refuses(
            Code.IDEMPOTENCY_KEY_REUSED,
            "/user/edit",
            alice,
            key=key,
            attributes={"nickname": "second"},
        )
