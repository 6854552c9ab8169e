"""The weekly measurement of brands: publishers' orders are counted, then the brands' published figures renewed."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime
from decimal import Decimal

import sql.core.exchange_rate
import sql.network.measured.statements as statements
from schema.brands.brand_figures import read_figures
from schema.brands.disclosure import CLICK_SLOT, MONEY_SLOT, Slots
from schema.brands.figure_publication import publish
from schema.brands.measured_counts import (
    CLICK_DAYS,
    UNKNOWN_COUNTRY,
    Cell,
    Measure,
    MeasuredSpan,
    add_up,
)
from schema.core.days import ONE_DAY
from sql.core.db import Connection
from sql.core.exchange_rate import RateKey
from sql.network.measured.statements import (
    BrandRow,
    ClickCount,
    Contribution,
    CountsRow,
    OrderCount,
)

Counts = defaultdict[str, defaultdict[int, Decimal]]
Rates = Mapping[RateKey, Decimal]


async def count_orders(
    db: Connection, publisher_ids: Sequence[int], span: MeasuredSpan, now: datetime, zone: str
) -> None:
    """Count the orders and clicks of some publishers, by brand."""
    since = now - CLICK_DAYS * ONE_DAY
    orders = await statements.count_orders(db, publisher_ids, span, now, zone)
    clicks = await statements.count_clicks(db, publisher_ids, since, now)
    own_terms = await statements.own_terms(db, publisher_ids, since)
    rows = list(collect_counts(orders, clicks, own_terms, span))
    async with db.transaction():
        await statements.save_counts(db, publisher_ids, rows, now)


def collect_counts(
    orders: Iterable[OrderCount],
    clicks: Iterable[ClickCount],
    own_terms: set[tuple[int, int]],
    span: MeasuredSpan,
) -> Iterator[CountsRow]:
    """Collect each publisher's counts with a brand: under the terms for all, and under terms of its own."""
    shared = defaultdict[tuple[int, int], Counts](new_counts)
    private = defaultdict[tuple[int, int], Counts](new_counts)
    for row in orders:
        counts = (private if row.own_terms else shared)[row.publisher_id, row.mid]
        measure = Measure(row.measure)
        cell = Cell(measure, row.channel_type, span.part_of(measure, row.part))
        counts[cell.name][row.slot] += row.orders
    for each in clicks:
        key = (each.publisher_id, each.mid)
        counts = (private if key in own_terms else shared)[key]
        cell = Cell(Measure.EARNED, each.channel_type, each.country or UNKNOWN_COUNTRY)
        sums: dict[int, int | Decimal] = {
            0: each.orders,
            MONEY_SLOT: each.earned,
            CLICK_SLOT: each.clicks,
        }
        for slot, value in sums.items():
            counts[cell.name][slot] += value
    for key in shared.keys() | private.keys():
        yield CountsRow(*key, shared[key], private[key])


def new_counts() -> Counts:
    return defaultdict(lambda: defaultdict(Decimal))


async def renew_figures(db: Connection, mids: Sequence[int], span: MeasuredSpan) -> None:
    """Renew the published figures of some brands, where the disclosure rule allows it."""
    found = await statements.contributions(db, mids)
    rates = await find_rates(db, found, span.today)
    before = await statements.figures(db, mids)
    by_brand = defaultdict[int, list[Contribution]](list)
    for each in found:
        by_brand[each.mid].append(each)
    brands, memory = list[BrandRow](), list[tuple[int, int, Mapping[str, Slots]]]()
    for mid, parts in by_brand.items():
        now = {each.publisher_id: add_up(convert_money(each, rates, span.today)) for each in parts}
        cells = by_cell(now)
        shown = by_cell(
            {
                each.publisher_id: {Cell.parse(name): slots for name, slots in each.shown.items()}
                for each in parts
            }
        )
        result = publish(cells, before.get(mid, {}), shown, span.today)
        brands.append(BrandRow(mid, result.figures, read_figures(result.figures)))
        for each in parts:
            made_of = {
                name: slots
                for name, slots in each.shown.items()
                if name not in result.renewed and Cell.parse(name) in cells
            }
            made_of |= {
                cell.name: slots
                for cell, slots in now[each.publisher_id].items()
                if cell.name in result.renewed
            }
            if made_of != each.shown:
                memory.append((each.publisher_id, mid, made_of))
    async with db.transaction():
        await statements.save_figures(db, brands, span.today, span.months[0])
        await statements.save_shown(db, memory)


def by_cell(
    publishers: Mapping[int, Mapping[Cell, Slots]],
) -> dict[Cell, dict[int, Slots]]:
    cells = defaultdict[Cell, dict[int, Slots]](dict)
    for publisher_id, counts in publishers.items():
        for cell, slots in counts.items():
            cells[cell][publisher_id] = slots
    return dict(cells)


async def find_rates(db: Connection, contributions: Sequence[Contribution], today: date) -> Rates:
    keys = {
        RateKey(each.currency, each.brand_currency, today)
        for each in contributions
        if each.currency != each.brand_currency
    }
    return await sql.core.exchange_rate.find_rates(db, keys)


def convert_money(each: Contribution, rates: Rates, today: date) -> dict[str, Slots]:
    """A publisher's counts, with money in the brand's currency. Without a rate, clicks and earnings are left out."""
    rate = rates.get(RateKey(each.currency, each.brand_currency, today))
    if each.currency == each.brand_currency:
        rate = Decimal(1)
    counts = dict[str, Slots]()
    for name, slots in each.shared.items():
        if MONEY_SLOT not in slots:
            counts[name] = slots
        elif rate is not None:
            counts[name] = {**slots, MONEY_SLOT: slots[MONEY_SLOT] * rate}
    return counts
