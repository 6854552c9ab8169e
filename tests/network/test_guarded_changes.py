"""The network's staff: two of them end a wait or a hold, one stops a change, and nobody alone shortens anything."""

from typing import Any

from rpc import Code
from tests.accounts.team.test_team import CHOSEN
from tests.accounts.test_two_step import turned_on
from tests.support.accounts.impersonation import enter, issue_code
from tests.support.accounts.mails import mails_to
from tests.support.accounts.payments import list_methods, paypal, save_method
from tests.support.accounts.waits import pass_wait
from tests.support.databases import earlier
from tests.support.orders.payouts import withdrawable
from tests.support.portal import Portal, Someone

CHANGES, HASTEN, STOP = "/network/changes", "/network/change_hasten", "/network/change_stop"
REASON = "Called back at the number of the contract"


async def staff(portal: Portal, count: int = 2) -> list[Someone]:
    """Members of staff of long standing."""
    found = [await portal.new_operator() for _ in range(count)]
    async with portal.db() as db:
        await db.execute(
            f"update account set {earlier('created_at', '4 days')} where account_id = any($1)",
            [each.account_id for each in found],
        )
    return found


async def change_of(portal: Portal, uid: int) -> dict[str, Any]:
    operator = await portal.operator()
    [change] = (await portal.ok(CHANGES, operator, filter={"uid": uid}))["list"]
    found: dict[str, Any] = change
    return found


async def hasten(portal: Portal, by: Someone, uid: int, id: int) -> bool:
    given = {"uid": uid, "id": id, "reason": REASON}
    return bool((await portal.ok(HASTEN, by, attributes=given))["done"])


class TestHasten:
    async def test_two_members_of_staff_end_the_wait_of_payment_details(
        self, portal: Portal
    ) -> None:
        alice, (dana, eli) = await portal.someone(), await staff(portal)
        await save_method(portal, alice, paypal("a@example.com"))
        change = await change_of(portal, alice.uid)

        assert not await hasten(portal, dana, alice.uid, change["id"])
        assert not await hasten(portal, dana, alice.uid, change["id"])
        [method] = await list_methods(portal, alice)
        assert method["waiting"] is True
        seen = await change_of(portal, alice.uid)
        assert (seen["hastened_by"], seen["hastened_reason"]) == (dana.username, REASON)
        assert await hasten(portal, eli, alice.uid, change["id"])

        [method] = await list_methods(portal, alice)
        assert method["waiting"] is False
        entries = (await portal.ok("/user/audit", alice))["list"]
        results = [one["result"] for one in entries if one["action"] == HASTEN]
        assert results == ["ok", "asked", "asked"]
        await portal.work()
        [mail] = mails_to(portal, alice.email, subject="The network ended a wait")
        assert REASON in mail
        given = {"uid": alice.uid, "id": change["id"], "reason": REASON}
        await portal.refuses(Code.STATE_FORBIDS, HASTEN, eli, attributes=given)

    async def test_reset_of_a_second_step_takes_another_than_who_began_it(
        self, portal: Portal
    ) -> None:
        alice, (dana, eli) = await portal.someone(), await staff(portal)
        finance = await portal.member(alice, "finance")
        await turned_on(portal, finance)
        await pass_wait(portal, alice.uid)
        given = {"uid": alice.uid, "account_id": finance.account_id, "reason": REASON}
        await portal.ok("/network/two_step_end", dana, attributes=given)
        change = await change_of(portal, alice.uid)
        assert (change["kind"], change["member"]) == ("factor_reset", finance.username)
        assert not await hasten(portal, dana, alice.uid, change["id"])
        assert (await portal.ok("/user/profile", finance))["two_step"] is True

        assert await hasten(portal, eli, alice.uid, change["id"])

        await portal.refuses(Code.UNAUTHORIZED, "/user/profile", finance)

    async def test_new_member_of_staff_is_not_the_second(self, portal: Portal) -> None:
        alice, [dana] = await portal.someone(), await staff(portal, 1)
        puppet = await portal.new_operator()
        await save_method(portal, alice, paypal("a@example.com"))
        change = await change_of(portal, alice.uid)
        await hasten(portal, dana, alice.uid, change["id"])
        given = {"uid": alice.uid, "id": change["id"], "reason": REASON}
        await portal.refuses(Code.STATE_FORBIDS, HASTEN, puppet, attributes=given)

    async def test_two_members_of_staff_release_held_payments(self, portal: Portal) -> None:
        it, (dana, eli) = await withdrawable(portal, "300.00"), await staff(portal)
        added = await save_method(portal, it.who, paypal("a@example.com"))
        assert added["waiting"]
        change = await change_of(portal, it.who.uid)
        given = {"uid": it.who.uid, "id": change["id"], "reason": REASON}
        await portal.ok(STOP, dana, attributes=given)
        held = await change_of(portal, it.who.uid)
        assert held["stopped_at"] is not None
        await portal.refuses(Code.STATE_FORBIDS, STOP, dana, attributes=given)

        assert not await hasten(portal, dana, it.who.uid, change["id"])
        assert await hasten(portal, eli, it.who.uid, change["id"])

        count = (
            "select count(*) from payment_method where publisher_id = $1 and held_until is not null"
        )
        assert await portal.value(count, it.who.uid) == 0

    async def test_request_to_end_a_wait_does_not_count_for_the_hold_of_its_stop(
        self, portal: Portal
    ) -> None:
        it, (dana, eli) = await withdrawable(portal, "300.00"), await staff(portal)
        uid = it.who.uid
        await save_method(portal, it.who, paypal("a@example.com"))
        change = await change_of(portal, uid)
        assert not await hasten(portal, dana, uid, change["id"])
        given = {"uid": uid, "id": change["id"], "reason": REASON}
        await portal.ok(STOP, eli, attributes=given)
        assert (await change_of(portal, uid))["hastened_by"] is None

        assert not await hasten(portal, eli, uid, change["id"])
        assert await hasten(portal, dana, uid, change["id"])

    async def test_member_of_staff_who_began_a_stopped_reset_does_not_count_for_the_hold(
        self, portal: Portal
    ) -> None:
        it, (dana, eli) = await withdrawable(portal, "300.00"), await staff(portal)
        alice = it.who
        await save_method(portal, alice, paypal("a@example.com"))
        await turned_on(portal, alice)
        await pass_wait(portal, alice.uid)
        given: dict[str, Any] = {"uid": alice.uid, "reason": REASON}
        await portal.ok("/network/two_step_end", dana, attributes=given)
        change = await change_of(portal, alice.uid)
        await portal.ok(STOP, eli, attributes=given | {"id": change["id"]})

        assert not await hasten(portal, eli, alice.uid, change["id"])
        assert await hasten(portal, dana, alice.uid, change["id"])

    async def test_unknown_change_and_publisher_are_refused(self, portal: Portal) -> None:
        alice, bob, operator = (
            await portal.someone(),
            await portal.someone(),
            await portal.operator(),
        )
        await save_method(portal, alice, paypal("a@example.com"))
        change = await change_of(portal, alice.uid)
        for path in (HASTEN, STOP):
            for uid, id in ((bob.uid, change["id"]), (alice.uid, 2**40), (2**33 - 1, 1)):
                given = {"uid": uid, "id": id, "reason": REASON}
                await portal.refuses(Code.NOT_FOUND, path, operator, attributes=given)
            given = {"uid": alice.uid, "id": change["id"], "reason": REASON}
            await portal.refuses(Code.NOT_ALLOWED, path, alice, attributes=given)


