"""`portal call`: a call made inside this process, by anyone with access to the machine.

Whoever can start this command can read the database and the keys, so nobody signs in: an operator's call is
made as the network itself (publisher 0), a guest's call as a guest.
"""

import argparse
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from datetime import datetime, timedelta
from functools import partial

import msgspec

from handlers.cli.arguments import ArgumentError, parse_attributes
from rpc.calls.context import Guest, Operator, RequestInfo
from rpc.calls.decoding.fault import fault_of
from rpc.calls.registry import Registry
from rpc.calls.registry_entry import Procedure
from rpc.process.resources import Resources
from schema.accounts.account import Account
from schema.accounts.permission import permissions_of
from sql.core.db import Connection

OpenResources = Callable[[], AbstractAsyncContextManager[Resources]]
EXAMPLE = (
    "portal call /network/brand_save name=Acme company.country=DE rates:='[1, 2]' logo=@logo.txt"
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.epilog = f"Example: {EXAMPLE}"
    parser.add_argument("path", help="such as /network/brands")
    parser.add_argument("attributes", nargs="*", help="name=value, name:=json or name=@file")
    parser.add_argument("--filter", action="append", default=[], help="name=value of the filter")
    parser.add_argument("--page", type=int, help="the page of a list")


async def call(registry: Registry, open_: OpenResources, arguments: argparse.Namespace) -> str:
    """Make a call and return the answer's data as JSON. Raises the Faults of the call."""
    procedure = registry.find(arguments.path, Procedure)
    if procedure.context not in (Guest, Operator):
        raise ArgumentError(
            f"{procedure.path} is a {procedure.context.__name__.lower()}'s call; make it over HTTP with a token"
        )
    arguments_by_part = {
        "attributes": parse_attributes(arguments.attributes),
        "filter": parse_attributes(arguments.filter),
        "page": {"curPage": arguments.page} if arguments.page else {},
    }
    for name, part in arguments_by_part.items():
        if part and name not in procedure.parameters:
            raise ArgumentError(f"{procedure.path} takes no {name}")
    values = {}
    for name, kind in procedure.parameters.items():
        try:
            values[name] = msgspec.convert(arguments_by_part[name], kind, strict=False)
        except msgspec.ValidationError as error:
            raise fault_of(error, f".req.{name}", kind=kind) from None
    async with open_() as resources, resources.pool.acquire() as db, db.transaction():
        answer = await procedure(make_context(procedure, db, resources), values)
    return msgspec.json.format(msgspec.json.encode(answer), indent=2).decode()


def make_context(procedure: Procedure, db: Connection, resources: Resources) -> Guest:
    """The context of a guest or of this machine's operator, whichever the call takes."""
    now = resources.clock.now()
    info = RequestInfo(path=procedure.path, ip="127.0.0.1", user_agent="portal call")
    if procedure.context is Guest:
        return Guest(db=db, now=now, resources=resources, request=info)
    return Operator(
        db=db,
        now=now,
        resources=resources,
        request=info,
        load_account=partial(local_operator, now),
        publisher_id=0,
        home_uid=0,
        session_hash=b"",
        permissions=permissions_of("operator"),
    )


def local_operator(now: datetime) -> Account:
    """An account for the user of this machine, with all permissions of an operator."""
    return Account(
        id=0,
        uid=0,
        username="portal",
        nickname="The network",
        avatar="",
        account="portal",
        login_email="",
        email_verified=True,
        default_site=None,
        roles=["operator"],
        permissions=list(permissions_of("operator")),
        site_ids=None,
        company=None,
        time_zone="UTC",
        currency="USD",
        language="en",
        referral_url="",
        two_step=False,
        impersonated_by=None,
        guarded_until=None,
        session_expires_at=now + timedelta(hours=1),
        sandbox=False,
    )
