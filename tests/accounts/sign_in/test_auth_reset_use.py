"""Choosing a new password by a mailed link, which works once."""

import asyncio
from datetime import datetime
from typing import Any

import pytest

import sql.accounts.account
import sql.accounts.one_time_token
from rpc import Code
from tests.conftest import from_address
from tests.support.accounts.mails import links_to, mails_to
from tests.support.accounts.password_resets import (
    FRESH,
    choice_of_password,
    request_reset,
)
from tests.support.accounts.sign_up import credentials, sign_up
from tests.support.databases import earlier
from tests.support.portal import PASSWORD, Portal


class TestReset:
    async def test_new_password_signs_in_and_the_old_one_does_not(self, portal: Portal) -> None:
        alice = await portal.someone(site=False)

        given = choice_of_password(await request_reset(portal, alice))
        assert await portal.ok("/auth/pwd_reset", attributes=given) == {"account": alice.email}

        await portal.ok("/auth/sign_in", attributes=credentials(alice.username, FRESH))
        await portal.refuses(
            Code.PASSWORD_WRONG, "/auth/sign_in", attributes=credentials(alice.username)
        )

    async def test_password_reset_ends_every_session_and_opens_none(self, portal: Portal) -> None:
        alice = await portal.someone(site=False)
        for _ in range(19):
            await portal.ok("/auth/sign_in", attributes=credentials(alice.username))
        live = "select count(*) from session where publisher_id = $1 and ended_at is null"
        async with portal.db() as db:
            assert await db.fetchval(live, alice.uid) == 20

        await portal.ok(
            "/auth/pwd_reset", attributes=choice_of_password(await request_reset(portal, alice))
        )

        await portal.refuses(Code.UNAUTHORIZED, "/user/profile", alice)
        async with portal.db() as db:
            assert await db.fetchval(live, alice.uid) == 0

    async def test_twenty_concurrent_uses_of_a_password_reset_link_succeed_once(
        self, portal: Portal
    ) -> None:
        for _ in range(8):  # two hundred in `make soak`, beside a control
            alice = await portal.someone(site=False)
            given = choice_of_password(await request_reset(portal, alice))
            replies = await asyncio.gather(
                *(portal.post("/auth/pwd_reset", attributes=given) for _ in range(20))
            )
            codes = sorted(reply.code for reply in replies)
            assert codes == [0] + [Code.TRACK_USED.number] * 19
            answers = [reply.data for reply in replies if reply.data is not None]
            assert answers == [{"account": alice.email}]

    async def test_password_reset_link_would_work_several_times_at_once_without_the_lock(
        self, portal: Portal, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """The control: without this guard, and without the one of the security stamp behind it."""

        together = asyncio.Barrier(2)

        async def lock_always(*_: Any) -> bool:
            return True

        async def naive(
            db: Any, publisher_id: int, hash: bytes, *, purpose: str, now: datetime
        ) -> int | None:
            link = await sql.accounts.one_time_token.find(db, publisher_id, hash, purpose=purpose)
            await together.wait()
            return link.account_id if link and not link.used_at else None

        monkeypatch.setattr(sql.accounts.one_time_token, "use", naive)
        monkeypatch.setattr(sql.accounts.account, "lock_unchanged", lock_always)
        alice = await portal.someone(site=False)
        given = choice_of_password(await request_reset(portal, alice))
        replies = await asyncio.gather(
            *(portal.post("/auth/pwd_reset", attributes=given) for _ in range(4))
        )
        assert [reply.code for reply in replies].count(0) > 1

    async def test_password_reset_link_works_once(self, portal: Portal) -> None:
        alice = await portal.someone(site=False)
        given = choice_of_password(await request_reset(portal, alice))
        await portal.ok("/auth/pwd_reset", attributes=given)
        for path, asked in (
            ("pwd_reset", given),
            ("pwd_reset_check", {"token": given["token"]}),
        ):
            used = await portal.refuses(Code.TRACK_USED, f"/auth/{path}", attributes=asked)
            assert used.message == "Track has been used"

    async def test_second_request_revokes_the_older_password_reset_link(
        self, portal: Portal
    ) -> None:
        alice = await portal.someone(site=False)
        older, newer = await request_reset(portal, alice), await request_reset(portal, alice)
        await portal.refuses(
            Code.TOKEN_INVALID, "/auth/pwd_reset", attributes=choice_of_password(older)
        )
        await portal.ok("/auth/pwd_reset", attributes=choice_of_password(newer))

    async def test_password_reset_link_expires_after_half_an_hour(self, portal: Portal) -> None:
        alice = await portal.someone(site=False)
        given = choice_of_password(await request_reset(portal, alice))
        async with portal.db() as db:
            await db.execute(
                f"update one_time_token set {earlier('expires_at', '30 minutes')}"
                " where publisher_id = $1",
                alice.uid,
            )
        await portal.refuses(Code.TOKEN_INVALID, "/auth/pwd_reset", attributes=given)

    async def test_tokens_of_other_kinds_cannot_reset_a_password(self, portal: Portal) -> None:
        alice = await sign_up(portal, verified=False)
        [verify] = await links_to(portal, alice["email"])
        for token in (verify, "nonsense", (await portal.someone()).token):
            await portal.refuses(
                Code.TOKEN_INVALID, "/auth/pwd_reset", attributes=choice_of_password(token)
            )

    async def test_weak_new_password_is_refused_and_the_reset_link_still_works(
        self, portal: Portal
    ) -> None:
        alice = await portal.someone(site=False)
        token = await request_reset(portal, alice)
        for weak in ("password1234", alice.username + "1"):
            given = choice_of_password(token, weak)
            await portal.refuses(Code.PASSWORD_INVALID, "/auth/pwd_reset", attributes=given)
        given = choice_of_password(token, confirm_password="another")
        await portal.refuses(Code.PASSWORDS_DIFFER, "/auth/pwd_reset", attributes=given)
        await portal.ok("/auth/pwd_reset", attributes=choice_of_password(token))

    async def test_password_reset_lifts_the_block_after_too_many_sign_in_attempts(
        self, portal: Portal
    ) -> None:
        alice = await portal.someone(site=False)
        for account in (alice.username, alice.email):
            for _ in range(6):
                await portal.post("/auth/sign_in", attributes=credentials(account, "x"))

        await portal.ok(
            "/auth/pwd_reset", attributes=choice_of_password(await request_reset(portal, alice))
        )

        for account in (alice.username, alice.email):
            await portal.ok("/auth/sign_in", attributes=credentials(account, FRESH))

    async def test_password_reset_fulfils_an_operators_demand_for_a_new_password(
        self, portal: Portal
    ) -> None:
        alice = await portal.someone(site=False)
        decided = {"uid": alice.uid, "kind": "new_password"}
        await portal.ok("/network/account_lock", await portal.operator(), attributes=decided)
        await portal.refuses(
            Code.PASSWORD_EXPIRED, "/auth/sign_in", attributes=credentials(alice.username)
        )

        await portal.ok(
            "/auth/pwd_reset", attributes=choice_of_password(await request_reset(portal, alice))
        )

        await portal.ok("/auth/sign_in", attributes=credentials(alice.username, FRESH))

    async def test_password_reset_does_not_lift_an_operators_lock(self, portal: Portal) -> None:
        alice = await portal.someone(site=False)
        decided = {"uid": alice.uid, "kind": "lock"}
        await portal.ok("/network/account_lock", await portal.operator(), attributes=decided)

        await portal.ok(
            "/auth/pwd_reset", attributes=choice_of_password(await request_reset(portal, alice))
        )

        who = credentials(alice.username, FRESH)
        await portal.refuses(Code.USER_LOCKED, "/auth/sign_in", attributes=who)

    async def test_password_reset_of_a_closed_account_is_refused(self, portal: Portal) -> None:
        alice = await portal.someone(site=False)
        given = choice_of_password(await request_reset(portal, alice))
        await portal.ok("/user/close", alice, attributes={"password": PASSWORD})
        await portal.refuses(Code.PASSWORD_RESET_FAILED, "/auth/pwd_reset", attributes=given)

    async def test_owner_is_mailed_about_a_password_reset(self, portal: Portal) -> None:
        alice = await portal.someone(site=False)
        await portal.ok(
            "/auth/pwd_reset", attributes=choice_of_password(await request_reset(portal, alice))
        )
        await portal.work()
        mail = mails_to(portal, alice.email)[-1]
        assert "Your password was changed" in mail
        assert PASSWORD not in mail
        assert FRESH not in mail

    async def test_guesses_of_a_password_reset_link_are_limited(
        self, guarded_portal: Portal
    ) -> None:
        headers, given = from_address("203.0.113.42"), choice_of_password("guess")
        for _ in range(6):
            await guarded_portal.refuses(
                Code.TOKEN_INVALID, "/auth/pwd_reset", headers=headers, attributes=given
            )
        await guarded_portal.refuses(
            Code.TOO_MANY_REQUESTS, "/auth/pwd_reset", headers=headers, attributes=given
        )
