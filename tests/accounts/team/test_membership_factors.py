"""Second steps, passkeys and guarded changes of somebody who works for several publishers."""

from dataclasses import replace

import pytest

from rpc import Code
from schema.accounts.permission import Role
from tests.accounts.team.test_team import ask
from tests.accounts.test_guarded_changes import again, kinds, move, stop, stop_by_link, waiting
from tests.accounts.test_two_step import code_of, second, ticket_of, turned_on
from tests.support.accounts.authenticator import (
    Authenticator,
    add_passkey,
    sign_in_by,
    step_up,
)
from tests.support.accounts.login_changes import FRESH, sign_in
from tests.support.accounts.mails import mails_to
from tests.support.accounts.memberships import add_membership, publishers, switch
from tests.support.accounts.payments import list_methods, paypal, save_method
from tests.support.accounts.sign_up import credentials
from tests.support.accounts.waits import pass_wait
from tests.support.portal import Portal, Someone


async def bookkeeper(portal: Portal, role: Role = Role.FINANCE) -> tuple[Someone, Someone, Someone]:
    """Somebody at home, the same person at a second publisher, and the owner of that one."""
    home, owner = await portal.someone(name="Fern"), await portal.someone(name="Reed")
    return home, await add_membership(portal, home, owner, role), owner


async def remove_from_home(portal: Portal) -> tuple[Someone, Someone, Someone]:
    """An owner, one of their members, and the same person at a second publisher."""
    owner, reed = await portal.someone(), await portal.someone()
    member = await portal.member(owner, Role.MANAGER)
    return owner, member, await add_membership(portal, member, reed, Role.ANALYST)


async def is_out(portal: Portal, who: Someone | str) -> bool:
    return (await portal.post("/user/profile", who)).code == Code.UNAUTHORIZED.number


class TestTwoStep:
    async def test_second_step_turned_on_at_one_publisher_protects_all(
        self, portal: Portal
    ) -> None:
        home, member, _ = await bookkeeper(portal)
        secret, codes = await turned_on(portal, member)
        assert await is_out(portal, home)
        assert (await portal.ok("/user/profile", member))["two_step"] is True
        ticket = await ticket_of(portal, home)
        reply = await second(portal, ticket, code_of(portal, secret))
        assert reply.code == 0
        signed_in = replace(home, token=reply.data["token"])
        assert (await portal.ok("/user/profile", signed_in))["two_step"] is True
        given = {"password": home.password, "otp": codes[0]}
        await portal.ok("/user/two_step_end", signed_in, attributes=given)
        assert (await portal.ok("/user/profile", await sign_in(portal, home)))["two_step"] is False

    async def test_second_step_and_its_codes_follow_who_is_removed_from_home(
        self, portal: Portal
    ) -> None:
        owner, member, other = await remove_from_home(portal)
        secret, codes = await turned_on(portal, member)
        await ask(portal, "/user/team_remove", owner, id=member.account_id)
        for otp in (code_of(portal, secret), codes[0]):
            reply = await second(portal, await ticket_of(portal, member), otp)
            assert reply.code == 0, reply
        signed_in = replace(other, token=reply.data["token"])
        given = {"password": member.password, "otp": codes[1]}
        await portal.ok("/user/two_step_end", signed_in, attributes=given)
        new_secret, _ = await turned_on(portal, signed_in)
        ticket = await ticket_of(portal, member)
        assert (await second(portal, ticket, code_of(portal, new_secret))).code == 0

    async def test_network_turns_off_the_second_step_of_a_member_at_home(
        self, portal: Portal
    ) -> None:
        home, member, owner = await bookkeeper(portal)
        await turned_on(portal, home)
        given = {"uid": owner.uid, "account_id": home.account_id, "reason": "Lost the phone"}
        await portal.ok("/network/two_step_end", await portal.operator(), attributes=given)
        assert await kinds(portal, owner) == ["factor_reset"]
        await portal.work()
        assert mails_to(portal, owner.email, subject="Two-step sign-in will be turned off")
        await pass_wait(portal, home.uid)
        await sign_in(portal, home)
        assert await is_out(portal, member)


class TestPasskeys:
    async def test_passkey_signs_in_and_confirms_at_each_publisher(
        self, passkey_portal: Portal
    ) -> None:
        portal = passkey_portal
        home, member, _ = await bookkeeper(portal)
        device = await add_passkey(portal, member)
        assert await is_out(portal, home)
        assert (await portal.ok("/user/passkey_list", member))["list"] != []
        there = replace(home, token=await sign_in_by(portal, device))
        at_home = await switch(portal, there, home.uid)
        given = {"password": FRESH, "confirm_password": FRESH}
        await portal.ok(
            "/user/password_edit",
            at_home,
            attributes=await step_up(portal, at_home, device, "/user/password_edit", given),
        )
        assert [each["kind"] for each in (await portal.ok("/auth/sessions", at_home))["list"]] == [
            "passkey"
        ]
        await portal.ok("/auth/sign_in", attributes=credentials(home.username, FRESH))

    async def test_passkey_follows_who_is_removed_from_home(self, passkey_portal: Portal) -> None:
        portal = passkey_portal
        owner, member, other = await remove_from_home(portal)
        device = await add_passkey(portal, member)
        await ask(portal, "/user/team_remove", owner, id=member.account_id)
        signed_in = replace(other, token=await sign_in_by(portal, device))
        assert await publishers(portal, signed_in) == {other.uid: "analyst"}
        [passkey] = (await portal.ok("/user/passkey_list", signed_in))["list"]
        given = {"id": passkey["id"], "password": member.password}
        await portal.ok("/user/passkey_del", signed_in, attributes=given)
        # Its credential stays theirs until the removal can no longer be undone.
        stranger = await portal.someone()
        begun = await portal.ok(
            "/user/passkey_begin", stranger, attributes={"password": stranger.password}
        )
        copy = Authenticator(credential_id=device.credential_id)
        await portal.refuses(
            Code.VERIFICATION_CODE_INVALID,
            "/user/passkey_save",
            stranger,
            attributes={"credential": copy.make(begun["options"])},
        )


