"""What the portal counts and keeps of somebody who is not signed in (findings D, B4 and C2)."""

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
    async def test_those_of_one_64_share_their_limits(self, guarded_portal: Portal) -> None:
        addresses = [f"2001:db8:1:2:{number:x}::{number:x}" for number in range(PER_MINUTE + 5)]
        codes = await sign_ins(guarded_portal, addresses)
        assert codes[:PER_MINUTE] == [Code.PASSWORD_WRONG.number] * PER_MINUTE
        assert codes[PER_MINUTE:] == [Code.TOO_MANY_REQUESTS.number] * 5

    async def test_those_of_others_do_not(self, guarded_portal: Portal) -> None:
        """The control."""
        addresses = [f"2001:db8:2:{number:x}::1" for number in range(PER_MINUTE + 5)]
        assert set(await sign_ins(guarded_portal, addresses)) == {Code.PASSWORD_WRONG.number}

    async def test_each_way_to_write_one_is_the_same(self, guarded_portal: Portal) -> None:
        forms = ["192.0.2.77", "::ffff:192.0.2.77", "::FFFF:c000:24d", "0:0:0:0:0:ffff:192.0.2.77"]
        codes = await sign_ins(guarded_portal, forms * (PER_MINUTE // len(forms) + 1))
        assert codes.index(Code.TOO_MANY_REQUESTS.number) == PER_MINUTE

    def test_no_limit_counts_a_single_address(self) -> None:
        found = [
            file.name
            for folder in ("handlers", "rpc")
            for file in (ROOT / folder).rglob("*.py")
            if re.search(r"spend\([^)]*\.ip\b", file.read_text())
        ]
        assert found == []


class TestIdempotencyKeys:
    async def test_two_guests_with_one_key_do_not_meet(self, portal: Portal) -> None:
        key, forms = unique("key"), [step_one(), step_one()]
        replies = [await portal.post("/auth/sign_up", key=key, attributes=form) for form in forms]
        assert [reply.code for reply in replies] == [0, 0]
        assert replies[0].data != replies[1].data

    async def test_a_guest_leaves_nothing_under_a_key(self, portal: Portal) -> None:
        await portal.ok("/auth/account_check", key=unique("key"), attributes={"username": "free-1"})
        stored = await portal.value("select count(*) from idempotency where key like 'G:%'")
        assert stored == 0

    async def test_one_who_is_signed_in_is_still_answered_as_before(self, portal: Portal) -> None:
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
