"""How long temporary data is kept. Orders, clicks, payments and the account log are kept forever."""

from datetime import timedelta

SESSIONS = timedelta(days=30)
"""After a session ended or expired; the account log still shows the sign-in."""
ONE_TIME_TOKENS = timedelta(days=90)
"""After a link or ticket expired; until then it can be distinguished from one that never existed."""
SIGN_IN_FAILURES = timedelta(days=90)
"""After the last failure. Once there are too many, only a new password clears them."""
EVENTS = timedelta(days=30)
"""Contract §4, /reports/events."""
DELIVERIES = timedelta(days=30)
"""Of postbacks, with their log (trust.md C); their events are kept as long."""
IDEMPOTENCY_KEYS = timedelta(hours=24)
"""Responses stored under them (contract §2)."""
ORDER_IMPORTS = timedelta(days=90)
"""After one ended, with its refused lines; its orders stay."""
DOWNLOADS = timedelta(days=7)
"""After one was requested (contract §3); its file is deleted with it."""
