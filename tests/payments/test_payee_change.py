"""New payment details wait, everybody who looks after the money is told, and the mailed link stops them."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from rpc import Code
from schema.payments.guarded_change import HOLD
from schema.payments.payment_method_wait import WaitReason, wait_of_details
from schema.reports.why.answer import WhyVerdict
from tests.accounts.test_two_step import code_of, second, ticket_of, turned_on
from tests.support.accounts.authenticator import add_passkey, begin_sign_in, sign_in_by, step_up
from tests.support.accounts.login_changes import sign_in
from tests.support.accounts.mails import links_to, mails_to
from tests.support.accounts.payments import (
    draft,
    list_methods,
    pass_time,
    paypal,
    save_method,
)
from tests.support.accounts.waits import pass_wait
from tests.support.databases import earlier
from tests.support.orders.orders import Deal
from tests.support.orders.payouts import pay, request, withdrawable
from tests.support.portal import PASSWORD, Portal, Someone, unique
from tests.support.reports.why import ask

SAVE, CHECK, STOP = "/payments/method_save", "/auth/change_check", "/auth/change_stop"
THIEF = {"iban": "DE02120300000000202051"}
SUBJECT = "A payment method of"
DAYS = timedelta(days=4)


async def age(portal: Portal, who: Someone, *columns: str, table: str = "account") -> None:
    """Set times of an account back by four days."""
    changes = ", ".join(earlier(column, "$2") for column in columns)
    async with portal.db() as db:
        await db.execute(
            f"update {table} set {changes} where publisher_id = $1",
            *(who.uid, DAYS),
        )


async def steal(it: Deal, **fields: str) -> dict[str, Any]:
    """Change the publisher's bank account to another one."""
    [method] = await list_methods(it.portal, it.who)
    given = draft("bank", "DE", "EUR", {**THIEF, **fields}, id=method["id"])
    return await save_method(it.portal, it.who, given)


async def link_of(portal: Portal, who: Someone) -> str:
    """The token of the newest link that was mailed."""
    return (await links_to(portal, who.email))[-1]


async def payees(portal: Portal, who: Someone | str) -> list[str]:
    answer = await portal.ok("/payments/methods", who)
    return [each["payee"] for each in answer["list"]]


async def again(portal: Portal, who: Someone) -> Someone:
    """The same person, signed in with the password again."""
    return replace(who, token=await sign_in(portal, who))


class TestWait:
    async def test_details_confirmed_with_a_password_wait_for_three_days(
        self, portal: Portal
    ) -> None:
        made = await save_method(portal, await portal.someone(), paypal("a@example.com"))
        assert (made["waiting"], made["wait_reason"]) == (True, "new_details")

    @pytest.mark.parametrize(
        ("is_old", "reason", "hours"), [(True, "confirmed", 24), (False, "new_details", 72)]
    )
    async def test_only_a_passkey_of_three_days_shortens_the_wait(
        self, passkey_portal: Portal, is_old: bool, reason: str, hours: int
    ) -> None:
        portal, who = passkey_portal, await passkey_portal.someone()
        device = await add_passkey(portal, who)
        if is_old:
            await age(portal, who, "created_at", table="passkey")
        attributes = {k: v for k, v in paypal("a@example.com").items() if k != "password"}
        given = await step_up(portal, who, device, SAVE, attributes)

        made = await save_method(portal, who, given)

        assert made["wait_reason"] == reason
        wait = await portal.value(
            "select usable_from - created_at from payment_method where publisher_id = $1", who.uid
        )
        assert wait == timedelta(hours=hours)

    async def test_details_wait_for_a_week_after_the_network_reset_a_second_factor(
        self, portal: Portal
    ) -> None:
        who = await portal.someone()
        await turned_on(portal, who)
        reset = {"uid": who.uid, "reason": "Lost the phone"}
        await portal.ok("/network/two_step_end", await portal.operator(), attributes=reset)
        await pass_wait(portal, who.uid)

        made = await save_method(portal, await again(portal, who), paypal("a@example.com"))

        assert made["wait_reason"] == "factor_reset"
        wait = await portal.value(
            "select usable_from - created_at from payment_method where publisher_id = $1", who.uid
        )
        assert timedelta(days=6, hours=23) < wait <= timedelta(days=7)

    def test_wait_after_a_reset_is_never_shorter_than_three_days(self, portal: Portal) -> None:
        now = portal.resources.clock.now()
        old = now - timedelta(days=30)
        almost = now - timedelta(days=6)
        assert wait_of_details(now, old, almost) == (
            now + timedelta(days=3),
            WaitReason.FACTOR_RESET,
        )
        over = now - timedelta(days=7)
        assert wait_of_details(now, old, over) == (now + timedelta(days=1), WaitReason.CONFIRMED)

    async def test_payment_due_during_the_wait_is_held(self, portal: Portal) -> None:
        it = await withdrawable(portal, "300.00")
        made = await request(it)
        await steal(it)

        rows = {row["payment_id"]: row for row in (await pay(portal))["list"]}

        assert rows[made["payment_id"]]["code"] == Code.METHOD_NOT_USABLE.number
        [row] = (await portal.ok("/payments/summary", it.who))["list"]
        assert row["status"] == "requested"

    async def test_payment_that_waited_names_the_details_that_it_goes_to(
        self, portal: Portal
    ) -> None:
        it = await withdrawable(portal, "300.00")
        made = await request(it)
        [method] = await list_methods(portal, it.who)
        fields = {"email": "reed@example.com"}
        given = draft("paypal", "DE", "EUR", fields, id=method["id"])
        changed = await save_method(portal, it.who, given)
        await pass_wait(portal, it.who.uid)

        await pay(portal)

        [row] = (await portal.ok("/payments/summary", it.who))["list"]
        assert (row["payment_id"], row["status"]) == (made["payment_id"], "processing")
        assert (row["method"], row["payee"]) == ("paypal", changed["payee"])

    async def test_why_says_until_when_held_payments_wait(self, portal: Portal) -> None:
        it = await withdrawable(portal, "300.00")
        await steal(it)
        await portal.ok(STOP, attributes={"token": await link_of(portal, it.who)})
        owner = await again(portal, it.who)
        oid = await portal.value(
            "select oid from conversion where publisher_id = $1 limit 1", owner.uid
        )

        answer = await ask(portal, owner, oid=oid)

        assert answer["verdict"] == WhyVerdict.METHOD_WAITING
        [method] = await list_methods(portal, owner)
        assert method["wait_reason"] == "stopped"
        assert answer["until"] == method["usable_from"]


