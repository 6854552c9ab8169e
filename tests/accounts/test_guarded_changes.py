"""What a thief would change waits or can be undone, is told to everybody it concerns, and is stopped by one link."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from rpc import Code
from schema.accounts.permission import GUARDED, PERMISSIONS
from tests.accounts.team.test_team import CHOSEN, address, ask, invite, roles
from tests.accounts.test_two_step import code_of, second, ticket_of, turned_on
from tests.support.accounts.authenticator import Authenticator, add_passkey, sign_in_by, step_up
from tests.support.accounts.login_changes import sign_in
from tests.support.accounts.mails import links_to, mails_to
from tests.support.accounts.payments import draft, list_methods, paypal, save_method
from tests.support.accounts.sign_up import credentials
from tests.support.accounts.waits import pass_wait
from tests.support.orders.payouts import withdrawable
from tests.support.portal import PASSWORD, Portal, Someone, unique

STOP, LIST = "/user/change_stop", "/user/changes"
DAY = timedelta(days=1)


async def waiting(portal: Portal, who: Someone | str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = (await portal.ok(LIST, who))["list"]
    return found


async def kinds(portal: Portal, who: Someone | str) -> list[str]:
    return [each["kind"] for each in await waiting(portal, who)]


async def stop(portal: Portal, who: Someone | str, kind: str) -> None:
    """Stop the change of this kind that waits."""
    [change] = [each for each in await waiting(portal, who) if each["kind"] == kind]
    await portal.ok(STOP, who, attributes={"id": change["id"]})


async def stop_by_link(portal: Portal, email: str, headline: str) -> None:
    """Stop a change with the newest link that was mailed about it."""
    await portal.work()
    text = mails_to(portal, email, subject=headline)[-1]
    token = text.split("stop-change?token=")[1].split()[0]
    await portal.ok("/auth/change_stop", attributes={"token": token})


async def move(portal: Portal, who: Someone) -> str:
    """Change an account's address. Returns the new one."""
    new = f"{unique('new')}@example.com"
    await portal.ok("/user/email_edit", who, attributes={"email": new, "password": who.password})
    [token] = await links_to(portal, new)
    await portal.ok("/auth/email_verify", attributes={"token": token})
    return new


async def again(portal: Portal, who: Someone) -> Someone:
    return replace(who, token=await sign_in(portal, who))


async def join(portal: Portal, owner: Someone, role: str) -> Someone:
    """Somebody who joins by an invitation."""
    email, name = address(), unique("joined")
    token = await invite(portal, owner, email, role)
    given = {"token": token, "username": name, "password": CHOSEN, "confirm_password": CHOSEN}
    made = await portal.ok("/auth/team_accept", attributes=given)
    profile = await portal.ok("/user/profile", made["token"])
    return Someone(
        token=made["token"],
        uid=owner.uid,
        account_id=profile["id"],
        username=name,
        email=email,
        password=CHOSEN,
    )


