"""Changes of what a brand pays, as a publisher reads them: announced or in force, with their effect."""

from datetime import date, timedelta

from msgspec import Struct

from schema.core.scalar import At, Money, Text100
from schema.core.without_money import InMoney

TERM_CHANGES_SHOWN = 20
"""How many past changes of terms a brand's page shows."""
CHANGE_LISTED_FOR = timedelta(days=90)
"""How long a change of terms is listed after it took effect."""
EFFECTS_SHOWN = 5
"""How many changes of terms are listed with their effect on the publisher."""


class TermsEffect(Struct, frozen=True, kw_only=True):
    """The commission of the publisher's orders of the last 30 days, under the terms before and after a change.

    Rejected orders count for neither.
    """

    orders: int
    before: InMoney[Money]
    after: InMoney[Money]
    currency: str


class TermsChange(Struct, frozen=True, kw_only=True):
    """A change of what a brand pays, in words. `notice_days` is the time from its announcement to its start; 0 means
    without notice. `effect` is null if the publisher had no orders.
    """

    announced_at: At
    starts_on: date
    notice_days: int
    lines: list[str]
    effect: TermsEffect | None


class BrandRef(Struct, frozen=True, forbid_unknown_fields=True):
    mcid: Text100
