"""An order in short form, and the rows that the intake would have written."""

from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from typing import Any
from uuid import UUID

from schema.core.figures import Delta
from tests.support.portal import SomeBrand

ZERO = Decimal(0)


@dataclass(frozen=True, kw_only=True)
class Part:
    """An item as a test names it."""

    amount: Decimal
    commission: Decimal
    status: str = "Pending"
    validated: datetime | None = None
    paid: datetime | None = None


@dataclass(frozen=True, kw_only=True)
class StoredOrder:
    oid: int
    order_id: str
    brand: SomeBrand
    site_id: int
    link_id: int
    at: datetime
    status: str
    parts: list[Part]
    labels: dict[str, str]
    test: bool


async def insert(db: Any, table: str, values: dict[str, Any]) -> None:
    parameters = ", ".join(f"${n}" for n in range(1, len(values) + 1))
    await db.execute(
        f"insert into {table} ({', '.join(values)}) values ({parameters})", *values.values()
    )


def item(uid: int, oid: int, number: int, part: Part, at: datetime) -> dict[str, Any]:
    return {
        "publisher_id": uid,
        "oid": oid,
        "item_id": f"item-{number}",
        "quantity": 1,
        "comm_rate": Decimal(10),
        "sale_amount": part.amount,
        "sale_comm": part.commission,
        "ori_amount": part.amount,
        "ori_comm": part.commission,
        "report_amount": part.amount,
        "report_comm": part.commission,
        "status": part.status,
        "validation_date": part.validated,
        "paid_date": part.paid,
        "payment_id": 7 if part.paid else None,
        "updated_at": at,
    }


def history(uid: int, oid: int, at: datetime, status: str) -> dict[str, Any]:
    return {
        "publisher_id": uid,
        "oid": oid,
        "at": at,
        "history_id": UUID(int=oid),
        "item_id": "",
        "kind": "order",
        "to_status": status,
        "by": "brand",
    }


def deltas(uid: int, day: date, order: StoredOrder) -> list[Delta]:
    """What the intake would have added to the roll-ups."""
    empty = Delta(uid, day, order.brand.mid, order.site_id, order.link_id)
    word = order.status.lower()
    others = {part.status.lower() for part in order.parts} - {word}
    counters = {f"{word}_orders": 1, **{f"{word}_with_{other}": 1 for other in others}}
    found = [empty._replace(**counters)]
    for part in order.parts:
        word = part.status.lower()
        figures: dict[str, Any] = {
            f"{word}_sales": part.amount,
            f"{word}_commission": part.commission,
            "paid_commission": part.commission if part.paid else ZERO,
        }
        if part.status != "Pending":
            figures[f"{word}_items"] = 1
        found.append(empty._replace(**figures))
    return found
