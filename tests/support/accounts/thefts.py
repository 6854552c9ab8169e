"""Thefts, generated: whoever has one thing after another, such as a password and a mailbox, tries all that it opens."""

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from itertools import permutations
from random import Random

import pytest

import sql.accounts.account
import sql.accounts.session
from rpc import Code
from rpc.security.tokens import SESSION
from schema.payments import guarded_change, payment_method_wait
from tests.support.accounts.authenticator import (
    Authenticator,
    add_passkey,
    sign_in_by,
    step_up,
)
from tests.support.accounts.login_changes import FRESH
from tests.support.accounts.mails import links_to
from tests.support.accounts.payments import draft
from tests.support.accounts.waits import pass_wait, settle
from tests.support.orders.orders import Deal
from tests.support.orders.payouts import pay, withdrawable
from tests.support.portal import PASSWORD, Portal, Someone, unique

STOLEN = ("password", "mailbox", "help desk", "session", "insider")
ROLES = ("manager", "finance", "developer")
OWN = "•••• 3000"
IBANS = ("DE02120300000000202051", "DE75512108001245126199")
LAPSES = (timedelta(0), timedelta(hours=25), timedelta(hours=46))
"""How time passes after a theft: 71 hours in all."""
BACK_WITHIN = 300
"""Seconds until the owner has everything back."""
VISITS_MAX = 10
"""How often the owner signs in until everything is back: each takes seconds."""
OWNER = "orchard violin granite"
"""The password that the owner chooses at last."""


@dataclass(frozen=True)
class Theft:
    """What a thief comes to have, in this order. The owner has a passkey, and perhaps two-step sign-in."""

    steps: tuple[str, ...]
    role: str = "finance"
    two_step: bool = False

    def __str__(self) -> str:
        steps = ", then ".join(self.steps).replace("insider", f"insider ({self.role})")
        return f"{steps}; {'with' if self.two_step else 'without'} two-step sign-in"


def all_thefts(longest: int) -> Iterator[Theft]:
    """Every order of every selection of up to so many things, with each role of an insider."""
    number = 0
    for count in range(1, longest + 1):
        for steps in permutations(STOLEN, count):
            for role in ROLES if "insider" in steps else ROLES[:1]:
                number += 1
                yield Theft(steps, role, two_step=number % 2 == 0)


@asynccontextmanager
async def without_waits() -> AsyncIterator[None]:
    """Without the waits: what the same thefts do then is the control."""
    with pytest.MonkeyPatch.context() as patch:
        for module, names in (
            (guarded_change, ("GUARD", "FACTOR_AGE", "HOLD")),
            (payment_method_wait, ("NEW_DETAILS_WAIT", "CONFIRMED_WAIT", "RESET_WAIT")),
        ):
            for name in names:
                patch.setattr(module, name, timedelta(0))
        yield


@dataclass
class Victim:
    """An owner with an old passkey, money to withdraw, and a colleague."""

    it: Deal
    device: Authenticator
    colleague: Someone
    two_step: bool

    @property
    def portal(self) -> Portal:
        return self.it.portal

    @property
    def who(self) -> Someone:
        return self.it.who


async def make_victim(portal: Portal, theft: Theft) -> Victim:
    from tests.accounts.test_two_step import turned_on

    it = await withdrawable(portal, "300.00")
    device = await add_passkey(portal, it.who)
    if theft.two_step:
        await turned_on(portal, it.who)
    await pass_wait(portal, it.who.uid, timedelta(days=10))
    return Victim(it, device, await portal.member(it.who, theft.role), theft.two_step)


