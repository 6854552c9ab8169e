"""How long temporary data is kept. Orders, clicks, payments and the account log are kept forever."""

from datetime import timedelta

from schema.accounts.account_email import EMAIL_MEMORY

SESSIONS = timedelta(days=30)
"""Sessions, after they ended or expired; the account log still shows the sign-in."""
ONE_TIME_TOKENS = timedelta(days=90)
"""Links and tickets, after they expired; until then they can be told from those that never existed."""
SIGN_IN_FAILURES = timedelta(days=90)
"""Sign-in failures, after the last one. Once there are too many, only a new password clears them."""
TEAM_INVITATIONS = timedelta(days=90)
"""Invitations to a team, after they expired; whoever accepted one is in the account log."""
FORMER_EMAILS = EMAIL_MEMORY
"""Former addresses of accounts, after they were replaced."""
PAYEE_CHANGES = timedelta(days=30)
"""Changes of payment details, after they were stopped or their wait ended; with them, the details they replaced."""
EVENTS = timedelta(days=30)
"""Events of the feed (contract §4, /reports/events)."""
DELIVERIES = timedelta(days=30)
"""Deliveries of postbacks, with their log (trust.md C); their events are kept as long."""
IDEMPOTENCY_KEYS = timedelta(hours=24)
"""Idempotency keys and the responses stored under them (contract §2)."""
ORDER_IMPORTS = timedelta(days=90)
"""Imports, after they ended, with their refused lines; their orders are kept."""
OWN_NOTICES = timedelta(days=365)
"""Notices of a publisher's own events; those the staff wrote are kept."""
BOOK_COMPARISONS = timedelta(days=90)
"""Comparisons of publishers' books with what is recorded, after they were made, with their rows."""
CLOSED_ALERTS = timedelta(days=365)
"""Alerts of the watch, after they were closed."""
EXPECTED_DATES = timedelta(days=730)
"""Expected dates, with the day on which they came true; the record of how they were kept is of two years."""
OUTAGES = timedelta(days=400)
"""Outages of the portal itself; the figures of those days are no longer judged after that."""
UNDELIVERED_MAILS = timedelta(days=90)
ORDER_REFUSALS = timedelta(days=90)
"""Refused reports of orders (contract §18)."""
DOWNLOADS = timedelta(days=7)
"""Downloads, after they were requested (contract §3); a file is deleted with its download."""
PAYOUT_FILES = timedelta(days=90)
"""The content of a file for the bank, with the payees' accounts, after it was made; the record of it is kept."""
JOB_LOG = timedelta(days=30)
"""How long the log of background jobs is kept."""
