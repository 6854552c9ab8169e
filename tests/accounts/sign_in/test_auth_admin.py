"""Operators sign in as a publisher: with a link for one use, for an hour, recorded under both names (trust.md T25)."""

from datetime import timedelta
from typing import Any

import pytest

from rpc import Code
from tests.support.accounts.impersonation import enter, issue_code
from tests.support.portal import PASSWORD, Portal


class TestSignInAdmin:
    async def test_operators_session_as_a_publisher_lasts_an_hour_and_names_the_operator(
        self, portal: Portal
    ) -> None:
        alice, operator = await portal.someone(), await portal.new_operator()

        token = await enter(portal, await issue_code(portal, operator, uid=alice.uid))

        profile = await portal.ok("/user/profile", token)
        assert (profile["uid"], profile["impersonated_by"]) == (alice.uid, operator.username)
        assert not {"payment.edit", "account.edit"} & set(profile["permissions"])
        async with portal.db() as db:
            lasts = await db.fetchval(
                "select expires_at - created_at from session"
                " where publisher_id = $1 and kind = 'autologin'",
                alice.uid,
            )
        assert lasts == timedelta(hours=1)

    async def test_operator_signs_in_as_a_publisher_by_its_email_address(
        self, portal: Portal
    ) -> None:
        alice, operator = await portal.someone(), await portal.new_operator()
        token = await enter(portal, await issue_code(portal, operator, email=alice.email.upper()))
        assert (await portal.ok("/user/profile", token))["uid"] == alice.uid

    async def test_member_is_found_by_email_and_acts_within_their_role(
        self, portal: Portal
    ) -> None:
        kim, operator = (
            await portal.member(await portal.someone(), "finance"),
            await portal.new_operator(),
        )
        token = await enter(portal, await issue_code(portal, operator, email=kim.email))
        profile = await portal.ok("/user/profile", token)
        assert profile["permissions"] == [
            "brand.read", "report.read", "money.read", "payment.read", "postback.edit", "team.read",
        ]  # fmt: skip

    async def test_session_of_the_owner_names_no_operator(self, portal: Portal) -> None:
        profile = await portal.ok("/user/profile", await portal.someone())
        assert profile["impersonated_by"] is None
        assert {"payment.edit", "account.edit"} <= set(profile["permissions"])

    @pytest.mark.parametrize(
        ("changed", "code"),
        [
            ({"account": "nobody-at-all"}, Code.USER_UNKNOWN),
            ({"password": "another one entirely"}, Code.PASSWORD_INCORRECT),
            ({"uid": 2**50}, Code.USER_UNKNOWN),
            ({"uid": None, "email": "nobody@nowhere.example"}, Code.EMAIL_UNKNOWN),
            ({"uid": None}, Code.REQUEST_INVALID),
            ({"reason": ""}, Code.REQUEST_INVALID),
        ],
    )
    async def test_impersonation_call_with_a_wrong_or_missing_field_is_refused_with_its_error_code(
        self, portal: Portal, changed: dict[str, Any], code: Code
    ) -> None:
        alice, operator = await portal.someone(), await portal.new_operator()
        given = {"account": operator.email, "password": PASSWORD, "uid": alice.uid, "reason": "Why"}
        await portal.refuses(code, "/auth/sign_in_admin", attributes={**given, **changed})

    async def test_impersonation_call_with_both_id_and_email_is_refused(
        self, portal: Portal
    ) -> None:
        alice, operator = await portal.someone(), await portal.new_operator()
        given = {"account": operator.email, "password": PASSWORD, "uid": alice.uid, "reason": "Why"}
        given["email"] = alice.email
        await portal.refuses(Code.REQUEST_INVALID, "/auth/sign_in_admin", attributes=given)

    async def test_publisher_cannot_impersonate_and_staff_cannot_be_impersonated(
        self, portal: Portal
    ) -> None:
        alice, bob = await portal.someone(), await portal.someone()
        operator, other = await portal.new_operator(), await portal.new_operator()
        given = {"account": alice.email, "password": PASSWORD, "uid": bob.uid, "reason": "Why"}
        await portal.refuses(Code.USER_UNKNOWN, "/auth/sign_in_admin", attributes=given)
        given = {"account": operator.email, "password": PASSWORD, "reason": "Why"}
        await portal.refuses(
            Code.EMAIL_UNKNOWN, "/auth/sign_in_admin", attributes={**given, "email": other.email}
        )

    async def test_guesses_of_an_operators_password_for_an_impersonation_link_are_limited(
        self, portal: Portal
    ) -> None:
        alice, operator = await portal.someone(), await portal.new_operator()
        given = {"account": operator.email, "uid": alice.uid, "reason": "Why"}
        wrong = {**given, "password": "another one entirely"}
        for _ in range(5):
            await portal.refuses(Code.PASSWORD_INCORRECT, "/auth/sign_in_admin", attributes=wrong)
        right = {**given, "password": PASSWORD}
        await portal.refuses(Code.TOO_MANY_ATTEMPTS, "/auth/sign_in_admin", attributes=right)

    async def test_impersonation_of_a_locked_publisher_or_by_a_locked_operator_is_refused(
        self, portal: Portal
    ) -> None:
        alice, operator = await portal.someone(), await portal.new_operator()
        given = {"account": operator.email, "password": PASSWORD, "uid": alice.uid, "reason": "Why"}
        for uid, account in ((alice.uid, alice.account_id), (0, operator.account_id)):
            async with portal.db() as db:
                await db.execute(
                    "update account set locked_at = $3 where publisher_id = $1 and account_id = $2",
                    uid,
                    account,
                    portal.resources.clock.now(),
                )
            await portal.refuses(Code.USER_LOCKED, "/auth/sign_in_admin", attributes=given)