class TestEmail:
    async def test_changed_address_is_undone_by_the_link_in_the_mail_to_the_former_one(
        self, portal: Portal
    ) -> None:
        alice = await portal.someone()
        new = await move(portal, alice)
        thief = await again(portal, alice)
        await stop_by_link(portal, alice.email, "The email address of")

        await portal.refuses(Code.UNAUTHORIZED, "/user/profile", thief)
        owner = await again(portal, alice)
        assert (await portal.ok("/user/profile", owner))["login_email"] == alice.email
        await portal.refuses(Code.PASSWORD_WRONG, "/auth/sign_in", attributes=credentials(new))
        # The stranger's address gets no warnings.
        await save_method(portal, owner, paypal("a@example.com"))
        await portal.work()
        assert mails_to(portal, new, subject="A payment method of") == []
        assert mails_to(portal, alice.email, subject="A payment method of") != []

    async def test_former_address_cannot_be_claimed_until_the_change_stays(
        self, portal: Portal
    ) -> None:
        alice, bob = await portal.someone(), await portal.someone()
        await move(portal, alice)
        await portal.refuses(
            Code.PASSWORD_WRONG, "/auth/sign_in", attributes=credentials(alice.email)
        )
        given = {"email": alice.email, "password": PASSWORD}
        await portal.refuses(Code.EMAIL_TAKEN, "/user/email_edit", bob, attributes=given)

        await pass_wait(portal, alice.uid)

        await portal.ok("/user/email_edit", bob, attributes=given)
        assert await kinds(portal, await again(portal, alice)) == []

    async def test_stop_of_two_changes_restores_the_first_address(self, portal: Portal) -> None:
        alice = await portal.someone()
        between = await move(portal, alice)
        await move(portal, await again(portal, alice))
        taken = {"email": between, "password": PASSWORD}
        await portal.ok("/user/email_edit", await portal.someone(), attributes=taken)

        owner = await again(portal, alice)
        assert await kinds(portal, owner) == ["email"]
        await stop(portal, owner, "email")

        owner = await again(portal, alice)
        assert (await portal.ok("/user/profile", owner))["login_email"] == alice.email

    async def test_owner_can_take_the_former_address_back(self, portal: Portal) -> None:
        alice = await portal.someone()
        await move(portal, alice)
        owner = await again(portal, alice)
        given = {"email": alice.email, "password": PASSWORD}
        await portal.ok("/user/email_edit", owner, attributes=given)
        await portal.ok(
            "/auth/email_verify", attributes={"token": (await links_to(portal, alice.email))[-1]}
        )
        await pass_wait(portal, alice.uid)
        await portal.ok("/auth/sign_in", attributes=credentials(alice.email))


class TestTwoStep:
    async def test_old_second_step_waits_if_only_the_password_confirms(
        self, portal: Portal
    ) -> None:
        alice = await portal.someone()
        await turned_on(portal, alice)
        await pass_wait(portal, alice.uid)

        made = await portal.ok("/user/two_step_end", alice, attributes={"password": PASSWORD})

        assert made["waits_until"] is not None
        assert (await portal.ok("/user/profile", alice))["two_step"] is True
        [change] = await waiting(portal, alice)
        assert (change["kind"], change["applied"]) == ("two_step_off", False)
        await pass_wait(portal, alice.uid)
        await portal.refuses(Code.UNAUTHORIZED, "/user/profile", alice)
        owner = await again(portal, alice)
        assert (await portal.ok("/user/profile", owner))["two_step"] is False
        await portal.work()
        assert mails_to(portal, alice.email, subject="Two-step sign-in is off")

    async def test_code_turns_an_old_second_step_off_at_once_and_a_stop_puts_it_back(
        self, portal: Portal
    ) -> None:
        alice = await portal.someone()
        secret, codes = await turned_on(portal, alice)
        await pass_wait(portal, alice.uid)
        given = {"password": PASSWORD, "otp": codes[0]}
        wrong = {"password": PASSWORD, "otp": "000000"}
        await portal.refuses(
            Code.VERIFICATION_CODE_INVALID, "/user/two_step_end", alice, attributes=wrong
        )

        made = await portal.ok("/user/two_step_end", alice, attributes=given)

        assert made["waits_until"] is None
        assert (await portal.ok("/user/profile", alice))["two_step"] is False
        await stop(portal, alice, "two_step_off")
        ticket = await ticket_of(portal, alice)
        assert (await second(portal, ticket, code_of(portal, secret))).code == 0
        ticket = await ticket_of(portal, alice)
        assert (await second(portal, ticket, codes[0])).code != 0
        assert (await second(portal, ticket, codes[1])).code == 0

    async def test_stop_of_a_strangers_second_step_turns_it_off(self, portal: Portal) -> None:
        alice = await portal.someone()
        await turned_on(portal, alice)
        await stop_by_link(portal, alice.email, "Two-step sign-in was turned on")
        await portal.refuses(Code.UNAUTHORIZED, "/user/profile", alice)
        await again(portal, alice)

    async def test_stop_restores_the_former_second_step(self, portal: Portal) -> None:
        alice = await portal.someone()
        _, codes = await turned_on(portal, alice)
        await pass_wait(portal, alice.uid)
        given = {"password": PASSWORD, "otp": codes[0]}
        await portal.ok("/user/two_step_end", alice, attributes=given)
        _, strange = await turned_on(portal, alice)
        await stop(portal, alice, "two_step_on")

        ticket = await ticket_of(portal, alice)
        assert (await second(portal, ticket, strange[0])).code != 0
        assert (await second(portal, ticket, codes[1])).code == 0


