"""Recounts clicks that were classified as a crawler's although they led to orders."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import LiteralString

from schema.reports.report import Recount
from sql.clicks.click import Click
from sql.clicks.click_events import FiledClick
from sql.core.db import Connection, all_rows, fetch, run, text

CRAWLER: LiteralString = "known crawler"
"""The verdict reason of a crawler's click from before the crawler's name was part of the reason."""
RECOUNTED = "counted again: it led to an order"


async def find_with_orders(db: Connection, publisher_id: int) -> list[Click]:
    """The clicks taken for those of an unnamed crawler that led to an order, in chronological order."""
    query = text(
        """
        select click.publisher_id, click.click_time, click.click_id, click.link_id, click.site_id, click.mid,
               click.uid1, click.uid2, click.uid3, click.uid4, click.uid5, click.country, click.device,
               click.referrer, click.verdict, click.verdict_reason, click.visitor, '' as placement
          from click
          join (select distinct publisher_id, click_time, click_id from conversion
                 where publisher_id = :publisher_id and click_id is not null and not test_order) as ordered
            on ordered.publisher_id = click.publisher_id and ordered.click_time = click.click_time
           and ordered.click_id = click.click_id
         where click.publisher_id = :publisher_id and click.verdict = 'bot' and click.verdict_reason = :crawler
         order by click.click_time, click.click_id
        """,
        publisher_id=publisher_id,
        crawler=CRAWLER,
    )
    return [Click._make(row) for row in await fetch(db, query)]


async def find_brands_paid_by_click(db: Connection, mids: Iterable[int]) -> set[int]:
    """Which of these brands pay per click."""
    query = text(
        "select mid from brand where mid = any(:mids::bigint[]) and offer_type = 'CPC'",
        mids=sorted(mids),
    )
    return {row["mid"] for row in await fetch(db, query)}


async def recount(
    db: Connection, publisher_id: int, clicks: Sequence[Click], now: datetime
) -> list[FiledClick]:
    """Mark a publisher's clicks as valid and record that; returns the changed ones. The caller updates the figures."""
    query = text(
        """
        update click set verdict = 'valid', verdict_reason = :recounted
          from unnest(:click_times::timestamptz[], :click_ids::uuid[]) as given (click_time, click_id)
         where click.publisher_id = :publisher_id and click.click_time = given.click_time
           and click.click_id = given.click_id and click.click_time >= :first_time and click.click_time <= :last_time
           and click.verdict = 'bot' and click.verdict_reason = :crawler
        returning click.publisher_id, click.click_time, mid, site_id, link_id, page_id, placement_id, verdict,
                  click.click_id, uid1, uid2, uid3, uid4, uid5, country
        """,
        publisher_id=publisher_id,
        click_times=[click.click_time for click in clicks],
        click_ids=[click.click_id for click in clicks],
        recounted=RECOUNTED,
        first_time=min(click.click_time for click in clicks),
        last_time=max(click.click_time for click in clicks),
        crawler=CRAWLER,
    )
    recounted = [FiledClick(*row) for row in await fetch(db, query)]
    record = text(
        """
        insert into click_recount (publisher_id, click_time, click_id, reason, recounted_at)
        select :publisher_id, click_time, click_id, :crawler, :now
          from unnest(:click_times::timestamptz[], :click_ids::uuid[]) as given (click_time, click_id)
        """,
        publisher_id=publisher_id,
        click_times=[click.click_time for click in recounted],
        click_ids=[click.click_id for click in recounted],
        crawler=CRAWLER,
        now=now,
    )
    await run(db, record)
    return recounted


async def count(db: Connection, publisher_id: int, start: datetime, end: datetime) -> list[Recount]:
    """The number of recounted clicks from `start` until before `end`, by time of the recount, latest first."""
    query = text(
        """
        select recounted_at as at, count(*) as clicks from click_recount
         where publisher_id = :publisher_id and click_time >= :start and click_time < :end
         group by recounted_at order by recounted_at desc
        """,
        publisher_id=publisher_id,
        start=start,
        end=end,
    )
    return await all_rows(db, query, Recount)
