"""Operators add, lock and reset one another, confirmed by password."""

import asyncio
from typing import Any

import pytest

from handlers.cli.call import make_context
from handlers.cli.operators import act
from rpc import Code
from rpc.calls.registry_entry import Procedure
from tests.support.accounts.mails import links_to
from tests.support.portal import Portal, Someone, unique

WRITES = ("/staff/add", "/staff/lock", "/staff/reset")


async def ask(portal: Portal, path: str, who: Someone, **attributes: Any) -> Any:
    return await portal.ok(path, who, attributes={"password": who.password, **attributes})


async def member(portal: Portal, id: int) -> Any:
    listed = await portal.ok("/staff/list", await portal.new_operator(), page={"perPage": 1000})
    return next(each for each in listed["list"] if each["id"] == id)


class TestList:
    async def test_operator_is_found_by_id(self, portal: Portal) -> None:
        boss, other = await portal.new_operator(), await portal.new_operator()
        found = await portal.ok("/staff/list", boss, filter={"id": other.account_id})
        assert [row["email"] for row in found["list"]] == [other.email]
        assert found["total"] == 1
        publisher = await portal.someone()
        found = await portal.ok("/staff/list", boss, filter={"id": publisher.account_id})
        assert found["list"] == []


class TestAdd:
    async def test_new_operator_chooses_a_password_and_signs_in(self, portal: Portal) -> None:
        boss, email = await portal.new_operator(), f"{unique('new')}@example.com"
        id = (await ask(portal, "/staff/add", boss, email=email))["id"]
        assert (await member(portal, id))["invited"] is True

        [token] = await links_to(portal, email)
        chosen = {"password": "a fine new passphrase", "confirm_password": "a fine new passphrase"}
        await portal.ok("/auth/pwd_reset", attributes={"token": token, **chosen})

        signed_in = await portal.ok(
            "/auth/sign_in", attributes={"account": email, "password": chosen["password"]}
        )
        profile = await portal.ok("/user/profile", signed_in["token"])
        assert profile["roles"] == ["operator"]
        found = await member(portal, id)
        assert (found["email"], found["invited"], found["last_seen"] is None) == (
            email,
            False,
            False,
        )

    async def test_operator_with_the_email_address_of_an_existing_account_is_refused(
        self, portal: Portal
    ) -> None:
        boss, other = await portal.new_operator(), await portal.someone()
        taken = {"email": other.email, "password": boss.password}
        reply = await portal.refuses(Code.EMAIL_TAKEN, "/staff/add", boss, attributes=taken)
        assert reply.refusal == {"field": "attributes.email"}


class TestLock:
    async def test_locked_operator_is_signed_out_and_can_be_unlocked(self, portal: Portal) -> None:
        boss, other = await portal.new_operator(), await portal.new_operator()
        for _ in range(2):  # a second time changes nothing
            await ask(portal, "/staff/lock", boss, id=other.account_id, locked=True, reason="Left")
        await portal.refuses(Code.UNAUTHORIZED, "/user/profile", other)
        again = {"account": other.email, "password": other.password}
        await portal.refuses(Code.USER_LOCKED, "/auth/sign_in", attributes=again)
        assert (await member(portal, other.account_id))["lock_reason"] == "Left"

        await ask(portal, "/staff/lock", boss, id=other.account_id, locked=False)
        await portal.ok("/auth/sign_in", attributes=again)

    async def test_two_operators_who_lock_each_other_at_once_lock_only_one(
        self, portal: Portal
    ) -> None:
        for _ in range(5):
            one, two = await portal.new_operator(), await portal.new_operator()
            replies = await asyncio.gather(
                *(
                    portal.post(
                        "/staff/lock",
                        who,
                        attributes={
                            "id": whom.account_id,
                            "locked": True,
                            "password": who.password,
                        },
                    )
                    for who, whom in ((one, two), (two, one))
                )
            )
            assert sorted(reply.code for reply in replies) in (
                [0, Code.UNAUTHORIZED.number],
                [0, Code.LOGIN_PASSWORD_INVALID.number],
            )

    async def test_last_operator_cannot_be_locked(self, portal: Portal) -> None:
        boss = await portal.new_operator()
        async with portal.db() as db:
            transaction = db.transaction()
            await transaction.start()
            await db.execute(
                "update account set locked_at = now() where publisher_id = 0 and account_id <> $1",
                boss.account_id,
            )
            procedure = portal.registry.find("/staff/lock", Procedure)
            ctx: Any = make_context(procedure, db, portal.resources)
            with pytest.raises(Exception, match="last member of staff"):
                await act(ctx, "lock", boss.email)
            await transaction.rollback()


class TestReset:
    async def test_operators_old_password_no_longer_works_after_a_reset(
        self, portal: Portal
    ) -> None:
        boss, other = await portal.new_operator(), await portal.new_operator()
        await ask(portal, "/staff/reset", boss, id=other.account_id)
        await portal.refuses(Code.UNAUTHORIZED, "/user/profile", other)
        again = {"account": other.email, "password": other.password}
        await portal.refuses(Code.PASSWORD_EXPIRED, "/auth/sign_in", attributes=again)
        assert len(await links_to(portal, other.email)) == 1


class TestRefusals:
    @pytest.mark.parametrize("path", WRITES)
    async def test_staff_call_with_a_wrong_password_is_refused(
        self, portal: Portal, path: str
    ) -> None:
        boss, other = await portal.new_operator(), await portal.new_operator()
        given: dict[str, Any] = {"password": "wrong"}
        given |= {"email": f"{unique('x')}@example.com"} if path == "/staff/add" else {}
        given |= {"id": other.account_id} if path != "/staff/add" else {}
        given |= {"locked": True} if path == "/staff/lock" else {}
        await portal.refuses(Code.LOGIN_PASSWORD_INVALID, path, boss, attributes=given)
        await portal.ok("/user/profile", other)

    @pytest.mark.parametrize("path", WRITES[1:])
    async def test_operator_cannot_lock_the_own_account_or_a_publishers_account_as_staff(
        self, portal: Portal, path: str
    ) -> None:
        boss, publisher = await portal.new_operator(), await portal.someone()
        more = {"password": boss.password} | ({"locked": True} if path == "/staff/lock" else {})
        own = {"id": boss.account_id, **more}
        await portal.refuses(Code.NOT_ALLOWED, path, boss, attributes=own)
        theirs = {"id": publisher.account_id, **more}
        await portal.refuses(Code.USER_NOT_FOUND, path, boss, attributes=theirs)
        await portal.ok("/user/profile", publisher)

    @pytest.mark.parametrize("path", ("/staff/list", *WRITES))
    async def test_publisher_cannot_make_staff_calls(self, portal: Portal, path: str) -> None:
        await portal.refuses(Code.NOT_ALLOWED, path, await portal.someone())
