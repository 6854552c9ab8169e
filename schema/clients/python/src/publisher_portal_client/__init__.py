"""The publisher portal's client: every call that an API token can make, with its types.

portal = Portal("https://portal.example", token)
for order in portal.reports.transactions_all(start_date=day, end_date=day): ...
"""

from __future__ import annotations

import os

from . import models
from .calls import Calls
from .models import Page
from .transport import PortalError, Transport

__all__ = ["Page", "Portal", "PortalError", "models"]


class Portal(Calls):
    """A portal and a token. Without arguments both come from PORTAL_URL and PORTAL_TOKEN.

    Calls wait when the portal asks for it (`Retry-After`), up to `longest_wait` seconds, and are tried `attempts` times
    where repeating does no harm: writes carry an idempotency key.
    """

    def __init__(
        self,
        url: str | None = None,
        token: str | None = None,
        *,
        timeout: float = 35,
        attempts: int = 4,
        longest_wait: float = 60,
    ) -> None:
        super().__init__(
            Transport(
                url or os.environ["PORTAL_URL"],
                token or os.environ["PORTAL_TOKEN"],
                timeout=timeout,
                attempts=attempts,
                longest_wait=longest_wait,
            )
        )
