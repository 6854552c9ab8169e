"""All payments and settlements, by the statements of their screens without their pages."""

from collections.abc import AsyncIterator

from msgspec import convert

from schema.core.scalar import LARGEST_ID
from schema.payments.payment import Payment, PaymentFilter
from schema.payments.settlement import Settlement, SettlementFilter
from sql.core.copy_text import stream
from sql.core.db import Connection, Text, one_value
from sql.payments import payment, settlement


async def stream_payments(
    db: Connection, publisher_id: int, filter: PaymentFilter, zone: str
) -> AsyncIterator[list[Payment]]:
    """All payments, latest request first, some at a time. Needs a transaction."""
    values = (publisher_id, *payment.condition_values(filter, zone), LARGEST_ID, 0)
    async for rows in stream(db, Text(payment.PAGE, values)):
        yield convert([dict(row.items()) for row in rows], list[Payment])


async def count_payments(
    db: Connection, publisher_id: int, filter: PaymentFilter, zone: str
) -> int:
    values = (publisher_id, *payment.condition_values(filter, zone))
    number: int = await one_value(db, Text(payment.COUNT, values))
    return number


async def stream_settlements(
    db: Connection, publisher_id: int, filter: SettlementFilter
) -> AsyncIterator[list[Settlement]]:
    """All settlements, newest month first, some at a time. Needs a transaction."""
    values = (publisher_id, *settlement.condition_values(filter), LARGEST_ID, 0)
    async for rows in stream(db, Text(settlement.PAGE, values)):
        yield convert([dict(row.items()) for row in rows], list[Settlement])


async def count_settlements(db: Connection, publisher_id: int, filter: SettlementFilter) -> int:
    values = (publisher_id, *settlement.condition_values(filter))
    number: int = await one_value(db, Text(settlement.COUNT, values))
    return number
