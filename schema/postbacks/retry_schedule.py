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
"""The delay before each attempt: none before the first, then counted from the previous attempt (contract §7)."""
JITTER = 0.1
WAIT_MAX = timedelta(hours=24)
"""The longest Retry-After that is obeyed."""
FAILING_MAX = timedelta(days=5)
"""A postback is paused after this long without a success."""
FAILURES_TOLD = 5
"""After this many failed attempts in a row, one mail is sent; the next one only after an attempt has succeeded."""
HTTP_GONE = 410


def next_attempt_at(
    attempts: int, now: datetime, retry_after: timedelta | None = None
) -> datetime | None:
    """When to try again after this many attempts, or None if that was the last."""
    if attempts >= len(DELAYS):
        return None
    wait = DELAYS[attempts] * random.uniform(1 - JITTER, 1 + JITTER)  # noqa: S311 - no secret
    if retry_after is not None:
        wait = max(wait, min(retry_after, WAIT_MAX))
    return now + wait