class TestPasskeys:
    async def test_old_passkey_waits_if_only_the_password_confirms(
        self, passkey_portal: Portal
    ) -> None:
        portal, alice = passkey_portal, await passkey_portal.someone()
        device = await add_passkey(portal, alice)
        await pass_wait(portal, alice.uid)
        [passkey] = (await portal.ok("/user/passkey_list", alice))["list"]
        given = {"id": passkey["id"], "password": PASSWORD}

        made = await portal.ok("/user/passkey_del", alice, attributes=given)

        assert made["waits_until"] is not None
        await sign_in_by(portal, device)
        await pass_wait(portal, alice.uid)
        owner = await again(portal, alice)
        assert (await portal.ok("/user/passkey_list", owner))["list"] == []
        await portal.work()
        assert mails_to(portal, alice.email, subject="A passkey was removed")

    async def test_old_passkey_removes_itself_at_once_and_a_stop_puts_it_back(
        self, passkey_portal: Portal
    ) -> None:
        portal, alice = passkey_portal, await passkey_portal.someone()
        device = await add_passkey(portal, alice)
        await pass_wait(portal, alice.uid)
        [passkey] = (await portal.ok("/user/passkey_list", alice))["list"]
        given = await step_up(portal, alice, device, "/user/passkey_del", {"id": passkey["id"]})

        made = await portal.ok("/user/passkey_del", alice, attributes=given)

        assert made["waits_until"] is None
        # Nobody else can register its credential meanwhile.
        bob = await portal.someone()
        begun = await portal.ok("/user/passkey_begin", bob, attributes={"password": PASSWORD})
        copy = Authenticator(credential_id=device.credential_id)
        made = {"credential": copy.make(begun["options"])}
        await portal.refuses(
            Code.VERIFICATION_CODE_INVALID, "/user/passkey_save", bob, attributes=made
        )
        await stop(portal, alice, "passkey_removed")
        owner = await sign_in_by(portal, device)
        [back] = (await portal.ok("/user/passkey_list", owner))["list"]
        assert (back["id"], back["name"]) == (passkey["id"], passkey["name"])

    async def test_stop_removes_a_strangers_passkey_and_ends_the_session_by_it(
        self, passkey_portal: Portal
    ) -> None:
        portal, alice = passkey_portal, await passkey_portal.someone()
        device = await add_passkey(portal, alice)
        session = await sign_in_by(portal, device)
        await stop_by_link(portal, alice.email, "A passkey was added")

        await portal.refuses(Code.UNAUTHORIZED, "/user/profile", session)
        assert (await portal.ok("/user/passkey_list", await again(portal, alice)))["list"] == []

    async def test_session_by_a_passkey_that_was_removed_again_ends_with_a_stop(
        self, passkey_portal: Portal
    ) -> None:
        portal, alice = passkey_portal, await passkey_portal.someone()
        device = await add_passkey(portal, alice)
        session = await sign_in_by(portal, device)
        [passkey] = (await portal.ok("/user/passkey_list", session))["list"]
        given = {"id": passkey["id"], "password": PASSWORD}
        await portal.ok("/user/passkey_del", session, attributes=given)
        await save_method(portal, replace(alice, token=session), paypal("a@example.com"))
        await stop_by_link(portal, alice.email, "A payment method of")
        await portal.refuses(Code.UNAUTHORIZED, "/user/profile", session)

    async def test_session_by_an_old_passkey_survives_a_stop_that_renews_the_stamp(
        self, passkey_portal: Portal
    ) -> None:
        portal, alice = passkey_portal, await passkey_portal.someone()
        device = await add_passkey(portal, alice)
        await pass_wait(portal, alice.uid)
        await move(portal, alice)
        session = await sign_in_by(portal, device)
        await stop(portal, session, "email")
        profile = await portal.ok("/user/profile", session)
        assert profile["login_email"] == alice.email


