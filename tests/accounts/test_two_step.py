"""Two-step sign-in: codes of an authenticator app, recovery codes, and the calls they protect."""

import asyncio
from datetime import timedelta
from typing import Any

import pyotp
import pytest

from rpc import Code
from rpc.security.encryption import AssociatedData, DecryptionError, encryption_for
from rpc.security.rate_limits import DAY, SharedLimit
from schema.accounts.two_step import STEP_SECONDS
from tests.support.accounts.mails import mails_to
from tests.support.accounts.sign_up import credentials
from tests.support.databases import earlier
from tests.support.portal import PASSWORD, Portal, Someone, unique


def code_of(portal: Portal, secret: str, *, steps: int = 1) -> str:
    """The code that an app shows some steps from now; one whose clock is fast may be one ahead."""
    at = portal.resources.clock.now() + timedelta(seconds=STEP_SECONDS * steps)
    return pyotp.TOTP(secret).at(at)


async def turned_on(portal: Portal, who: Someone) -> tuple[str, list[str]]:
    """The secret and the recovery codes of an account whose second step is on."""
    begun = await portal.ok("/user/two_step_begin", who)
    otp = {"otp": code_of(portal, begun["secret"], steps=0)}
    done = await portal.ok("/user/two_step_confirm", who, attributes=otp)
    return begun["secret"], done["recovery_codes"]


async def ticket_of(portal: Portal, who: Someone) -> str:
    reply = await portal.refuses(
        Code.SECOND_STEP_DUE, "/auth/sign_in", attributes=credentials(who.username)
    )
    return str(reply.data["ticket"])


async def second(portal: Portal, ticket: str, otp: str, **more: Any) -> Any:
    given = {"ticket": ticket, "otp": otp, **more}
    return await portal.post("/auth/sign_in", attributes=given)


class TestBegin:
    async def test_setup_of_two_step_shows_a_secret_and_qr_code_and_changes_nothing(
        self, portal: Portal
    ) -> None:
        alice = await portal.someone(site=False)
        begun = await portal.ok("/user/two_step_begin", alice)

        assert begun["qr"].startswith("<svg")
        assert f"secret={begun['secret']}" in begun["url"]
        assert (await portal.ok("/user/profile", alice))["two_step"] is False
        await portal.ok("/auth/sign_in", attributes=credentials(alice.username))

    async def test_setup_of_two_step_is_refused_if_it_is_on(self, portal: Portal) -> None:
        alice = await portal.someone(site=False)
        await turned_on(portal, alice)
        await portal.refuses(Code.NOT_ALLOWED, "/user/two_step_begin", alice)

    async def test_two_step_secret_is_encrypted_in_the_database(self, portal: Portal) -> None:
        alice = await portal.someone(site=False)
        secret, codes = await turned_on(portal, alice)
        async with portal.db() as db:
            account = await db.fetchrow("select * from account where publisher_id = $1", alice.uid)
            marks = await db.fetch("select * from recovery_code where publisher_id = $1", alice.uid)
        assert secret not in str(tuple(account))
        assert not [code for code in codes if code in str(marks) or code[:5] in str(marks)]
        sealed = encryption_for(portal.resources.settings.secret_keys)
        mine = AssociatedData("account", "two_step_secret", str(alice.account_id), alice.uid)
        assert sealed.open(account["two_step_secret"], mine) == secret
        with pytest.raises(DecryptionError):
            sealed.open(account["two_step_secret"], mine._replace(publisher_id=alice.uid + 1))


class TestTurnOn:
    async def test_turning_two_step_on_returns_ten_recovery_codes_and_sends_a_mail(
        self, portal: Portal
    ) -> None:
        alice = await portal.someone(site=False)
        _, codes = await turned_on(portal, alice)
        assert len(set(codes)) == 10
        assert (await portal.ok("/user/profile", alice))["two_step"] is True
        await portal.work()
        assert mails_to(portal, alice.email, subject="Two-step sign-in was turned on")

    async def test_wrong_code_does_not_turn_on_two_step(self, portal: Portal) -> None:
        alice = await portal.someone(site=False)
        secret = (await portal.ok("/user/two_step_begin", alice))["secret"]
        for wrong in (
            "000000x",
            code_of(portal, secret, steps=-5),
            "\uff11\uff12\uff13\uff14\uff15\uff16",
        ):
            await portal.refuses(
                Code.VERIFICATION_CODE_INVALID,
                "/user/two_step_confirm",
                alice,
                attributes={"otp": wrong},
            )
        await portal.ok("/auth/sign_in", attributes=credentials(alice.username))

    async def test_turning_two_step_on_without_its_setup_is_refused(self, portal: Portal) -> None:
        alice = await portal.someone(site=False)
        given = {"otp": "123456"}
        await portal.refuses(Code.NOT_ALLOWED, "/user/two_step_confirm", alice, attributes=given)


