"""Scripted thefts: whoever has a password, a mailbox or a session gets no cent within 72 hours."""

from collections.abc import Awaitable, Callable
from datetime import timedelta

import pytest

from schema.payments import details_wait
from tests.support.accounts.login_changes import FRESH, sign_in
from tests.support.accounts.mails import links_to
from tests.support.accounts.payments import draft, pass_time
from tests.support.orders.orders import Deal
from tests.support.orders.payouts import pay, withdrawable
from tests.support.portal import PASSWORD, Portal

THIEF = {"iban": "DE02120300000000202051"}
ENDING = "•••• 2051"
Attack = Callable[[Deal], Awaitable[None]]


async def replace_payee(it: Deal, token: str, password: str) -> None:
    [method] = (await it.portal.ok("/payments/methods", token))["list"]
    given = draft("bank", "DE", "EUR", THIEF, id=method["id"], password=password)
    await it.portal.ok("/payments/method_save", token, attributes=given)


async def use_stolen_password(it: Deal) -> None:
    await replace_payee(it, await sign_in(it.portal, it.who), PASSWORD)


async def use_hijacked_mailbox(it: Deal) -> None:
    """Reset the password by mail, then sign in."""
    await it.portal.ok("/auth/pwd_forget", attributes={"email": it.who.email})
    token = (await links_to(it.portal, it.who.email))[-1]
    reset = {"token": token, "password": FRESH, "confirm_password": FRESH}
    await it.portal.ok("/auth/pwd_reset", attributes=reset)
    given = {"account": it.who.username, "password": FRESH}
    session = await it.portal.ok("/auth/sign_in", attributes=given)
    await replace_payee(it, session["token"], FRESH)


async def use_stolen_session(it: Deal) -> None:
    """Without the password no method is saved; whatever the session may do, it tries."""
    [method] = (await it.portal.ok("/payments/methods", it.who))["list"]
    given = draft("bank", "DE", "EUR", THIEF, id=method["id"], password="not the password")
    await it.portal.post("/payments/method_save", it.who, attributes=given)


async def use_stolen_session_and_password(it: Deal) -> None:
    """Change the details twice, and back and forth between two methods."""
    await replace_payee(it, it.who.token, PASSWORD)
    given = draft("bank", "DE", "EUR", {"iban": "DE75512108001245126199"}, password=PASSWORD)
    added = await it.portal.ok("/payments/method_save", it.who, attributes=given)
    default = {"id": added["id"], "password": PASSWORD}
    await it.portal.ok("/payments/method_default", it.who, attributes=default)


ATTACKS = [use_stolen_password, use_hijacked_mailbox, use_stolen_session_and_password]


async def sent_to_thief(it: Deal) -> list[str]:
    """The payees of payments that leave within the hours after an attack, other than the owner's own."""
    for hours in (0, 25, 46):
        await pass_time(it.portal, it.who.uid, timedelta(hours=hours))
        token = (await it.portal.ok("/auth/sign_in", attributes=await credentials_of(it)))["token"]
        await it.portal.post("/payments/request", token)
        await pay(it.portal)
    return [
        row["payee"]
        for row in await payments_of(it)
        if row["payee"] != "•••• 3000" and row["state"] != "requested"
    ]


async def credentials_of(it: Deal) -> dict[str, str]:
    """The password that works now: a thief may have set another one."""
    for password in (PASSWORD, FRESH):
        given = {"account": it.who.username, "password": password}
        if (await it.portal.post("/auth/sign_in", attributes=given)).code == 0:
            return given
    raise AssertionError("nobody can sign in")


async def payments_of(it: Deal) -> list[dict[str, str]]:
    async with it.portal.db() as db:
        rows = await db.fetch(
            "select payee, state from payment where publisher_id = $1", it.who.uid
        )
    return [dict(row) for row in rows]


@pytest.mark.parametrize("attack", [*ATTACKS, use_stolen_session])
async def test_no_cent_reaches_a_thief_within_72_hours(portal: Portal, attack: Attack) -> None:
    it = await withdrawable(portal, "300.00")
    await attack(it)
    assert await sent_to_thief(it) == []


@pytest.mark.parametrize("attack", ATTACKS)
async def test_without_the_waits_the_same_thefts_succeed(
    portal: Portal, monkeypatch: pytest.MonkeyPatch, attack: Attack
) -> None:
    """The control: the attacks work, so it is the waits that stop them."""
    monkeypatch.setattr(details_wait, "NEW_DETAILS_WAIT", timedelta(0))
    it = await withdrawable(portal, "300.00")
    await attack(it)
    assert await sent_to_thief(it) != []
