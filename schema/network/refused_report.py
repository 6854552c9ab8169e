"""Refused reports of orders, as operators see them."""

from datetime import date
from decimal import Decimal

from msgspec import Struct

from schema.core.scalar import At, LiveUid, Text100
from schema.orders.order_refusal import RefusalCode


class RefusedReportFilter(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The filter of the list of refused reports. Days are in UTC, by when a report was refused."""

    mcid: Text100 | None = None
    uid: LiveUid | None = None
    code: RefusalCode | None = None
    order_id: Text100 | None = None
    start_date: date | None = None
    end_date: date | None = None


class RefusedReport(Struct, frozen=True, kw_only=True):
    """A refused report of an order. `uid` is the publisher whose click or link it named, null if it named none.

    `order_time`, `amount` and `currency` are those of the order as reported, null if they could not be read. An order
    that is refused again on the same day is listed once, with the last reason.
    """

    mcid: str
    brand_name: str
    order_id: str
    uid: int | None
    publisher: str | None = None
    code: RefusalCode
    reason: str
    order_time: At | None
    amount: Decimal | None
    currency: str | None
    refused_at: At