class TestSignIn:
    async def test_two_step_code_is_requested_only_after_the_right_password(
        self, portal: Portal
    ) -> None:
        alice = await portal.someone(site=False)
        secret, _ = await turned_on(portal, alice)
        await portal.refuses(
            Code.PASSWORD_WRONG, "/auth/sign_in", attributes=credentials(alice.username, "x")
        )
        ticket = await ticket_of(portal, alice)

        reply = await second(portal, ticket, code_of(portal, secret))

        assert (await portal.ok("/user/profile", reply.data["token"]))["uid"] == alice.uid

    async def test_two_step_code_may_contain_a_space(self, portal: Portal) -> None:
        alice = await portal.someone(site=False)
        secret, _ = await turned_on(portal, alice)
        code = code_of(portal, secret)
        spaced = f"{code[:3]} {code[3:]}"
        assert (await second(portal, await ticket_of(portal, alice), spaced)).code == 0

    async def test_two_step_code_works_once(self, portal: Portal) -> None:
        alice = await portal.someone(site=False)
        secret, _ = await turned_on(portal, alice)
        code = code_of(portal, secret)
        assert (await second(portal, await ticket_of(portal, alice), code)).code == 0
        again = await second(portal, await ticket_of(portal, alice), code)
        assert again.code == Code.VERIFICATION_CODE_INVALID.number

    async def test_twenty_concurrent_uses_of_a_two_step_code_succeed_once(
        self, portal: Portal
    ) -> None:
        alice = await portal.someone(site=False)
        secret, codes = await turned_on(portal, alice)
        for code in (code_of(portal, secret), codes[0]):
            ticket = await ticket_of(portal, alice)
            replies = await asyncio.gather(*(second(portal, ticket, code) for _ in range(20)))
            assert [reply.code for reply in replies].count(0) == 1

    async def test_two_step_ticket_works_once_and_expires(self, portal: Portal) -> None:
        alice = await portal.someone(site=False)
        _, codes = await turned_on(portal, alice)
        ticket = await ticket_of(portal, alice)
        assert (await second(portal, ticket, codes[0])).code == 0
        assert (await second(portal, ticket, codes[1])).code == Code.TOKEN_INVALID.number

        late = await ticket_of(portal, alice)
        async with portal.db() as db:
            await db.execute(
                f"update one_time_token set {earlier('expires_at', '10 minutes')}"
                " where publisher_id = $1",
                alice.uid,
            )
        assert (await second(portal, late, codes[1])).code == Code.TOKEN_INVALID.number
        for other in ("nonsense", alice.token):
            assert (await second(portal, other, codes[1])).code == Code.TOKEN_INVALID.number

    async def test_recovery_code_works_once_in_any_spelling(self, portal: Portal) -> None:
        alice, bob = await portal.someone(site=False), await portal.someone(site=False)
        _, codes = await turned_on(portal, alice)
        _, others = await turned_on(portal, bob)
        written = codes[0].upper().replace("-", " ")
        wrong = Code.VERIFICATION_CODE_INVALID.number
        assert (await second(portal, await ticket_of(portal, alice), others[0])).code == wrong
        assert (await second(portal, await ticket_of(portal, alice), written)).code == 0
        assert (await second(portal, await ticket_of(portal, alice), codes[0])).code == wrong

    async def test_guesses_of_a_two_step_code_are_limited_across_sign_in_attempts(
        self, portal: Portal
    ) -> None:
        alice, limits = await portal.someone(site=False), portal.resources.shared_limits
        secret, _ = await turned_on(portal, alice)
        portal.resources.shared_limits = limits._replace(
            otp=SharedLimit(unique("otp"), ((6, DAY),))
        )
        try:
            codes = [
                (await second(portal, await ticket_of(portal, alice), "000000x")).code
                for _ in range(6)
            ]
            right = await second(portal, await ticket_of(portal, alice), code_of(portal, secret))
        finally:
            portal.resources.shared_limits = limits
        assert codes == [Code.VERIFICATION_CODE_INVALID.number] * 6
        assert right.code == Code.TOO_MANY_REQUESTS.number

    async def test_remembered_session_after_two_steps_may_be_idle_for_a_week(
        self, portal: Portal
    ) -> None:
        alice = await portal.someone(site=False)
        _, codes = await turned_on(portal, alice)
        await second(portal, await ticket_of(portal, alice), codes[0], remember=True)
        async with portal.db() as db:
            idle = "select max(idle) from session where publisher_id = $1"
            assert await db.fetchval(idle, alice.uid) == timedelta(days=7)

    async def test_account_locked_between_steps_cannot_sign_in(self, portal: Portal) -> None:
        alice = await portal.someone(site=False)
        _, codes = await turned_on(portal, alice)
        ticket = await ticket_of(portal, alice)
        decided = {"uid": alice.uid, "kind": "lock"}
        await portal.ok("/network/account_lock", await portal.new_operator(), attributes=decided)
        assert (await second(portal, ticket, codes[0])).code == Code.USER_LOCKED.number

    @pytest.mark.parametrize(
        ("given", "number"),
        [({}, 21000), ({"account": "alice"}, 20010), ({"ticket": "x"}, 21000)],
    )
    async def test_missing_field_of_a_two_step_call_is_refused_with_its_error_code(
        self, portal: Portal, given: dict[str, str], number: int
    ) -> None:
        await portal.refuses(number, "/auth/sign_in", attributes=given)


class TestTurnOff:
    async def test_password_alone_signs_in_after_turning_two_step_off(self, portal: Portal) -> None:
        alice = await portal.someone(site=False)
        await turned_on(portal, alice)
        given = {"password": PASSWORD}

        await portal.ok("/user/two_step_end", alice, attributes=given)

        await portal.ok("/auth/sign_in", attributes=credentials(alice.username))
        await portal.refuses(Code.NOT_ALLOWED, "/user/two_step_end", alice, attributes=given)
        await turned_on(portal, alice)

    async def test_turning_two_step_off_requires_the_password(self, portal: Portal) -> None:
        alice = await portal.someone(site=False)
        await turned_on(portal, alice)
        given = {"password": "x"}
        await portal.refuses(
            Code.LOGIN_PASSWORD_INVALID, "/user/two_step_end", alice, attributes=given
        )
        await ticket_of(portal, alice)
