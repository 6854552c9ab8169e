"""All payments and settlements, by the statements of their screens without pagination."""

from collections.abc import AsyncIterator

from msgspec import convert

from schema.core.scalar import LARGEST_ID
from schema.payments.payment import Payment, PaymentFilter
from schema.payments.settlement import Settlement, SettlementFilter
from sql.core.copy_text import stream
from sql.core.db import Connection, one_value, text
from sql.payments import payment, settlement


async def stream_payments(
    db: Connection, publisher_id: int, filter: PaymentFilter, zone: str
) -> AsyncIterator[list[Payment]]:
    """Yield all payments in batches, latest request first. Needs a transaction."""
    values = {"publisher_id": publisher_id, **payment.condition_values(filter, zone)}
    async for rows in stream(db, text(payment.PAGE, **values, size=LARGEST_ID, offset=0)):
        yield convert([dict(row.items()) for row in rows], list[Payment])


async def count_payments(
    db: Connection, publisher_id: int, filter: PaymentFilter, zone: str
) -> int:
    values = {"publisher_id": publisher_id, **payment.condition_values(filter, zone)}
    number: int = await one_value(db, text(payment.COUNT, **values))
    return number


async def stream_settlements(
    db: Connection, publisher_id: int, filter: SettlementFilter
) -> AsyncIterator[list[Settlement]]:
    """Yield all settlements in batches, newest month first. Needs a transaction."""
    values = {"publisher_id": publisher_id, **settlement.condition_values(filter)}
    async for rows in stream(db, text(settlement.PAGE, **values, size=LARGEST_ID, offset=0)):
        yield convert([dict(row.items()) for row in rows], list[Settlement])


async def count_settlements(db: Connection, publisher_id: int, filter: SettlementFilter) -> int:
    values = {"publisher_id": publisher_id, **settlement.condition_values(filter)}
    number: int = await one_value(db, text(settlement.COUNT, **values))
    return number