class TestHelpDesk:
    async def test_member_of_staff_gains_nothing_by_what_they_reset(self, portal: Portal) -> None:
        """They turn off a second step, ask for a new password, and act as the owner: alone, in every order."""
        it, [dana] = await withdrawable(portal, "300.00"), await staff(portal, 1)
        alice = it.who
        await turned_on(portal, alice)
        await pass_wait(portal, alice.uid)
        reset = {"uid": alice.uid, "reason": REASON}
        lock = {"uid": alice.uid, "kind": "new_password", "reason": REASON}
        answers = [
            await portal.ok("/network/account_lock", dana, attributes=lock),
            await portal.ok("/network/two_step_end", dana, attributes=reset),
        ]
        # Whoever resets is given nothing to sign in with, and nothing is off yet.
        assert [*answers[1]] == ["waits_until"]
        assert "token" not in f"{answers}"
        wrong = {"account": alice.username, "password": "a guess of the staff"}
        assert (await portal.post("/auth/sign_in", attributes=wrong)).data is None

        for _ in range(2):  # during the wait, and after it
            token = await enter(portal, await issue_code(portal, dana, uid=alice.uid))
            details = paypal("thief@example.com", password=dana.password)
            attempts: dict[str, dict[str, Any]] = {
                "/payments/method_save": details,
                "/payments/method_propose": details,
                "/payments/request": {},
                "/user/email_edit": {"email": "thief@example.com", "password": dana.password},
                "/user/two_step_begin": {},
                "/user/passkey_begin": {"password": dana.password},
                "/user/team_invite": {
                    "email": "thief@example.com",
                    "role": "owner",
                    "password": dana.password,
                },
                "/user/password_edit": {
                    "old": dana.password,
                    "password": CHOSEN,
                    "confirm_password": CHOSEN,
                },
            }
            for path, given in attempts.items():
                await portal.refuses(Code.NOT_ALLOWED, path, token, attributes=given)
            assert [each["payee"] for each in await list_methods(portal, token)] == ["•••• 3000"]
            await pass_wait(portal, alice.uid)


class TestMembers:
    async def test_publisher_is_shown_with_its_members(self, portal: Portal) -> None:
        owner, operator = await portal.someone(), await portal.operator()
        member = await portal.member(owner, "developer")
        found = await portal.ok("/network/account_info", operator, attributes={"uid": owner.uid})
        assert [(each["username"], each["role"]) for each in found["members"]] == [
            (owner.username, "owner"),
            (member.username, "developer"),
        ]

    async def test_member_of_another_publisher_is_unknown(self, portal: Portal) -> None:
        owner, other, operator = (
            await portal.someone(),
            await portal.someone(),
            await portal.operator(),
        )
        given = {"uid": owner.uid, "account_id": other.account_id, "reason": REASON}
        await portal.refuses(
            Code.USER_NOT_FOUND, "/network/two_step_end", operator, attributes=given
        )