class TestGuardedChanges:
    async def test_change_of_credentials_is_mailed_to_the_owners_of_every_publisher(
        self, portal: Portal
    ) -> None:
        home, _, owner = await bookkeeper(portal)
        await move(portal, home)
        await portal.work()
        headline = "The email address of"
        assert len(mails_to(portal, owner.email, subject=headline)) == 1
        assert len(mails_to(portal, home.email, subject=headline)) == 1
        [change] = await waiting(portal, owner)
        assert change["kind"] == "email"
        assert change["publisher"] == home.username, "not the name of the other publisher"

    async def test_owner_of_a_second_publisher_stops_a_change_of_credentials(
        self, portal: Portal
    ) -> None:
        home, _, owner = await bookkeeper(portal)
        await move(portal, home)
        thief = await again(portal, home)
        await stop(portal, owner, "email")
        assert await is_out(portal, thief)
        back = await again(portal, home)
        assert (await portal.ok("/user/profile", back))["login_email"] == home.email
        there = await switch(portal, back, owner.uid)
        assert (await portal.ok("/user/profile", there))["login_email"] == home.email

    async def test_mailed_link_names_no_other_publisher(self, portal: Portal) -> None:
        home, _, owner = await bookkeeper(portal)
        await move(portal, home)
        await portal.work()
        text = mails_to(portal, owner.email, subject="The email address of")[-1]
        assert "Fern" not in text
        token = text.split("stop-change?token=")[1].split()[0]
        check = await portal.ok("/auth/change_check", attributes={"token": token})
        assert check["publisher"] == home.username

    async def test_stop_undoes_what_the_same_person_changed_at_another_publisher(
        self, portal: Portal
    ) -> None:
        home, member, owner = await bookkeeper(portal, Role.OWNER)
        await pass_wait(portal, owner.uid)
        await save_method(portal, member, paypal("thief@example.com"))
        await move(portal, home)
        await stop_by_link(portal, home.email, "The email address of")
        assert await is_out(portal, member)
        assert await is_out(portal, home)
        assert await list_methods(portal, await again(portal, owner)) == []
        await portal.work()
        assert mails_to(portal, owner.email, subject="was stopped") or mails_to(
            portal, owner.email, subject="stopped"
        )

    async def test_stop_at_one_publisher_ends_the_sessions_of_the_person_everywhere(
        self, portal: Portal
    ) -> None:
        home, member, owner = await bookkeeper(portal, Role.OWNER)
        await pass_wait(portal, owner.uid)
        await save_method(portal, member, paypal("thief@example.com"))
        await stop(portal, owner, "payee")
        assert await is_out(portal, home)
        assert await is_out(portal, member)
        # Whoever works for the person's other publisher is not concerned.
        assert await kinds(portal, await again(portal, home)) == []

    async def test_change_stays_stoppable_after_the_home_has_moved(self, portal: Portal) -> None:
        owner, member, other = await remove_from_home(portal)
        new = await move(portal, member)
        await ask(portal, "/user/team_remove", owner, id=member.account_id)
        token = (await portal.ok("/auth/sign_in", attributes=credentials(new)))["token"]
        await stop_by_link(portal, member.email, "The email address of")
        assert await is_out(portal, token)
        signed_in = replace(other, token=await sign_in(portal, member))
        assert (await portal.ok("/user/profile", signed_in))["login_email"] == member.email
        await portal.refuses(Code.PASSWORD_WRONG, "/auth/sign_in", attributes=credentials(new))

    async def test_former_address_is_free_again_after_the_home_has_moved(
        self, portal: Portal
    ) -> None:
        owner, member, _ = await remove_from_home(portal)
        await move(portal, member)
        await ask(portal, "/user/team_remove", owner, id=member.account_id)
        stranger = await portal.someone()
        given = {"email": member.email, "password": stranger.password}
        await portal.refuses(Code.EMAIL_TAKEN, "/user/email_edit", stranger, attributes=given)
        await pass_wait(portal, owner.uid)
        await portal.ok("/user/email_edit", stranger, attributes=given)

    @pytest.mark.parametrize("role", [Role.ANALYST, Role.DEVELOPER])
    async def test_member_sees_changes_of_their_own_credentials_at_each_publisher(
        self, portal: Portal, role: Role
    ) -> None:
        _, member, owner = await bookkeeper(portal, role)
        await turned_on(portal, member)
        assert await kinds(portal, member) == ["two_step_on"]
        colleague = await portal.member(owner, Role.ANALYST)
        assert await kinds(portal, colleague) == []
        await stop(portal, member, "two_step_on")
        assert await is_out(portal, member)
