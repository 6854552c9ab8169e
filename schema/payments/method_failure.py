"""Why the last payment to a method did not arrive, and whether the method itself is to blame."""

import re
from datetime import datetime

from msgspec import Struct

METHOD_FAULT = re.compile(
    r"""
    \b(?: clos(?:ed|ure) | unknown | invalid | incorrect | mismatch | blocked | frozen | dormant
      | does(?:\ not|n't)\ (?:exist|match) | (?:no|not)\ (?:such|found|known|valid) | not\ match
      | (?:wrong|bad)\ (?:account|iban|number|name|details|holder|bank|code|address)
      | cannot\ receive | AC0[1346] | AC14 | BE01 | RC01
    )\b
    """,
    re.IGNORECASE | re.VERBOSE,
)
"""Words of banks, and codes of ISO 20022, by which an account is closed or unknown, or its holder another one."""


def lies_in_method(reason: str | None) -> bool:
    """Whether a payment that failed for this reason would fail again by the same method."""
    return METHOD_FAULT.search(reason or "") is not None


class MethodFailure(Struct, frozen=True, kw_only=True):
    """The failure of the last payment to a method; `confirmed` once a payment was requested to it by hand again."""

    method_id: int
    reason: str
    at: datetime
    is_default: bool
    confirmed: bool

    @property
    def holds_schedule(self) -> bool:
        """Whether no scheduled payment goes to the method until it is confirmed or changed."""
        return lies_in_method(self.reason) and not self.confirmed
