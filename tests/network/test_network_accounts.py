"""What operators see of publishers' accounts, and turning off a second step."""

import re
from pathlib import Path

from handlers._registry import registry
from handlers.cli.call import make_context
from rpc import Code
from rpc.calls.multipart import Upload
from rpc.calls.registry_entry import Entry, Procedure
from schema.network.account import TwoStepOff
from tests.accounts.test_two_step import ticket_of, turned_on
from tests.support.accounts.mails import mails_to
from tests.support.accounts.sign_up import credentials
from tests.support.accounts.waits import pass_wait
from tests.support.portal import Portal

REASON = "Lost the phone; passport checked by Dana"


class TestTwoStepEnd:
    async def test_turning_off_two_step_waits_and_then_ends_all_sessions(
        self, portal: Portal
    ) -> None:
        alice, bob, operator = (
            await portal.someone(),
            await portal.someone(),
            await portal.operator(),
        )
        for who in (alice, bob):
            await turned_on(portal, who)
        pending = await ticket_of(portal, alice)
        given = {"uid": alice.uid, "reason": REASON}

        made = await portal.ok("/network/two_step_end", operator, attributes=given)

        assert made["waits_until"] is not None
        await portal.ok("/user/profile", alice)
        await ticket_of(portal, alice)
        await pass_wait(portal, alice.uid)
        await portal.refuses(Code.UNAUTHORIZED, "/user/profile", alice)
        late = {"ticket": pending, "otp": "000000"}
        await portal.refuses(Code.TOKEN_INVALID, "/auth/sign_in", attributes=late)
        opened = await portal.ok("/auth/sign_in", attributes=credentials(alice.username))
        assert not (await portal.ok("/user/profile", opened["token"]))["two_step"]
        await ticket_of(portal, bob)
        await portal.ok("/user/profile", bob)
        async with portal.db() as db:
            left = "select count(*) from recovery_code where publisher_id = $1"
            assert await db.fetchval(left, alice.uid) == 0

    async def test_turning_off_two_step_is_logged_and_mailed_to_the_publisher(
        self, portal: Portal
    ) -> None:
        alice, operator = await portal.someone(), await portal.operator()
        await turned_on(portal, alice)
        given = {"uid": alice.uid, "reason": REASON}
        await portal.ok("/network/two_step_end", operator, attributes=given)
        await portal.work()
        [warning] = mails_to(portal, alice.email, subject="Two-step sign-in will be turned off")
        assert REASON in warning
        await pass_wait(portal, alice.uid)
        await portal.work()

        opened = await portal.ok("/auth/sign_in", attributes=credentials(alice.username))
        entries = (await portal.ok("/user/audit", opened["token"]))["list"]
        _, entry = [one for one in entries if one["action"] == "/network/two_step_end"]
        assert (entry["by"], entry["ip"], entry["details"]) == ("network", "", {"reason": REASON})
        [text] = mails_to(portal, alice.email, subject="Two-step sign-in was turned off")
        assert REASON in text
        async with portal.db() as db:
            who = await db.fetchval(
                "select operator_id from audit where publisher_id = $1 and action = $2",
                alice.uid,
                "/network/two_step_end",
            )
        assert who == operator.account_id

    async def test_operator_command_is_logged_as_the_network(self, portal: Portal) -> None:
        alice = await portal.someone()
        await turned_on(portal, alice)
        procedure = registry.find("/network/two_step_end", Procedure)
        async with portal.db() as db, db.transaction():
            await procedure(
                make_context(procedure, db, portal.resources),
                {"attributes": TwoStepOff(uid=alice.uid, reason=REASON)},
            )
        await pass_wait(portal, alice.uid)
        opened = await portal.ok("/auth/sign_in", attributes=credentials(alice.username))
        entries = (await portal.ok("/user/audit", opened["token"]))["list"]
        by = [one["by"] for one in entries if one["action"] == "/network/two_step_end"]
        assert by == ["network", "network"], "asked for, and in force after the wait"

    async def test_turning_off_two_step_requires_a_reason_and_a_publisher_who_uses_it(
        self, portal: Portal
    ) -> None:
        alice, operator = await portal.someone(), await portal.operator()
        for given, code in (
            ({"uid": alice.uid, "reason": ""}, Code.REQUEST_INVALID),
            ({"uid": alice.uid}, Code.REQUEST_INVALID),
            ({"uid": 2**33 - 1, "reason": REASON}, Code.USER_NOT_FOUND),
            ({"uid": alice.uid, "reason": REASON}, Code.NOT_ALLOWED),
        ):
            await portal.refuses(code, "/network/two_step_end", operator, attributes=given)

    async def test_publisher_cannot_turn_off_two_step_as_an_operator(self, portal: Portal) -> None:
        alice, bob = await portal.someone(), await portal.someone()
        await turned_on(portal, alice)
        given = {"uid": alice.uid, "reason": REASON}
        for who in (alice, bob):
            await portal.refuses(Code.NOT_ALLOWED, "/network/two_step_end", who, attributes=given)
        await ticket_of(portal, alice)


class TestAccounts:
    async def test_account_list_finds_publishers_and_shows_two_step_and_locks(
        self, portal: Portal
    ) -> None:
        alice, operator = await portal.someone(), await portal.operator()
        await turned_on(portal, alice)
        lock = {"uid": alice.uid, "kind": "lock", "reason": "A question"}
        await portal.ok("/network/account_lock", operator, attributes=lock)
        for filter in (
            {"uid": alice.uid},
            {"keyword": alice.username.upper()},
            {"keyword": alice.email},
        ):
            found = await portal.ok("/network/accounts", operator, filter=filter)
            [row] = [row for row in found["list"] if row["uid"] == alice.uid]
        assert (row["username"], row["email"], row["two_step"]) == (
            alice.username,
            alice.email,
            True,
        )
        assert (row["locked"], row["lock_reason"], row["closed"]) == (True, "A question", False)
        assert not [name for name in row if "secret" in name or "hash" in name]

    async def test_accounts_are_paged_newest_first(self, portal: Portal) -> None:
        operator = await portal.operator()
        people = [await portal.someone(name="Pagers & Sons") for _ in range(3)]
        asked = {"filter": {"keyword": "pagers & sons"}}
        pages = [
            await portal.ok(
                "/network/accounts", operator, **asked, page={"curPage": n, "perPage": 2}
            )
            for n in (1, 2)
        ]
        seen = [row["uid"] for page in pages for row in page["list"]]
        assert seen == [who.uid for who in reversed(people)]
        assert {page["total"] for page in pages} == {3}

    async def test_publisher_cannot_list_accounts(self, portal: Portal) -> None:
        await portal.refuses(Code.NOT_ALLOWED, "/network/accounts", await portal.someone())


def test_every_publisher_call_has_a_label_in_the_activity_log() -> None:
    words = (Path(__file__).parent.parent.parent / "web/src/text/accounts/activity.ts").read_text()
    paths = set(re.findall(r'^  "(/[^"]+)": "[A-Z]', words, re.M))
    calls: list[Entry] = [*registry.entries(Procedure), *registry.entries(Upload)]
    assert {call.path for call in calls if call.context.who in "MP"} - paths == set()