@dataclass
class Thief:
    """Has what was stolen so far, and tries everything with it."""

    victim: Victim
    random: Random
    password: str | None = None
    mailbox: bool = False
    insider: Someone | None = None
    tokens: list[str] = field(default_factory=list)
    device: Authenticator = field(default_factory=Authenticator)
    direct: bool = False
    """Whether only the payment details are changed: without waits the rest would get in the way of the thief."""
    saved: bool = False
    """Whether the portal took other payment details."""

    async def take(self, what: str) -> None:
        portal, who = self.victim.portal, self.victim.who
        if what == "password":
            self.password = PASSWORD
        elif what == "mailbox":
            self.mailbox = True
        elif what == "session":
            self.tokens.append(await sign_in_by(portal, self.victim.device))
        elif what == "insider":
            self.insider = self.victim.colleague
        else:
            reset = {"uid": who.uid, "reason": "Says that the phone is lost"}
            desk = await portal.operator()
            await portal.post("/network/two_step_end", desk, attributes=reset)
            for change in (await portal.ok("/network/changes", desk, filter={"uid": who.uid}))[
                "list"
            ]:
                hasten = {"uid": who.uid, "id": change["id"], "reason": "Is in a hurry"}
                await portal.post("/network/change_hasten", desk, attributes=hasten)
        await settle(portal)
        await self.press()

    async def press(self) -> None:
        """Sign in wherever possible, and try everything in a random order."""
        await self.sign_in()
        moves: list[Callable[[str], Awaitable[None]]] = [
            self.change_payee, self.change_email, self.change_factors, self.let_in, self.transfer,
        ]  # fmt: skip
        self.random.shuffle(moves)
        if self.direct:
            moves = [self.change_payee]
        for move in moves:
            for token in self.tokens[-2:]:
                await move(token)
        if self.insider is not None:
            await self.rise(self.insider)

    async def sign_in(self) -> None:
        portal, who = self.victim.portal, self.victim.who
        if self.mailbox and self.password is None:
            await portal.ok("/auth/pwd_forget", attributes={"email": who.email})
            links = await links_to(portal, who.email)
            reset = {"password": FRESH, "confirm_password": FRESH}
            for token in reversed(links):
                reply = await portal.post("/auth/pwd_reset", attributes={"token": token, **reset})
                if reply.code == 0:
                    self.password = FRESH
                    break
        if self.password is not None:
            given = {"account": who.username, "password": self.password}
            reply = await portal.post("/auth/sign_in", attributes=given)
            if reply.code == 0:
                self.tokens.append(reply.data["token"])

    async def change_payee(self, token: str) -> None:
        portal = self.victim.portal
        listed = await portal.post("/payments/methods", token)
        if self.password is None or listed.code != 0:
            return
        for iban, method in zip(IBANS, [*listed.data["list"], None], strict=False):
            given = draft("bank", "DE", "EUR", {"iban": iban}, password=self.password)
            if method is not None and self.random.random() < 0.7:
                given["id"] = method["id"]
            reply = await portal.post("/payments/method_save", token, attributes=given)
            if reply.code == 0:
                self.saved = True
                default = {"id": reply.data["id"], "password": self.password}
                await portal.post("/payments/method_default", token, attributes=default)
                if method is not None and reply.data["id"] != method["id"]:
                    gone = {"id": method["id"], "password": self.password}
                    await portal.post("/payments/method_del", token, attributes=gone)
        await portal.post("/payments/request", token)

    async def change_email(self, token: str) -> None:
        portal, mine = self.victim.portal, f"{unique('thief')}@example.com"
        given = {"email": mine, "password": self.password or "guess"}
        if (await portal.post("/user/email_edit", token, attributes=given)).code == 0:
            for link in await links_to(portal, mine):
                await portal.post("/auth/email_verify", attributes={"token": link})
        await self.sign_in()

    async def change_factors(self, token: str) -> None:
        """Remove the owner's, and add others."""
        portal, password = self.victim.portal, self.password or "guess"
        listed = await portal.post("/user/passkey_list", token)
        for passkey in listed.data["list"] if listed.code == 0 else []:
            gone = {"id": passkey["id"], "password": password}
            await portal.post("/user/passkey_del", token, attributes=gone)
        await portal.post("/user/two_step_end", token, attributes={"password": password})
        begun = await portal.post("/user/passkey_begin", token, attributes={"password": password})
        if begun.code == 0:
            self.device = Authenticator()
            made = {"credential": self.device.make(begun.data["options"])}
            if (await portal.post("/user/passkey_save", token, attributes=made)).code == 0:
                self.tokens.append(await sign_in_by(portal, self.device))

    async def let_in(self, token: str) -> None:
        """Invite an accomplice as owner, who takes it from there."""
        portal, address = self.victim.portal, f"{unique('accomplice')}@example.com"
        role = self.random.choice(["owner", "finance"])
        given = {"email": address, "role": role, "password": self.password or "guess"}
        if (await portal.post("/user/team_invite", token, attributes=given)).code != 0:
            return
        for link in await links_to(portal, address):
            joined = {
                "token": link,
                "username": unique("accomplice"),
                "password": FRESH,
                "confirm_password": FRESH,
            }
            reply = await portal.post("/auth/team_accept", attributes=joined)
            if reply.code == 0:
                await self.rise(Someone(token=reply.data["token"], uid=self.victim.who.uid), FRESH)

    async def rise(self, insider: Someone, password: str = PASSWORD) -> None:
        """What somebody of the team tries with the own account."""
        portal, who, token = self.victim.portal, self.victim.who, insider.token
        given = draft("bank", "DE", "EUR", {"iban": IBANS[0]}, password=password)
        self.saved |= (
            await portal.post("/payments/method_save", token, attributes=given)
        ).code == 0
        await portal.post("/payments/method_propose", token, attributes=given)
        await portal.post("/payments/request", token)
        removed = {"id": who.account_id, "password": password}
        await portal.post("/user/team_remove", token, attributes=removed)
        if insider.account_id:
            raised = {
                "id": insider.account_id,
                "role": "owner",
                "was": "finance",
                "password": password,
            }
            await portal.post("/user/team_role", token, attributes=raised)

    async def transfer(self, token: str) -> None:
        if self.insider is None:
            return
        heir = self.insider.account_id
        given = {"id": heir, "password": self.password or "guess"}
        await self.victim.portal.post("/user/team_transfer", token, attributes=given)


