"""A bookkeeper who works for two publishers, and the owner of the second one."""

from functools import partial

import sql.accounts.account
import sql.accounts.membership
from handlers.demo.core.steps import Write
from handlers.demo.people.people import MEMBERS, PASSWORDS, add_account
from rpc.process.resources import Resources
from schema.accounts.auth import email_login
from schema.accounts.permission import Role
from schema.accounts.team import full_access
from schema.core.days import ONE_DAY
from sql.accounts import login_directory
from sql.core.db import Connection, one_value, text

PUBLISHER = "Aldgate Reviews"
OWNER = ("anneke", "owner@example.com", "Anneke", Role.OWNER)
BOOKKEEPER = MEMBERS[0][1]
SIGNED_UP, JOINED = 400 * ONE_DAY, 40 * ONE_DAY
"""How long ago the owner signed up, and the bookkeeper joined."""


async def make(_: Connection, portal: Resources) -> Write:
    hash = await portal.passwords.hash(PASSWORDS[0])
    return partial(write, portal=portal, hash=hash)


async def write(db: Connection, portal: Resources, hash: str) -> None:
    now = portal.clock.now()
    uid: int = await one_value(
        db, text("select publisher_id from publisher where name = :name", name=PUBLISHER)
    )
    await add_account(db, uid, *OWNER, hash, now - SIGNED_UP)
    home = await login_directory.find(db, email_login(BOOKKEEPER))
    assert home is not None
    person = await sql.accounts.account.get(db, home.publisher_id, home.account_id)
    assert person is not None
    await sql.accounts.membership.add(db, person, uid, full_access(Role.FINANCE), now - JOINED)
    # Signs in to the publisher that they have worked for longer.
    await sql.accounts.membership.use(db, home, now - ONE_DAY)
