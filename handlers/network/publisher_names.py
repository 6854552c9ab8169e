"""Adds publishers' names to lists that the network's staff see."""

from collections.abc import Sequence
from typing import TypeVar

import msgspec

import sql.network.publisher
from schema.brands.coupon import NetworkCoupon
from schema.home.notice import NetworkNotice
from schema.network.payout import PaymentRefusal
from sql.core.db import Connection

Row = TypeVar("Row", NetworkCoupon, NetworkNotice, PaymentRefusal)


async def name_publishers(db: Connection, rows: Sequence[Row]) -> list[Row]:
    """Add publishers' names to rows; a row without a particular publisher gets no name."""
    names = await sql.network.publisher.get_names(db, {row.uid for row in rows if row.uid})
    return [
        msgspec.structs.replace(row, publisher=names.get(row.uid)) if row.uid else row
        for row in rows
    ]
