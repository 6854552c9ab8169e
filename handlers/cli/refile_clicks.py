"""`portal refile-clicks`: counts clicks that were classified as a crawler's although they led to orders."""

from argparse import Namespace as Arguments
from collections import Counter
from collections.abc import Sequence
from datetime import datetime, tzinfo
from functools import partial
from typing import NamedTuple

import sql.accounts.publisher
import sql.clicks.click_events
import sql.clicks.file_clicks
import sql.clicks.recount
import sql.clicks.replay
import sql.network.notice
import sql.network.payments.settlement_months
import sql.network.publisher
import sql.reports.figures.rollup
from handlers.cli.runner import Commands, add_command, run_with_resources
from rpc.config.settings import Settings
from rpc.database.base_resources import BaseResources, open_database
from schema.clicks.click import DUPLICATE_WINDOW
from schema.core.figures import Delta
from schema.core.time_zones import get_zone
from schema.home.notice import NoticeDraft, NoticeKind
from sql.clicks.click import Click
from sql.core.db import Connection

NOTICE = """{count} from {first:%-d %B %Y} to {last:%-d %B %Y} had been taken for a crawler's and did not count, \
although orders came of them. They count now, so **the clicks, conversion rates and earnings per click of these days \
have changed**. Your commission has not.

On the Clicks page each of them says that it was counted again, and the Performance report says how many there are."""


class Findings(NamedTuple):
    """A publisher's crawler clicks that led to orders: those that can be counted, and how many stay unchanged."""

    clicks: list[Click]
    closed: int = 0
    """Clicks left unchanged because their month is closed and the brand pays per click."""
    repeats: int = 0
    """Clicks left unchanged because an earlier click of the same visitor within ten seconds is counted."""


class Tally(NamedTuple):
    """The number of clicks that were counted or can be, and how many stay unchanged."""

    counted: int = 0
    closed: int = 0
    repeats: int = 0

    def describe(self, applied: bool) -> str:
        verb = "counted again" if applied else "to be counted again"
        text = f"{clicks_of(self.counted)} {verb}"
        if self.closed:
            text += f"; {self.closed} stay, because the month is closed and the brand pays by click"
        if self.repeats:
            text += f"; {self.repeats} stay, because the same visitor's click just before counts"
        return text


def clicks_of(number: int) -> str:
    return "1 click" if number == 1 else f"{number:,} clicks"


def add_commands(commands: Commands) -> None:
    parser = add_command(commands, command, "refile-clicks")
    parser.add_argument("uid", type=int, nargs="?", help="one publisher (default: all)")
    parser.add_argument(
        "--apply", action="store_true", help="count them (default: only show how many there are)"
    )


def command(settings: Settings, arguments: Arguments) -> None:
    """Count clicks that led to orders but were classified as a crawler's before crawlers were identified by name."""
    zone = get_zone(settings.network_time_zone)
    opener = partial(open_database, network_time_zone=settings.network_time_zone)
    run_with_resources(settings, opener, partial(run, arguments.uid, zone, apply=arguments.apply))


async def run(uid: int | None, zone: tzinfo, base: BaseResources, *, apply: bool) -> None:
    """Go through the publishers, each in a separate transaction, and print what was found."""
    async with base.pool.acquire() as db:
        uids = [uid] if uid else await sql.network.publisher.all_ids(db)
    total = Tally()
    for each in uids:
        async with base.pool.acquire() as db, db.transaction():
            found = await find(db, each, zone)
            if apply and found.clicks:
                await count(db, each, found.clicks, base.clock.now())
        tally = Tally(len(found.clicks), found.closed, found.repeats)
        total = Tally(*map(sum, zip(total, tally, strict=True)))
        if any(tally):
            print(f"publisher {each}: {tally.describe(apply)}")
    print(f"{len(uids)} publishers: {total.describe(apply)}")
    if total.counted and not apply:
        print("Nothing was changed. With --apply they count, and each publisher gets a notice.")


async def find(db: Connection, uid: int, zone: tzinfo) -> Findings:
    """Find a publisher's clicks that can be counted. No other process files its clicks until the transaction ends."""
    await sql.clicks.file_clicks.lock(db, [uid])
    clicks = await sql.clicks.recount.find_with_orders(db, uid)
    if not clicks:
        return Findings([])
    by_click = await sql.clicks.recount.find_brands_paid_by_click(
        db, {click.mid for click in clicks}
    )
    closed = await sql.network.payments.settlement_months.last_months(db, sorted(by_click))
    open_ = [
        click
        for click in clicks
        if click.mid not in closed
        or click.click_time.astimezone(zone).date().replace(day=1) > closed[click.mid].period
    ]
    repeats = await sql.clicks.replay.find_repeats(db, open_)
    single = [click for click in without_repeats(open_) if click.click_id not in repeats]
    return Findings(single, len(clicks) - len(open_), len(open_) - len(single))


def without_repeats(clicks: Sequence[Click]) -> list[Click]:
    """Clicks in time order, without any within ten seconds of the same visitor's previous click on the link."""
    last: dict[tuple[int, bytes], datetime] = {}
    single = []
    for click in clicks:
        whose = click.link_id, click.visitor
        if whose not in last or click.click_time - last[whose] >= DUPLICATE_WINDOW:
            single.append(click)
        last[whose] = click.click_time
    return single


async def count(db: Connection, uid: int, clicks: Sequence[Click], now: datetime) -> None:
    """Mark clicks as valid, add them to the figures, and notify the publisher with a notice and postbacks."""
    tenants = await sql.accounts.publisher.get_tenants(db, [uid])
    zone = tenants[uid].zone
    counted = await sql.clicks.recount.recount(db, uid, clicks, now)
    days = Counter(
        (
            *(uid, click.click_time.astimezone(zone).date(), click.mid, click.site_id),
            *(click.link_id, click.page_id, click.placement_id),
        )
        for click in counted
    )
    await sql.reports.figures.rollup.add(
        db, [Delta(*key, clicks=number) for key, number in days.items()]
    )
    subscribed = await sql.clicks.click_events.subscribers(db, [uid])
    if subscribed:
        await sql.clicks.click_events.add(db, counted, subscribed, now)
    dates = [key[1] for key in days]
    first, last = min(dates), max(dates)
    body = NOTICE.format(count=clicks_of(len(counted)), first=first, last=last)
    draft = NoticeDraft(uid=uid, kind=NoticeKind.SERVICE, title="Clicks counted again", body=body)
    await sql.network.notice.add(db, draft, now)
