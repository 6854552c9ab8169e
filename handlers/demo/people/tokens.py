"""API tokens of the demonstration: one that is used every night, one that expires soon, and one never used.

Nobody has their secrets: to try out the API, create a token of your own.
"""

import secrets
from datetime import datetime, timedelta
from functools import partial
from typing import NamedTuple

import sql.accounts.api_token
from handlers.demo.core.steps import Write
from handlers.demo.people import people
from rpc.process.resources import Resources
from schema.accounts.api_token import Scope
from sql.accounts.account import Login
from sql.core.db import Connection, one_value, text

HASH_BYTES = 32


class DemoToken(NamedTuple):
    """A token: its scopes and channel, how long ago it was created and used, and when it expires."""

    name: str
    scopes: list[Scope]
    channel: str | None
    made: timedelta
    used: timedelta | None
    ends: timedelta | None = None


TOKENS = [
    DemoToken("Nightly orders to the warehouse", [Scope.REPORT_READ], None,
         timedelta(days=210), timedelta(hours=7)),
    DemoToken("Link button of the editors", [Scope.BRAND_READ, Scope.LINK_EDIT], "blog",
         timedelta(days=84), timedelta(minutes=50), timedelta(days=6)),
    DemoToken("Newsletter builder", [Scope.BRAND_READ, Scope.LINK_EDIT, Scope.REPORT_READ], "letter",
         timedelta(days=9), None, timedelta(days=81)),
]  # fmt: skip


async def make(_: Connection, portal: Resources) -> Write:
    return partial(write, now=portal.clock.now())


async def write(db: Connection, now: datetime) -> None:
    demo = await people.find(db)
    query = text(
        "select account_id from account where publisher_id = :uid order by 1 limit 1", uid=demo.uid
    )
    login = Login(demo.uid, await one_value(db, query))
    for token in TOKENS:
        token_id = await sql.accounts.api_token.add(
            db,
            login,
            name=token.name,
            hash=secrets.token_bytes(HASH_BYTES),
            scopes=sorted(token.scopes),
            site_id=None if token.channel is None else demo.sites[token.channel],
            expires_at=None if token.ends is None else now + token.ends,
            now=now - token.made,
        )
        if token.used is not None:
            await sql.accounts.api_token.touch(db, demo.uid, token_id, now - token.used)