class TestTeam:
    @pytest.mark.parametrize("role", ["owner", "finance"])
    async def test_new_member_moves_no_money_for_three_days(
        self, portal: Portal, role: str
    ) -> None:
        it = await withdrawable(portal, "300.00")
        member = await join(portal, it.who, role)
        profile = await portal.ok("/user/profile", member)
        assert profile["guarded_until"] is not None
        assert set(profile["permissions"]) == set(PERMISSIONS[role]) - GUARDED
        await portal.refuses(Code.NOT_ALLOWED, "/payments/request", member)
        given = draft("paypal", "GB", "GBP", {"email": "a@example.com"}, password=CHOSEN)
        await portal.refuses(Code.NOT_ALLOWED, "/payments/method_save", member, attributes=given)

        await pass_wait(portal, it.who.uid)

        assert (await portal.ok("/user/profile", member))["guarded_until"] is None
        await portal.ok("/payments/request", member)

    async def test_analyst_waits_for_nothing_until_raised(self, portal: Portal) -> None:
        owner = await portal.someone()
        member = await join(portal, owner, "analyst")
        assert (await portal.ok("/user/profile", member))["guarded_until"] is None
        await ask(
            portal, "/user/team_role", owner, id=member.account_id, role="finance", was="analyst"
        )
        token = (await portal.ok("/auth/sign_in", attributes=credentials(member.email, CHOSEN)))[
            "token"
        ]
        assert (await portal.ok("/user/profile", token))["guarded_until"] is not None

        await stop(portal, owner, "role")

        owner = await again(portal, owner)
        assert (await roles(portal, owner))[member.username] == "analyst"
        await portal.refuses(Code.UNAUTHORIZED, "/user/profile", token)

    async def test_second_raise_waits_again(self, portal: Portal) -> None:
        owner = await portal.someone()
        member = await portal.member(owner, "analyst")
        for was, role in (("analyst", "finance"), ("finance", "owner")):
            await ask(portal, "/user/team_role", owner, id=member.account_id, role=role, was=was)
            token = await sign_in(portal, member)
            assert (await portal.ok("/user/profile", token))["guarded_until"] is not None
            async with portal.db() as db:
                # The wait is over, and the worker has not come by yet.
                await db.execute(
                    "update guarded_change set waits_until = now() where publisher_id = $1",
                    owner.uid,
                )

    async def test_stop_ends_the_account_of_an_accomplice(self, portal: Portal) -> None:
        owner = await portal.someone()
        accomplice = await join(portal, owner, "owner")
        await stop_by_link(portal, owner.email, accomplice.username)
        await portal.refuses(Code.UNAUTHORIZED, "/user/profile", accomplice)
        given = credentials(accomplice.email, CHOSEN)
        await portal.refuses(Code.PASSWORD_WRONG, "/auth/sign_in", attributes=given)
        assert list(await roles(portal, await again(portal, owner))) == [owner.username]

    async def test_accomplice_cannot_take_the_place_of_the_last_owner(self, portal: Portal) -> None:
        owner = await portal.someone()
        accomplice = await join(portal, owner, "owner")
        given = {"id": owner.account_id, "password": CHOSEN}
        await portal.refuses(Code.NOT_ALLOWED, "/user/team_remove", accomplice, attributes=given)
        leave = {"password": PASSWORD}
        await portal.refuses(Code.STATE_FORBIDS, "/user/team_leave", owner, attributes=leave)
        lowered = {"id": owner.account_id, "role": "analyst", "was": "owner", **leave}
        await portal.refuses(Code.STATE_FORBIDS, "/user/team_role", owner, attributes=lowered)
        await pass_wait(portal, owner.uid)
        await portal.ok("/user/team_leave", owner, attributes=leave)

    async def test_lowered_owner_stops_that_and_what_followed(self, portal: Portal) -> None:
        it = await withdrawable(portal, "300.00")
        other = await portal.member(it.who, "owner")
        await ask(
            portal, "/user/team_role", it.who, id=other.account_id, role="analyst", was="owner"
        )
        [method] = await list_methods(portal, it.who)
        changed = draft("bank", "DE", "EUR", {"iban": "DE02120300000000202051"}, id=method["id"])
        await save_method(portal, it.who, changed)

        await stop_by_link(portal, other.email, f"{other.username} was given the role analyst")

        owner = await again(portal, other)
        assert (await portal.ok("/user/profile", owner))["roles"] == ["owner"]
        assert [each["payee"] for each in await list_methods(portal, owner)] == ["•••• 3000"]

    async def test_new_owner_with_an_old_passkey_releases_no_payments(
        self, passkey_portal: Portal
    ) -> None:
        portal, it = passkey_portal, await withdrawable(passkey_portal, "300.00")
        other = await portal.member(it.who, "finance")
        device = await add_passkey(portal, other)
        await pass_wait(portal, it.who.uid)
        await save_method(portal, it.who, paypal("a@example.com"))
        await stop(portal, it.who, "payee")
        owner = await again(portal, it.who)
        await ask(
            portal, "/user/team_role", owner, id=other.account_id, role="owner", was="finance"
        )
        await sign_in_by(portal, device)
        held = (
            "select count(*) from payment_method where publisher_id = $1 and held_until is not null"
        )
        assert await portal.value(held, it.who.uid) == 1

    async def test_transfer_is_stopped_by_the_old_owner(self, portal: Portal) -> None:
        owner = await portal.someone()
        heir = await portal.member(owner, "manager")
        await ask(portal, "/user/team_transfer", owner, id=heir.account_id)
        await stop_by_link(portal, owner.email, f"{heir.username} will be made the owner")
        await pass_wait(portal, owner.uid)
        assert (await roles(portal, await again(portal, owner)))[heir.username] == "manager"

    async def test_transfer_to_a_former_member_changes_nothing(self, portal: Portal) -> None:
        owner = await portal.someone()
        heir = await portal.member(owner, "manager")
        await ask(portal, "/user/team_transfer", owner, id=heir.account_id)
        await portal.ok("/user/team_leave", heir, attributes={"password": PASSWORD})
        await pass_wait(portal, owner.uid)
        assert await roles(portal, owner) == {owner.username: "owner"}
        assert await kinds(portal, owner) == []