async def commit(
    portal: Portal, theft: Theft, seed: int, *, direct: bool = False
) -> tuple[Victim, Thief]:
    """A theft, with all that is tried on the way."""
    victim = await make_victim(portal, theft)
    thief = Thief(victim, Random(f"{seed} {theft}"), direct=direct)
    for step in theft.steps:
        await thief.take(step)
    return victim, thief


async def open_session(portal: Portal, who: Someone) -> str:
    """A session of the owner, who asks for the payment as every month."""
    token, hash = portal.resources.tokens.make(SESSION, who.uid)
    now = portal.resources.clock.now()
    async with portal.db() as db:
        owner = await sql.accounts.account.get(db, who.uid, who.account_id)
        assert owner is not None
        await sql.accounts.session.add(
            db,
            who.uid,
            who.account_id,
            hash=hash,
            idle=timedelta(hours=2),
            expires_at=now + timedelta(hours=24),
            user_agent="",
            ip="127.0.0.1",
            now=now,
            security_stamp=owner.security_stamp,
        )
    return token


async def paid_to_thief(victim: Victim, thief: Thief) -> list[str]:
    """The payees of payments that leave in 71 hours, other than the owner's own. The owner notices nothing."""
    portal = victim.portal
    for hours in LAPSES:
        await pass_wait(portal, victim.who.uid, hours)
        for token in (*thief.tokens, await open_session(portal, victim.who)):
            await portal.post("/payments/request", token)
        await pay(portal)
    async with portal.db() as db:
        rows = await db.fetch(
            "select payee from payment where publisher_id = $1 and state <> 'requested' and payee <> $2",
            *(victim.who.uid, OWN),
        )
    return [row["payee"] for row in rows]


async def come_back(victim: Victim, thief: Thief) -> list[str]:
    """The owner signs in with the passkey and stops what waits. Returns what is then still wrong."""
    portal, who = victim.portal, victim.who
    for _ in range(VISITS_MAX):
        token = await sign_in_by(portal, victim.device)
        waiting = (await portal.ok("/user/changes", token))["list"]
        if not waiting:
            break
        stop = {"id": waiting[0]["id"]}
        await portal.ok("/user/change_stop", token, attributes=stop)
    chosen = {"password": OWNER, "confirm_password": OWNER}
    given = await step_up(portal, token, victim.device, "/user/password_edit", chosen)
    await portal.ok("/user/password_edit", token, attributes=given)
    profile = await portal.ok("/user/profile", token)
    methods = (await portal.ok("/payments/methods", token))["list"]
    passkeys = (await portal.ok("/user/passkey_list", token))["list"]
    team = (await portal.ok("/user/team_list", token))["members"]
    found = {
        "address": (profile["login_email"], who.email),
        "two-step sign-in": (profile["two_step"], victim.two_step),
        "role": (profile["roles"], ["owner"]),
        "payment methods": ([method["payee"] for method in methods], [OWN]),
        "passkeys": (len(passkeys), 1),
        "members": (len(team), 2),
    }
    wrong = [f"{name}: {is_} instead of {was}" for name, (is_, was) in found.items() if is_ != was]
    for stolen in thief.tokens:
        if (await portal.post("/user/profile", stolen)).code != Code.UNAUTHORIZED.number:
            wrong.append("a stolen session still works")
    return wrong
