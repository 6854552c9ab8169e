"""Cases that an agent has prepared, and that a person completes and opens."""

from datetime import timedelta

from msgspec import Struct

from schema.core.scalar import At, Id, Money
from schema.core.without_money import InMoney
from schema.orders.order_case import CaseKind, Period, Topic

DRAFTS_MAX = 50
"""How many drafts a publisher can have."""
DRAFTS_KEPT = timedelta(days=30)
"""How long drafts are kept."""


class DraftRef(Struct, frozen=True, forbid_unknown_fields=True):
    id: Id


class DraftSaved(Struct, frozen=True):
    """The draft, and the page where a person finds it."""

    id: int
    url: str


class PreparedCase(Struct, frozen=True, kw_only=True):
    """A draft of a case that `agent` prepared: its fields are those of /reports/case_open, null where it has none."""

    id: int
    agent: str
    created_at: At
    kind: CaseKind
    note: str
    oid: int | None
    item_id: str | None
    mcid: str | None
    order_id: str | None
    order_time: At | None
    currency: str | None
    amount: InMoney[Money | None]
    click_ref: str | None
    periods: list[Period]
    topic: Topic | None
    payment_id: int | None
