"""How long is kept what nobody needs for ever. Orders, clicks, payments and the account log have no end."""

from datetime import timedelta

SESSIONS = timedelta(days=30)
"""After a session ended or ran out; the account log still tells of the sign-in."""
ONE_TIME_TOKENS = timedelta(days=90)
"""After a link or ticket ran out; until then it is told apart from one that never was."""
SIGN_IN_FAILURES = timedelta(days=90)
"""After the last of a few failures. Once they are too many, only a new password clears them."""
EVENTS = timedelta(days=30)
"""Contract §4, /reports/events."""
IDEMPOTENCY_KEYS = timedelta(hours=24)
"""Under idempotency keys (contract §2)."""
DOWNLOADS = timedelta(days=7)
"""After one was asked for (contract §3); the file goes with it."""
