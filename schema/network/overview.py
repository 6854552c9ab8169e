"""What needs the attention of the network's staff now."""

from datetime import timedelta
from decimal import Decimal
from enum import StrEnum

from msgspec import Struct, field

REFUSED_LATELY = timedelta(days=1)
"""How far back refused reports are counted."""
MAILS_LATELY = timedelta(days=7)
"""How far back mails that did not arrive are counted."""


class Attention(StrEnum):
    """What can need attention, in the order in which it is shown."""

    PAYMENTS_REQUESTED = "payments_requested"
    """Payments that the next batch takes."""
    PAYMENTS_PROCESSING = "payments_processing"
    """Payments of batches whose outcome is to be recorded."""
    PAYMENTS_FAILED = "payments_failed"
    """Payments that failed, and wait for their publishers or another try."""
    MONTHS = "months"
    """Months that can be closed for some brand."""
    BRANDS_OVERDUE = "brands_overdue"
    """Closed months that brands should have paid for by their terms."""
    APPLICATIONS = "applications"
    CHANNELS = "channels"
    VAT_CLAIMS = "vat_claims"
    CASES = "cases"
    ALERTS = "alerts"
    """Groups of alerts whose task is open."""
    REFUSED_REPORTS = "refused_reports"
    """Reports of orders refused in the last 24 hours."""
    MAILS = "mails"
    """Mails of the last seven days that did not arrive."""


class OverviewRow(Struct, frozen=True, kw_only=True):
    """How many there are, and what they are worth by currency; `amounts` is null where there is no money in it."""

    name: Attention
    count: int
    amounts: dict[str, Decimal] | None


class Overview(Struct, frozen=True, kw_only=True):
    """What the caller may see and take care of. `held`: after a restore, no payment leaves until it is released."""

    held: bool
    rows: list[OverviewRow] = field(name="list")
