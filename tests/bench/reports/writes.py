"""Orders written with all roll-ups, beside the same rows without them."""

from datetime import timedelta
from itertools import count
from random import Random
from time import perf_counter
from typing import Any

import asyncpg

import sql.orders.order
import sql.reports.figures.rollup
from rpc.process.memory import tune_memory
from schema.core.figures import Delta
from schema.core.money import ZERO
from schema.orders.order import ItemStatus
from schema.orders.order_rows import ItemRow, OrderRow
from sql.core.db import set_codecs
from tests.bench.reports.data import END, LARGEST, PUBLISHERS

BATCH, BATCHES = 1_000, 5
_numbers = count(1)


async def ratios(url: str, rounds: int) -> list[float]:
    """The rate with roll-ups by the rate without, round by round."""
    tune_memory()  # as in the server
    db = await asyncpg.connect(url)
    await set_codecs(db)
    chance = Random(1)
    await time_batches(db, chance, with_figures=True)
    found = []
    for _ in range(rounds):
        bare = await time_batches(db, chance, with_figures=False)
        found.append(bare / await time_batches(db, chance, with_figures=True))
    await db.close()
    return found


async def time_batches(db: Any, chance: Random, *, with_figures: bool) -> float:
    """The seconds that some batches take, each a transaction of its own."""
    batches = [[order(chance) for _ in range(BATCH)] for _ in range(BATCHES)]
    began = perf_counter()
    for batch in batches:
        async with db.transaction():
            await sql.orders.order.add(
                db, [head for head, _ in batch], [line for _, line in batch], END
            )
            if with_figures:
                await sql.reports.figures.rollup.add(db, [delta(head) for head, _ in batch])
    return perf_counter() - began


def order(chance: Random) -> tuple[OrderRow, ItemRow]:
    """An order of today, of the largest publisher or any other."""
    number = next(_numbers)
    uid = LARGEST if number % 10 == 0 else LARGEST + chance.randrange(1, PUBLISHERS)
    k = int((500 if uid == LARGEST else 20) * chance.random() ** 2)
    line = ItemRow(
        publisher_id=uid,
        oid=10**12 + number,
        item_id="",
        category=None,
        quantity=1,
        terms_id=None,
        comm_rate=ZERO,
        sale_amount=ZERO + number,
        sale_comm=ZERO + 1,
        ori_amount=ZERO + number,
        ori_comm=ZERO + 1,
        report_amount=ZERO + number,
        report_comm=ZERO + 1,
        status=ItemStatus.PENDING,
        reason_code=None,
        validation_date=None,
        expected_validation_date=END,
    )
    head = OrderRow(
        publisher_id=uid,
        oid=line.oid,
        mid=1001 + (k * 37 + uid) % 200,
        order_id=f"W{number}",
        site_id=uid * 10 + k % 2,
        link_id=uid * 1000 + k,
        click_id=None,
        click_time=None,
        order_time=END - timedelta(seconds=chance.randrange(36_000)),
        uid1="",
        uid2="",
        uid3="",
        uid4="",
        uid5="",
        country="GB",
        device="mobile",
        coupon=None,
        currency="GBP",
        report_currency="GBP",
        rate=ZERO + 1,
        sale_amount=ZERO,
        sale_comm=ZERO,
        report_amount=ZERO,
        report_comm=ZERO,
        status=ItemStatus.PENDING,
        test_order=False,
        page_id=1 + number % 10 if number % 2 else 0,
        placement_id=1 + number % 5 if number % 3 == 0 else 0,
    )
    return head.with_sums([line]), line


def delta(order: OrderRow) -> Delta:
    return Delta(
        order.publisher_id,
        order.order_time.date(),
        order.mid,
        order.site_id,
        order.link_id,
        order.page_id,
        order.placement_id,
        pending_orders=1,
        pending_sales=order.report_amount,
        pending_commission=order.report_comm,
    )