class TestClosing:
    async def test_closed_accounts_are_brought_back_by_the_link(self, portal: Portal) -> None:
        owner = await portal.someone()
        member = await portal.member(owner, "analyst")
        await ask(portal, "/user/close", owner)
        await stop_by_link(portal, owner.email, "The account of")
        assert len(await roles(portal, await again(portal, owner))) == 2
        await again(portal, member)

    async def test_closing_is_permanent_after_three_days(self, portal: Portal) -> None:
        owner = await portal.someone()
        await ask(portal, "/user/close", owner)
        await portal.work()
        text = mails_to(portal, owner.email, subject="The account of")[-1]
        token = text.split("?token=")[1].split()[0]
        await pass_wait(portal, owner.uid)
        given = {"token": token}
        await portal.refuses(Code.TOKEN_INVALID, "/auth/change_stop", attributes=given)


class TestDeletedMethod:
    async def test_deleted_method_is_put_back_by_a_stop(self, portal: Portal) -> None:
        it = await withdrawable(portal, "300.00")
        [method] = await list_methods(portal, it.who)
        given = {"id": method["id"], "password": PASSWORD}
        await portal.ok("/payments/method_del", it.who, attributes=given)
        assert await list_methods(portal, it.who) == []

        await stop_by_link(portal, it.who.email, "A payment method of")

        [back] = await list_methods(portal, await again(portal, it.who))
        assert (back["id"], back["payee"], back["is_default"]) == (method["id"], "•••• 3000", True)
        assert back["fields"] == method["fields"]

    async def test_details_of_a_deleted_method_are_gone_after_three_days(
        self, portal: Portal
    ) -> None:
        it = await withdrawable(portal, "300.00")
        [method] = await list_methods(portal, it.who)
        given = {"id": method["id"], "password": PASSWORD}
        await portal.ok("/payments/method_del", it.who, attributes=given)
        stored = (
            "select count(*) from guarded_change where publisher_id = $1 and former is not null"
        )
        assert await portal.value(stored, it.who.uid) == 1
        await pass_wait(portal, it.who.uid)
        assert await portal.value(stored, it.who.uid) == 0


