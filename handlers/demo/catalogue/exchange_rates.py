"""The exchange rates of the demonstration."""

import random
from datetime import date, timedelta
from decimal import Decimal

from schema.core.money import inverse_rate
from sql.core.db import Connection, run, text

PAIRS = {
    ("EUR", "GBP"): Decimal("0.862"),
    ("USD", "GBP"): Decimal("0.776"),
    ("EUR", "USD"): Decimal("1.111"),
}
"""Exchange rates on the first day, around which they fluctuate afterwards."""
PER_EURO = """
    AED 4.08 ARS 1450 AUD 1.70 BDT 135 BRL 6.05 CAD 1.53 CHF 0.94 CLP 1040 CNY 7.90 COP 4500
    CZK 24.9 DKK 7.46 EGP 55 GHS 12.4 HKD 8.66 HUF 394 IDR 18200 ILS 3.85 INR 97.5 ISK 141
    JPY 168 KES 144 KRW 1590 MAD 10.4 MXN 20.6 MYR 4.75 NGN 1650 NOK 11.7 NZD 1.91 PEN 3.95
    PHP 65 PKR 312 PLN 4.26 RON 5.06 RSD 117.2 SAR 4.17 SEK 11.05 SGD 1.45 THB 36.3 TRY 46
    TWD 34.8 UAH 48 VND 28900 ZAR 20.1
"""
"""Rough rates of other report currencies that new publishers may choose, as orders would wait for them otherwise."""
RATED_DAYS = 430


async def add(db: Connection, today: date) -> None:
    """Add a rate for each day in both directions, fluctuating like real rates."""
    chance = random.Random("rates")  # noqa: S311 - the same rates in each database
    rows: list[tuple[str, str, date, Decimal, bool]] = []
    for (base, quote), first in PAIRS.items():
        level = first
        for age in range(RATED_DAYS, -1, -1):
            day = today - timedelta(days=age)
            level += (first - level) / 50 + first * Decimal(chance.randint(-35, 35)) / 10_000
            rate = level.quantize(Decimal("0.0001"))
            rows.append((base, quote, day, rate, False))
            rows.append((quote, base, day, inverse_rate(rate), True))
    first_day = today - timedelta(days=RATED_DAYS)
    euro = {"EUR": Decimal(1), "GBP": PAIRS["EUR", "GBP"], "USD": PAIRS["EUR", "USD"]}
    words = PER_EURO.split()
    for base, worth in euro.items():
        for quote, per_euro in zip(words[::2], words[1::2], strict=True):
            rate = (Decimal(per_euro) / worth).quantize(Decimal("0.0001"))
            for day in (first_day, today):
                rows.append((base, quote, day, rate, False))
                rows.append((quote, base, day, inverse_rate(rate), True))
    bases, quotes, days, rates, derived = (list(column) for column in zip(*rows, strict=True))
    query = text(
        """
        insert into currency_rate (base, quote, day, rate, derived)
        select * from unnest(:bases::text[], :quotes::text[], :days::date[], :rates::numeric[], :derived::boolean[])
            on conflict do nothing
        """,
        bases=bases,
        quotes=quotes,
        days=days,
        rates=rates,
        derived=derived,
    )
    await run(db, query)
