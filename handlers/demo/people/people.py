"""Who is in the demonstration: a publisher with three channels and a small team, and an operator."""

from datetime import datetime, timedelta
from functools import partial
from typing import NamedTuple

import sql.accounts.invitation
import sql.accounts.login_directory
import sql.accounts.publisher
import sql.channels.channel
from handlers.demo.core.steps import Write
from rpc.process.resources import Resources
from schema.accounts.auth import email_login, username_login
from schema.accounts.company import Company
from schema.accounts.permission import Role
from schema.accounts.team import INVITATION_LIFETIME, Access
from schema.channels.channel import Channel, SiteStatus
from schema.core.errors import Code, Fault
from sql.accounts.account import Login
from sql.core.db import Connection, fetch, one_value, run, text

ZONE, CURRENCY = "Europe/London", "GBP"
EMAIL = "demo@example.com"
PASSWORDS = "publisher-demo-pass", "operator-demo-pass"
JOINED = timedelta(days=430)
"""How long ago the publisher signed up."""
COMPANY = Company(
    name="Kettle and Keel Media Ltd",
    country="GB",
    category="Publishing",
    address="4 Ropewalk",
    city="Bristol",
    postal_code="BS1 6ZZ",
)
MEMBERS = (
    ("jonas", "finance@example.com", "Jonas", Role.FINANCE, timedelta(days=300)),
    ("ines", "analyst@example.com", "Ines", Role.ANALYST, timedelta(days=60)),
)
"""The owner's colleagues, and how long ago they joined. They sign in with the owner's password."""
INVITED = "developer@example.com"
CHANNELS = {
    "blog": Channel(
        name="Kettle and Keel",
        channel_type=2,
        channel_platform="WordPress",
        promotion_methods=[1, 2, 6],
        website="https://kettleandkeel.example",
        monthly_visits=86_000,
        description="A blog about slow homes: long reviews, gift guides and a weekly column on budgets.",
    ),
    "social": Channel(
        name="@kettleandkeel",
        channel_type=4,
        channel_platform="Instagram",
        promotion_methods=[4, 8],
        website="https://www.instagram.com/kettleandkeel.example",
        monthly_visits=41_000,
        description="Pictures and short films of what the blog reviews.",
    ),
    "letter": Channel(
        name="The Friday Kettle",
        channel_type=5,
        channel_platform="Own newsletter",
        promotion_methods=[5, 6],
        website="https://letters.kettleandkeel.example",
        monthly_visits=18_500,
        description="A letter every Friday with five good finds.",
    ),
}
"""The publisher's channels, by the word that the brands' file uses; the first is the default one."""


class Demo(NamedTuple):
    """The publisher of the demonstration."""

    uid: int
    sites: dict[str, int]
    """Site ids by the keys of CHANNELS."""


async def make(_: Connection, portal: Resources) -> Write:
    hashes = [await portal.passwords.hash(password) for password in PASSWORDS]
    return partial(write, now=portal.clock.now(), hashes=hashes)


async def write(db: Connection, now: datetime, hashes: list[str]) -> None:
    """Write the accounts, with the hashes of their passwords, and the channels."""
    of_owner, of_operator = hashes
    joined_at = now - JOINED
    uid = await sql.accounts.publisher.add(
        db,
        name=COMPANY.name,
        company=COMPANY,
        referer_uid=None,
        time_zone=ZONE,
        currency=CURRENCY,
        now=joined_at,
    )
    owner = await add_account(db, *(uid, "demo", EMAIL, "Robin", "owner"), of_owner, joined_at)
    for username, email, nickname, role, joined in MEMBERS:
        member = (uid, username, email, nickname, role)
        await add_account(db, *member, of_owner, now - joined)
    await sql.accounts.invitation.add(
        db,
        owner,
        email=INVITED,
        login=email_login(INVITED),
        access=Access(role=Role.DEVELOPER, site_ids=None, with_money=True),
        now=now - timedelta(days=1),
        expires_at=now - timedelta(days=1) + INVITATION_LIFETIME,
    )
    operator = (0, "operator", "operator@example.com", "Network desk", "operator")
    await add_account(db, *operator, of_operator, joined_at)
    ids = [
        await sql.channels.channel.add(db, uid, channel, status=SiteStatus.APPROVED, now=joined_at)
        for channel in CHANNELS.values()
    ]
    await sql.accounts.publisher.set_default_site(db, uid, ids[0])
    await run(
        db,
        text(
            "update site set verified_at = :verified_at where publisher_id = :publisher_id and site_id = :site_id",
            publisher_id=uid,
            site_id=ids[0],
            verified_at=joined_at + timedelta(hours=2),
        ),
    )


async def add_account(
    db: Connection,
    publisher_id: int,
    username: str,
    email: str,
    nickname: str,
    role: str,
    password_hash: str,
    joined_at: datetime,
) -> Login:
    """Add an account with a verified email address. Raises a Fault if another account has its username or email."""
    query = text(
        """
        insert into account (publisher_id, username, email, email_verified_at, password_hash,
                             password_changed_at, role, nickname, created_at)
        values (:publisher_id, :username, :email, :joined_at, :password_hash, :joined_at, :role, :nickname, :joined_at)
        returning account_id
        """,
        publisher_id=publisher_id,
        username=username,
        email=email,
        joined_at=joined_at,
        password_hash=password_hash,
        role=role,
        nickname=nickname,
    )
    owner = Login(publisher_id, await one_value(db, query))
    if not await sql.accounts.login_directory.claim(
        db, [username_login(username), email_login(email)], owner
    ):
        raise Fault(
            Code.USERNAME_TAKEN,
            f"'{username}' or {email} is somebody's here: the demonstration needs a database without them",
        )
    return owner


async def find(db: Connection) -> Demo:
    """The demonstration's publisher. Raises USER_NOT_FOUND if it does not exist."""
    login = await sql.accounts.login_directory.find(db, email_login(EMAIL))
    if login is None:
        raise Fault(Code.USER_NOT_FOUND)
    names = {channel.name: word for word, channel in CHANNELS.items()}
    query = text(
        "select name, site_id from site where publisher_id = :publisher_id",
        publisher_id=login.publisher_id,
    )
    rows = await fetch(db, query)
    return Demo(
        login.publisher_id, {names[name]: site_id for name, site_id in rows if name in names}
    )