class TestStop:
    async def test_one_stop_undoes_all_that_the_same_person_changed(self, portal: Portal) -> None:
        it = await withdrawable(portal, "300.00")
        [method] = await list_methods(portal, it.who)
        changed = draft("bank", "DE", "EUR", {"iban": "DE02120300000000202051"}, id=method["id"])
        await save_method(portal, it.who, changed)
        await move(portal, it.who)
        thief = await again(portal, it.who)
        await turned_on(portal, thief)

        await stop_by_link(portal, it.who.email, "A payment method of")

        owner = await again(portal, it.who)
        assert await kinds(portal, owner) == []
        profile = await portal.ok("/user/profile", owner)
        assert (profile["login_email"], profile["two_step"]) == (it.who.email, False)
        assert [each["payee"] for each in await list_methods(portal, owner)] == ["•••• 3000"]

    async def test_change_by_another_member_is_not_undone(self, portal: Portal) -> None:
        owner = await portal.someone()
        other = await portal.member(owner, "owner")
        await save_method(portal, other, paypal("b@example.com"))
        await move(portal, owner)
        await stop(portal, other, "email")
        assert await kinds(portal, await again(portal, other)) == ["payee"]

    async def test_stop_ends_api_tokens_and_invitations_made_since(self, portal: Portal) -> None:
        owner = await portal.someone()
        before = await token(portal, owner)
        await portal.ok(LIST, owner)
        await pass_wait(portal, owner.uid)
        async with portal.db() as db:
            await db.execute(
                "update api_token set created_at = created_at - interval '1 day' where publisher_id = $1",
                owner.uid,
            )
        await save_method(portal, owner, paypal("a@example.com"))
        after = await token(portal, owner)
        invited = await invite(portal, owner, address())

        await stop(portal, owner, "payee")

        await portal.ok("/reports/events", before)
        await portal.refuses(Code.UNAUTHORIZED, "/reports/events", after)
        await portal.refuses(Code.TOKEN_INVALID, "/auth/team_check", attributes={"token": invited})

    async def test_reset_link_asked_for_before_a_stop_dies_with_it(self, portal: Portal) -> None:
        alice = await portal.someone()
        await save_method(portal, alice, paypal("a@example.com"))
        await portal.ok("/auth/pwd_forget", attributes={"email": alice.email})
        link = (await links_to(portal, alice.email))[-1]
        await stop(portal, alice, "payee")
        given = {"token": link, "password": CHOSEN, "confirm_password": CHOSEN}
        await portal.refuses(Code.TOKEN_INVALID, "/auth/pwd_reset", attributes=given)

    async def test_account_connected_since_is_disconnected(self, portal: Portal) -> None:
        alice = await portal.someone()
        await save_method(portal, alice, paypal("a@example.com"))
        async with portal.db() as db:
            for provider, age in (("acme", "0 days"), ("other", "5 days")):
                subject = unique("subject")
                own = (alice.uid, alice.account_id, provider, subject)
                await db.execute(
                    "insert into third_identity (publisher_id, account_id, provider, subject, bound_at)"
                    " values ($1, $2, $3, $4, now() - $5::text::interval)",
                    *(*own, age),
                )
                await db.execute(
                    "insert into third_directory (publisher_id, account_id, provider, subject)"
                    " values ($1, $2, $3, $4)",
                    *own,
                )
        await stop(portal, alice, "payee")
        left = await portal.ok("/user/third_list", await again(portal, alice))
        assert [each["provider"] for each in left["list"]] == ["other"]

    async def test_members_see_and_stop_only_their_own_changes(self, portal: Portal) -> None:
        owner, stranger = await portal.someone(), await portal.someone()
        analyst = await portal.member(owner, "analyst")
        narrowed = await portal.member(owner, "finance", site_ids=[owner.site_id or 0])
        await save_method(portal, owner, paypal("a@example.com"))
        [change] = await waiting(portal, owner)
        assert await waiting(portal, analyst) == await waiting(portal, narrowed) == []
        for who in (analyst, narrowed, stranger):
            given = {"id": change["id"]}
            await portal.refuses(Code.NOT_FOUND, STOP, who, attributes=given)
        for who in (analyst, narrowed):
            who = await again(portal, who)  # the stop before has signed everybody out
            await turned_on(portal, who)
            assert await kinds(portal, who) == ["two_step_on"]
            await stop(portal, who, "two_step_on")
        assert await kinds(portal, await again(portal, owner)) == ["payee"]

    async def test_change_is_stopped_once_and_not_after_its_wait(self, portal: Portal) -> None:
        owner = await portal.someone()
        await save_method(portal, owner, paypal("a@example.com"))
        [change] = await waiting(portal, owner)
        given = {"id": change["id"]}
        await portal.ok(STOP, owner, attributes=given)
        owner = await again(portal, owner)
        await portal.refuses(Code.STATE_FORBIDS, STOP, owner, attributes=given)
        await save_method(portal, owner, paypal("b@example.com"))
        [change] = await waiting(portal, owner)
        await pass_wait(portal, owner.uid)
        given = {"id": change["id"]}
        await portal.refuses(Code.STATE_FORBIDS, STOP, owner, attributes=given)

    async def test_everybody_concerned_is_mailed(self, portal: Portal) -> None:
        owner = await portal.someone()
        finance, analyst, other = [
            await portal.member(owner, role) for role in ("finance", "analyst", "analyst")
        ]
        await turned_on(portal, analyst)
        await portal.work()
        headline = f"Two-step sign-in was turned on for {analyst.username}"
        for who in (owner, finance, analyst):
            assert len(mails_to(portal, who.email, subject=headline)) == 1
        assert mails_to(portal, other.email, subject=headline) == []

    async def test_staff_who_act_as_a_publisher_stop_nothing(self, portal: Portal) -> None:
        owner, operator = await portal.someone(), await portal.operator()
        await save_method(portal, owner, paypal("a@example.com"))
        [change] = await waiting(portal, owner)
        async with portal.db() as db:
            await db.execute(
                "update session set operator_id = $2, operator_name = 'Dana' where publisher_id = $1",
                *(owner.uid, operator.account_id),
            )
        await portal.refuses(Code.NOT_ALLOWED, STOP, owner, attributes={"id": change["id"]})


async def token(portal: Portal, who: Someone) -> str:
    given = {"name": unique("token"), "scopes": ["report.read"], "password": who.password}
    return str((await portal.ok("/common/gen_token", who, attributes=given))["token"])
