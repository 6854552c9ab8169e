"""When a delivery is tried again, and after how many failures a postback is reported and paused (contract §7)."""

import random
from datetime import datetime, timedelta

DELAYS = [
    timedelta(),
    timedelta(seconds=5),
    timedelta(minutes=5),
    timedelta(minutes=30),
    *(timedelta(hours=hours) for hours in (2, 5, 10, 14, 20, 24)),
]
"""How long before each attempt: the first is made at once, each later one after the attempt before it (contract §7)."""
JITTER = 0.1
WAIT_MAX = timedelta(hours=24)
"""How long a receiver can put us off with Retry-After."""
FAILING_MAX = timedelta(days=5)
"""After so long without a success a postback is paused."""
FAILURES_TOLD = 5
"""After so many failed attempts in a row a mail is sent: one until an attempt succeeds."""
HTTP_GONE = 410


def next_attempt_at(
    attempts: int, now: datetime, retry_after: timedelta | None = None
) -> datetime | None:
    """When to try again after so many attempts, or None if that was the last."""
    if attempts >= len(DELAYS):
        return None
    wait = DELAYS[attempts] * random.uniform(1 - JITTER, 1 + JITTER)  # noqa: S311 - no secret
    if retry_after is not None:
        wait = max(wait, min(retry_after, WAIT_MAX))
    return now + wait