class TestMail:
    async def test_owners_and_finance_are_mailed_at_every_address_of_ninety_days(
        self, portal: Portal
    ) -> None:
        owner = await portal.someone(name="Reed Media")
        finance, analyst = (
            await portal.member(owner, "finance"),
            await portal.member(owner, "analyst"),
        )
        new = f"{unique('new')}@example.com"
        await portal.ok("/user/email_edit", owner, attributes={"email": new, "password": PASSWORD})
        [token] = await links_to(portal, new)
        await portal.ok("/auth/email_verify", attributes={"token": token})

        await save_method(portal, await again(portal, owner), paypal("a@example.com"))
        await portal.work()

        for address in (new, owner.email, finance.email):
            [mail] = mails_to(portal, address, subject=SUBJECT)
            assert "Reed Media" in mail
            assert "/auth/stop-change?token=" in mail
        assert mails_to(portal, analyst.email, subject=SUBJECT) == []

    async def test_former_address_gets_no_mail_after_ninety_days(self, portal: Portal) -> None:
        owner = await portal.someone()
        async with portal.db() as db:
            await db.executemany(
                "insert into account_email (publisher_id, account_id, email, since, until)"
                " values ($1, $2, $3, now() - interval '200 days', now() - $4::interval)",
                [
                    (owner.uid, owner.account_id, f"old-{owner.email}", timedelta(days=91)),
                    (owner.uid, owner.account_id, f"former-{owner.email}", timedelta(days=89)),
                ],
            )
        await save_method(portal, owner, paypal("a@example.com"))
        await portal.work()

        assert len(mails_to(portal, f"former-{owner.email}", subject=SUBJECT)) == 1
        assert mails_to(portal, f"old-{owner.email}", subject=SUBJECT) == []

    async def test_removed_member_is_mailed_for_a_week(self, portal: Portal) -> None:
        owner = await portal.someone()
        fresh, old = await portal.member(owner, "owner"), await portal.member(owner, "finance")
        for gone in (fresh, old):
            given = {"id": gone.account_id, "password": PASSWORD}
            await portal.ok("/user/team_remove", owner, attributes=given)
        async with portal.db() as db:
            await db.execute(
                f"update account set {earlier('closed_at', '8 days')} where account_id = $1",
                old.account_id,
            )
        await save_method(portal, owner, paypal("a@example.com"))
        await portal.work()

        assert len(mails_to(portal, fresh.email, subject=SUBJECT)) == 1
        assert mails_to(portal, old.email, subject=SUBJECT) == []

    async def test_change_that_was_stopped_is_not_mailed_any_more(self, portal: Portal) -> None:
        owner = await portal.someone()
        made = await save_method(portal, owner, paypal("a@example.com"))
        given = {"id": made["id"], "password": PASSWORD}
        await portal.ok("/payments/method_del", owner, attributes=given)
        await portal.work()
        assert mails_to(portal, owner.email, subject=SUBJECT) == []


