"""`portal doctor`: checks what the portal depends on, and looks for stored rows that today's rules would refuse.

Each finding says what to do about it.
"""

from argparse import Namespace as Arguments
from collections.abc import AsyncIterator, Callable
from functools import partial
from typing import NamedTuple

import sql.network.brand_save
import sql.network.double_stored_orders
import sql.network.path_pair
import sql.network.publisher
from handlers.cli.runner import Commands, add_command, run_with_resources
from handlers.cli.surroundings import SURROUNDINGS
from handlers.network.money.reconcile import check_publisher
from rpc.config.settings import Settings
from rpc.database.base_resources import BaseResources, open_database
from sql.core.clock import CONNECTION_LOST


class Finding(NamedTuple):
    """A finding: the rows, the reason, and what to do about them."""

    what: str
    why: str
    fix: str


Check = Callable[[BaseResources], AsyncIterator[Finding]]
CHECKS: dict[str, Check] = {}
"""The checks by name, in the order in which they run."""


def check(name: str) -> Callable[[Check], Check]:
    """Register a check, which `portal doctor NAME` runs alone."""

    def register(function: Check) -> Check:
        assert name not in CHECKS, name
        CHECKS[name] = function
        return function

    return register


@check("orders")
async def find_look_alike_orders(base: BaseResources) -> AsyncIterator[Finding]:
    """Find a brand's orders whose numbers look the same but are spelled differently."""
    async with base.pool.acquire() as db:
        groups = await sql.network.double_stored_orders.find_orders(db)
    for group in groups:
        orders = ", ".join(
            f"{order.order_id!r} (oid {order.oid}, uid {order.uid})" for order in group
        )
        yield Finding(
            f"brand {group[0].mcid}: {orders}",
            "their numbers look the same, so they may be one order counted twice; each is found by its exact spelling",
            "ask the brand, and reject the one too many: /network/orders_review with reason duplicate_order",
        )


@check("items")
async def find_look_alike_items(base: BaseResources) -> AsyncIterator[Finding]:
    """Find orders that contain the same item twice, under two numbers."""
    async with base.pool.acquire() as db:
        uids = await sql.network.publisher.all_ids(db)
    for uid in uids:
        async with base.pool.acquire() as db:
            orders = await sql.network.double_stored_orders.find_items(db, uid)
        for order in orders:
            yield Finding(
                f"order oid {order.oid} of uid {uid}: items {', '.join(map(repr, order.item_ids))}",
                "an item without a number is item '1', and numbers that look the same are one: it may count twice",
                "ask the brand; if so, have it report the wrong item again with status Rejected",
            )


@check("paths")
async def find_path_pairs(base: BaseResources) -> AsyncIterator[Finding]:
    """Find custom paths that differ only in letter case."""
    async with base.pool.acquire() as db:
        pairs = await sql.network.path_pair.find(db)
    for pair in pairs:
        yield Finding(
            f"custom paths {pair.path!r} (uid {pair.uid}) and {pair.other_path!r} (uid {pair.other_uid})",
            "each leads where it led, but every other spelling leads to the second, also for who means the first",
            "ask one of the publishers to publish another path: /tools/link_edit",
        )


@check("brands")
async def find_brands_at_pages(base: BaseResources) -> AsyncIterator[Finding]:
    """Find brands whose mcid is the name of a page."""
    async with base.pool.acquire() as db:
        mcids = await sql.network.brand_save.brands_at_pages(db)
    for mcid in mcids:
        yield Finding(
            f"brand {mcid!r}",
            f"/brands/{mcid} is a page of its own, so the brand's page is /brands/~{mcid}",
            "nothing, if that will do; links of the portal lead there, and no new brand can have such a name",
        )


@check("money")
async def find_money_differences(base: BaseResources) -> AsyncIterator[Finding]:
    """Find settlements and payments whose currencies or sums contradict each other."""
    async with base.pool.acquire() as db:
        uids = await sql.network.publisher.all_ids(db)
    for uid in uids:
        async with base.pool.acquire() as db:
            lines = await check_publisher(db, uid)
        for line in lines:
            yield Finding(
                line,
                "figures and amounts must agree to the cent, in one currency",
                "do not pay this publisher before it is understood: docs/recover.md, `portal reconcile`",
            )


def add_commands(commands: Commands) -> None:
    parser = add_command(commands, command, "doctor")
    parser.add_argument(
        "check",
        nargs="?",
        choices=sorted([*SURROUNDINGS, *CHECKS]),
        help="one check (default: all)",
    )


def command(settings: Settings, arguments: Arguments) -> None:
    """Check what the portal depends on, and its stored rows. Exits with 1 if anything is found."""
    opener = partial(open_database, network_time_zone=settings.network_time_zone)
    try:
        run_with_resources(settings, opener, partial(run, settings, arguments.check))
    except CONNECTION_LOST as error:
        print(
            f"database: it does not answer ({type(error).__name__}): start it, or correct DATABASE_URL"
        )
        raise SystemExit(1) from None


async def run(settings: Settings, name: str | None, base: BaseResources) -> None:
    names = [name] if name else [*SURROUNDINGS, *CHECKS]
    found = 0
    for each in names:
        async for line in findings(settings, each, base):
            found += 1
            print(line)
    print(f"{len(names)} checks, {found} findings")
    if found:
        raise SystemExit(1)


async def findings(settings: Settings, name: str, base: BaseResources) -> AsyncIterator[str]:
    """What a check finds: a line of what is wrong and what to do, or for a stored row with the reason between them."""
    if name in SURROUNDINGS:
        async for advice in SURROUNDINGS[name](settings, base):
            yield f"{name}: {advice.what}: {advice.fix}"
        return
    async for finding in CHECKS[name](base):
        yield f"{name}: {finding.what}\n  why: {finding.why}\n  do:  {finding.fix}"
