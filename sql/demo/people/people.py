"""Who is in the demonstration: a publisher with three channels, and an operator."""

from datetime import datetime, timedelta
from functools import partial
from typing import NamedTuple

import sql.accounts.login_directory
import sql.accounts.publisher
import sql.brands.site
from schema.accounts.account import Company
from schema.accounts.auth import email_login, username_login
from schema.brands.site import Channel, SiteStatus
from schema.core.errors import Code, Fault
from sql.accounts.account import Login
from sql.core.db import Connection, fetch, one_value, run, text
from sql.demo.core.portal import Portal
from sql.demo.core.steps import Write

ZONE, CURRENCY = "Europe/London", "GBP"
EMAIL = "demo@example.com"
PASSWORDS = "publisher-demo-pass", "operator-demo-pass"
JOINED = timedelta(days=430)
"""How long ago the publisher came."""
COMPANY = Company(
    name="Kettle and Keel Media Ltd",
    country="GB",
    category="Publishing",
    address="4 Ropewalk",
    city="Bristol",
    postal_code="BS1 6ZZ",
)
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
    """Ids by the words of CHANNELS."""


async def make(_: Connection, portal: Portal) -> Write:
    hashes = [await portal.passwords.hash(password) for password in PASSWORDS]
    return partial(write, joined_at=portal.clock.now() - JOINED, hashes=hashes)


async def write(db: Connection, joined_at: datetime, hashes: list[str]) -> None:
    """The accounts with their passwords' hashes, and the channels."""
    of_owner, of_operator = hashes
    uid = await sql.accounts.publisher.add(
        db, name=COMPANY.name, company=COMPANY, referer_uid=None, now=joined_at
    )
    await run(
        db,
        text(
            "update publisher set time_zone = $2, currency = $3, currency_chosen = true where publisher_id = $1",
            *(uid, ZONE, CURRENCY),
        ),
    )
    await add_account(db, *(uid, "demo", EMAIL, "Robin", "owner"), of_owner, joined_at)
    operator = (0, "operator", "operator@example.com", "Network desk", "operator")
    await add_account(db, *operator, of_operator, joined_at)
    ids = [
        await sql.brands.site.add(db, uid, channel, status=SiteStatus.APPROVED, now=joined_at)
        for channel in CHANNELS.values()
    ]
    await sql.accounts.publisher.set_default_site(db, uid, ids[0])
    await run(
        db,
        text(
            "update site set verified_at = $3 where publisher_id = $1 and site_id = $2",
            *(uid, ids[0], joined_at + timedelta(hours=2)),
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
) -> None:
    """An account whose email address is proven. Raises a Fault if its name is another's."""
    query = text(
        """
        insert into account (publisher_id, username, email, email_verified_at, password_hash,
                             password_changed_at, role, nickname, created_at)
        values ($1, $2, $3, $4, $5, $4, $6, $7, $4)
        returning account_id
        """,
        *(publisher_id, username, email, joined_at, password_hash, role, nickname),
    )
    owner = Login(publisher_id, await one_value(db, query))
    if not await sql.accounts.login_directory.claim(
        db, [username_login(username), email_login(email)], owner
    ):
        raise Fault(
            Code.USERNAME_TAKEN,
            f"'{username}' or {email} is somebody's here: the demonstration needs a database without them",
        )


async def find(db: Connection) -> Demo:
    """The publisher that `make` made, as long as it is there."""
    login = await sql.accounts.login_directory.find(db, email_login(EMAIL))
    if login is None:
        raise Fault(Code.USER_NOT_FOUND)
    names = {channel.name: word for word, channel in CHANNELS.items()}
    query = text("select name, site_id from site where publisher_id = $1", login.publisher_id)
    rows = await fetch(db, query)
    return Demo(
        login.publisher_id, {names[name]: site_id for name, site_id in rows if name in names}
    )