class TestCheck:
    async def test_link_shows_the_change_and_opening_it_stops_nothing(self, portal: Portal) -> None:
        it = await withdrawable(portal, "300.00")
        changed = await steal(it)
        token = await link_of(portal, it.who)

        for _ in range(3):
            for path in ("/auth/stop-change", STOP):
                await portal.http.get(f"{path}?token={token}")
                await portal.http.head(f"{path}?token={token}")
            found = await portal.ok(CHECK, attributes={"token": token})

        assert (found["after"], found["before"]) == ("•••• 2051", "•••• 3000")
        assert (found["changed_by"], found["needs_session"]) == (it.who.username, False)
        assert found["waits_until"] == changed["usable_from"]
        assert await payees(portal, it.who) == ["•••• 2051"]

    async def test_unknown_forged_or_foreign_link_is_refused(self, portal: Portal) -> None:
        alice = await portal.someone()
        await save_method(portal, alice, paypal("a@example.com"))
        token = await link_of(portal, alice)
        for wrong in ("unknown", token[:-2] + "xx", alice.token):
            for path in (CHECK, STOP):
                reply = await portal.refuses(Code.TOKEN_INVALID, path, attributes={"token": wrong})
                assert reply.data["reason"] == "unknown"

    async def test_link_of_another_publisher_stops_only_its_own(self, portal: Portal) -> None:
        alice, bob = await withdrawable(portal, "300.00"), await withdrawable(portal, "300.00")
        await steal(alice)
        await steal(bob)
        await portal.ok(STOP, attributes={"token": await link_of(portal, bob.who)})
        assert await payees(portal, alice.who) == ["•••• 2051"]
        assert await payees(portal, await again(portal, bob.who)) == ["•••• 3000"]

    async def test_link_ends_with_the_wait(self, portal: Portal) -> None:
        alice = await portal.someone()
        await save_method(portal, alice, paypal("a@example.com"))
        token = await link_of(portal, alice)
        await pass_time(portal, alice.uid)
        for path in (CHECK, STOP):
            reply = await portal.refuses(Code.TOKEN_INVALID, path, attributes={"token": token})
            assert reply.data["reason"] == "expired"


class TestStop:
    async def test_stop_restores_the_former_details_ends_sessions_and_holds_payments(
        self, portal: Portal
    ) -> None:
        it = await withdrawable(portal, "300.00")
        made = await request(it)
        await steal(it)
        token = await link_of(portal, it.who)

        stopped = await portal.ok(STOP, attributes={"token": token})

        await portal.refuses(Code.UNAUTHORIZED, "/payments/methods", it.who)
        owner = await again(portal, it.who)
        [method] = await list_methods(portal, owner)
        assert (method["payee"], method["wait_reason"]) == ("•••• 3000", "stopped")
        assert method["usable_from"] == stopped["held_until"]
        rows = {row["payment_id"]: row for row in (await pay(portal))["list"]}
        assert rows[made["payment_id"]]["code"] == Code.METHOD_NOT_USABLE.number
        [entry] = [
            one for one in (await portal.ok("/user/audit", owner))["list"] if one["action"] == STOP
        ]
        assert entry["details"]["after"] == "•••• 2051"
        await portal.work()
        [mail] = mails_to(portal, it.who.email, subject="was stopped")
        assert "•••• 2051" in mail
        for path in (CHECK, STOP):
            await portal.refuses(Code.TRACK_USED, path, attributes={"token": token})
        await pass_time(portal, it.who.uid, HOLD)
        assert made["payment_id"] not in {row["payment_id"] for row in (await pay(portal))["list"]}

    async def test_stop_removes_a_new_method_and_leaves_a_default_one(self, portal: Portal) -> None:
        it = await withdrawable(portal, "300.00")
        added = await save_method(portal, it.who, paypal("thief@example.com"))
        given = {"id": added["id"], "password": PASSWORD}
        await portal.ok("/payments/method_default", it.who, attributes=given)

        await portal.ok(STOP, attributes={"token": await link_of(portal, it.who)})

        [method] = await list_methods(portal, await again(portal, it.who))
        assert (method["payee"], method["is_default"]) == ("•••• 3000", True)

    async def test_stop_restores_the_previous_details_after_any_number_of_changes(
        self, portal: Portal
    ) -> None:
        it = await withdrawable(portal, "300.00")
        await steal(it)
        first = await link_of(portal, it.who)
        await steal(it, iban="DE75512108001245126199")

        await portal.ok(STOP, attributes={"token": first})

        assert await payees(portal, await again(portal, it.who)) == ["•••• 3000"]

    async def test_former_details_are_restored_even_if_they_were_added_as_another_method(
        self, portal: Portal
    ) -> None:
        it = await withdrawable(portal, "300.00")
        await steal(it)
        token = await link_of(portal, it.who)
        fields = {"iban": "DE89370400440532013000"}
        await save_method(portal, it.who, draft("bank", "DE", "EUR", fields))

        await portal.ok(STOP, attributes={"token": token})

        assert await payees(portal, await again(portal, it.who)) == ["•••• 3000"]

    async def test_second_stop_of_the_same_details_needs_an_owner_or_finance_member(
        self, portal: Portal
    ) -> None:
        it, stranger = await withdrawable(portal, "300.00"), await portal.someone()
        await steal(it)
        await portal.ok(STOP, attributes={"token": await link_of(portal, it.who)})
        it = replace(it, who=await again(portal, it.who))
        await steal(it)
        analyst = await portal.member(it.who, "analyst")
        token = {"token": await link_of(portal, it.who)}
        assert (await portal.ok(CHECK, attributes=token))["needs_session"] is True

        await portal.refuses(Code.UNAUTHORIZED, STOP, attributes=token)
        for other in (stranger, analyst):
            await portal.refuses(Code.NOT_ALLOWED, STOP, other, attributes=token)
        await portal.ok(STOP, it.who, attributes=token)

        assert await payees(portal, await again(portal, it.who)) == ["•••• 3000"]


