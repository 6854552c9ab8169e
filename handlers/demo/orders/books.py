"""A comparison of the publisher's own books with recorded orders, a question, and a case about unpaid months."""

from datetime import datetime, timedelta
from decimal import Decimal
from functools import partial
from hashlib import sha256

import sql.accounts.login_directory
import sql.orders.order_case
import sql.payments.ageing
import sql.reports.book
import sql.reports.book_orders
from handlers.demo.core.steps import Write
from handlers.demo.people.people import EMAIL, find
from rpc.process.resources import Resources
from schema.accounts.auth import email_login
from schema.core.days import Days, first_instant, next_month
from schema.core.time_zones import get_zone
from schema.orders.import_mapping import ImportMapping
from schema.orders.import_order_rows import LineRefusal
from schema.orders.order_case import CaseKind, Topic
from schema.payments.settlement import to_period
from schema.reports.book import ORDERS_COMPARED_MAX, AmountKind
from schema.reports.book_matching import (
    Matching,
    RecordedOrder,
    Rules,
    add_up,
    add_up_sides,
    refusal_row,
    row_of,
    sort_rows,
)
from schema.reports.book_reading import BookLine
from sql.core.db import Connection
from sql.orders.order_case import NewCase, OpeningStep

DAYS = 30
DROPPED_EVERY, CHANGED_EVERY, SHIFTED_EVERY = 17, 23, 29
"""How the publisher's file differs from recorded orders: every 17th is missing, others have another amount or day."""
LOST = ("WEB-20991", "WEB-21006", "WEB-21044")
LOST_AMOUNT = Decimal("4.20")
MAPPING = ImportMapping(
    columns={
        "order_id": "Order",
        "order_time": "Day",
        "amount": "Commission",
        "currency": "Currency",
    }
)


async def make(db: Connection, portal: Resources) -> Write:
    demo = await find(db)
    return partial(write, uid=demo.uid, now=portal.clock.now(), zone=portal.network_time_zone)


async def write(db: Connection, uid: int, now: datetime, zone: str) -> None:
    await write_comparison(db, uid, now, zone)
    await write_question(db, uid, now)
    await write_unpaid(db, uid, now, zone)


async def write_comparison(db: Connection, uid: int, now: datetime, zone: str) -> None:
    """Write a comparison of the last days, in which most orders match."""
    days = Days.last(DAYS, now, zone)
    orders = await sql.reports.book_orders.read_orders(
        db, uid, days.bounds(zone), [], ORDERS_COMPARED_MAX
    )
    lines = [*make_lines(orders, zone)]
    if not lines:
        return
    login = await sql.accounts.login_directory.find(db, email_login(EMAIL))
    assert login is not None
    id = await sql.reports.book.add(
        db,
        uid,
        account_id=login.account_id,
        name="my-tracking.csv",
        file="",
        mapping=MAPPING,
        amounts=AmountKind.COMMISSION,
        start_date=days.start,
        end_date=days.end,
        mids=[],
        currency=lines[0].currency,
        digest=sha256(b"demonstration").digest(),
        now=now,
    )
    if id is None:
        return
    matching = Matching(lines, orders, {}, Rules(AmountKind.COMMISSION, zone, (zone, "UTC")))
    matching.match()
    unread = LineRefusal(
        lines[-1].line + 1, "WEB-21050", "Commission 'n/a' is not a number such as 12.50"
    )
    rows = [*matching.read_pairs(), *matching.read_missing(), refusal_row(unread)]
    rows += [row_of(entry) for entry in matching.find_unmatched()]
    await sql.reports.book.start(
        db,
        uid,
        id,
        lines=len(lines) + 1,
        mapping=MAPPING,
        start_date=days.start,
        end_date=days.end,
    )
    await sql.reports.book.finish(
        db,
        uid,
        id,
        sort_rows(rows),
        add_up(rows),
        add_up_sides(lines, matching.recorded_amounts()),
        now,
    )


def make_lines(orders: list[RecordedOrder], zone: str) -> list[BookLine]:
    """The lines that the publisher's own tracking would contain for these orders."""
    lines: list[BookLine] = []
    for number, order in enumerate(orders, 1):
        if number % DROPPED_EVERY == 0 or order.sale_comm is None:
            continue
        day = order.order_time.astimezone(get_zone(zone)).date()
        amount = order.sale_comm
        if number % CHANGED_EVERY == 0:
            amount += 1
        if number % SHIFTED_EVERY == 0:
            day -= timedelta(days=2)
        lines.append(
            BookLine(
                len(lines) + 2, order.order_id, "", None, "", day, None, amount, order.currency
            )
        )
    if lines:
        last = lines[-1]
        lines += [
            last._replace(line=last.line + at, order_id=name, amount=LOST_AMOUNT)
            for at, name in enumerate(LOST, 1)
        ]
    return lines


async def write_question(db: Connection, uid: int, now: datetime) -> None:
    case = NewCase(
        uid, CaseKind.QUESTION, None, "", None, None, now, "GBP", None, topic=Topic.PAYMENT
    )
    note = "From which month on is VAT added to my payments?"
    opening = case, OpeningStep(note)
    await sql.orders.order_case.add_all(db, [opening], now - timedelta(hours=5))


async def write_unpaid(db: Connection, uid: int, now: datetime, zone: str) -> None:
    """Write a case about the oldest month that a brand has not paid, if it is late."""
    for currency in ("GBP", "EUR", "USD"):
        for month in await sql.payments.ageing.find_waiting(db, uid, currency):
            due = first_instant(next_month(month.period), zone) + timedelta(days=month.payment_days)
            if due < now:
                period = to_period(month.period)
                case = NewCase(
                    *(uid, CaseKind.UNPAID, month.mid, period, None, None),
                    *(first_instant(next_month(month.period), zone), currency, month.amount),
                    periods=[period],
                )
                note = "The month is closed and overdue. When will the brand pay?"
                opening = case, OpeningStep(note)
                await sql.orders.order_case.add_all(db, [opening], now - timedelta(hours=3))
                return
