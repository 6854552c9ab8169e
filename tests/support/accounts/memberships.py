"""People who work for several publishers."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import sql.accounts.account
import sql.accounts.membership
import sql.accounts.session
from rpc import Code
from rpc.security.tokens import SESSION
from schema.accounts.permission import Role
from schema.accounts.team import Access
from tests.support.accounts.mails import links_to, mails_to
from tests.support.portal import Portal, Someone


async def invite(portal: Portal, owner: Someone, email: str, role: str = "analyst") -> str:
    """Invite an address; the token of the newest link that was mailed to it."""
    given = {"email": email, "role": role, "password": owner.password}
    await portal.ok("/user/team_invite", owner, attributes=given)
    return (await links_to(portal, email))[-1]


async def join(portal: Portal, who: Someone, owner: Someone, role: str = "analyst") -> Someone:
    """Somebody as the member of a second publisher that they become by an invitation. Their session ends with it."""
    token = await invite(portal, owner, who.email, role)
    made = await portal.ok("/auth/team_join", who, attributes={"token": token})
    return replace(who, token=made["token"], uid=owner.uid, site_id=owner.site_id)


async def switch(portal: Portal, who: Someone, uid: int) -> Someone:
    """The same person at another of their publishers. Their session ends with it."""
    made = await portal.ok("/user/publisher_switch", who, attributes={"uid": uid})
    return replace(who, token=made["token"], uid=uid)


async def publishers(portal: Portal, who: Someone | str) -> dict[int, str]:
    """The roles of somebody, by publisher."""
    found = (await portal.ok("/user/publishers", who))["list"]
    return {each["uid"]: each["role"] for each in found}


async def add_membership(
    portal: Portal,
    who: Someone,
    owner: Someone,
    role: Role,
    *,
    site_ids: list[int] | None = None,
    with_money: bool = True,
) -> Someone:
    """Somebody as a member of a second publisher, arranged without an invitation; both sessions go on."""
    async with portal.db() as db, db.transaction():
        now = portal.resources.clock.now()
        home = await sql.accounts.account.get(db, who.uid, who.account_id)
        assert home is not None
        access = Access(role=role, site_ids=site_ids, with_money=with_money)
        await sql.accounts.membership.add(db, home, owner.uid, access, now)
        token = await add_session(portal, db, owner.uid, who.account_id)
    return replace(who, token=token, uid=owner.uid, site_id=owner.site_id)


async def add_session(portal: Portal, db: Any, uid: int, account_id: int) -> str:
    """The token of a new session of a membership."""
    now = portal.resources.clock.now()
    token, hash = portal.resources.tokens.make(SESSION, uid)
    owner = await sql.accounts.account.get(db, uid, account_id)
    assert owner is not None
    await sql.accounts.session.add(
        db,
        uid,
        account_id,
        hash=hash,
        idle=timedelta(hours=2),
        expires_at=now + timedelta(hours=24),
        user_agent="test",
        ip="127.0.0.1",
        now=now,
        security_stamp=owner.security_stamp,
    )
    return token


async def uid_of(portal: Portal, who: Someone | str) -> int:
    """The publisher for which a session acts."""
    uid: int = (await portal.ok("/user/profile", who))["uid"]
    return uid


async def are_signed_out(portal: Portal, *people: Someone) -> bool:
    """Whether the sessions of all these people have ended."""
    replies = [await portal.post("/user/profile", who) for who in people]
    return {reply.code for reply in replies} == {Code.UNAUTHORIZED.number}


async def stop_closing(portal: Portal, who: Someone) -> None:
    """Stop the closing of somebody's account with the mailed link."""
    await portal.work()
    text = mails_to(portal, who.email, subject="The account of")[-1]
    token = text.split("stop-change?token=")[1].split()[0]
    await portal.ok("/auth/change_stop", attributes={"token": token})