class TestRelease:
    async def test_sign_in_with_an_old_passkey_releases_payments_and_its_session_survives(
        self, passkey_portal: Portal
    ) -> None:
        portal, it = passkey_portal, await withdrawable(passkey_portal, "300.00")
        device = await add_passkey(portal, it.who)
        await pass_wait(portal, it.who.uid)
        session = await sign_in_by(portal, device)
        await steal(it)
        await portal.ok(STOP, attributes={"token": await link_of(portal, it.who)})
        await portal.refuses(Code.UNAUTHORIZED, "/payments/methods", it.who)
        await portal.refuses(Code.METHOD_NOT_USABLE, "/payments/request", session)

        fresh = await sign_in_by(portal, device)

        await portal.ok("/payments/request", fresh)

    async def test_fresh_passkey_neither_survives_a_stop_nor_releases_payments(
        self, passkey_portal: Portal
    ) -> None:
        portal, it = passkey_portal, await withdrawable(passkey_portal, "300.00")
        device = await add_passkey(portal, it.who)
        session = await sign_in_by(portal, device)
        await steal(it)
        await portal.ok(STOP, attributes={"token": await link_of(portal, it.who)})

        await portal.refuses(Code.UNAUTHORIZED, "/payments/methods", session)
        given = {"credential": device.sign(await begin_sign_in(portal))}
        await portal.refuses(
            Code.VERIFICATION_CODE_INVALID, "/auth/passkey_finish", attributes=given
        )

    async def test_fresh_passkey_of_another_owner_releases_no_payments(
        self, passkey_portal: Portal
    ) -> None:
        portal, it = passkey_portal, await withdrawable(passkey_portal, "300.00")
        device = await add_passkey(portal, await portal.member(it.who, "owner"))
        await steal(it)
        await portal.ok(STOP, attributes={"token": await link_of(portal, it.who)})
        fresh = await sign_in_by(portal, device)
        await portal.refuses(Code.METHOD_NOT_USABLE, "/payments/request", fresh)

    async def test_sign_in_with_an_old_second_step_releases_payments(self, portal: Portal) -> None:
        it = await withdrawable(portal, "300.00")
        secret, _ = await turned_on(portal, it.who)
        await pass_wait(portal, it.who.uid)
        await steal(it)
        await portal.ok(STOP, attributes={"token": await link_of(portal, it.who)})

        ticket = await ticket_of(portal, it.who)
        reply = await second(portal, ticket, code_of(portal, secret))

        await portal.ok("/payments/request", reply.data["token"])

    async def test_password_alone_releases_nothing(self, portal: Portal) -> None:
        it = await withdrawable(portal, "300.00")
        await steal(it)
        await portal.ok(STOP, attributes={"token": await link_of(portal, it.who)})
        owner = await again(portal, it.who)
        await portal.refuses(Code.METHOD_NOT_USABLE, "/payments/request", owner)
