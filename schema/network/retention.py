"""How long temporary data is kept. Orders, clicks, payments and the account log are kept forever."""

from datetime import timedelta

from schema.accounts.account_email import EMAIL_MEMORY
from schema.accounts.agent_request import REQUESTS_LISTED
from schema.orders.prepared_case import DRAFTS_KEPT
from schema.payments.method_proposal import PROPOSAL_LIFETIME

SESSIONS = timedelta(days=30)
"""How long sessions are kept after they ended or expired; the account log still shows the sign-in."""
ONE_TIME_TOKENS = timedelta(days=90)
"""How long one-time links and tickets are kept after they expired, to tell them from those that never existed."""
AGENT_SECRETS = timedelta(days=7)
"""How long codes and tokens of apps are kept after they expired."""
AGENT_GRANTS = timedelta(days=90)
"""How long it is kept what an app was allowed, after that ended; the account log still shows it."""
AGENT_REQUESTS = REQUESTS_LISTED
"""How long requests of agents are kept."""
CASE_DRAFTS = DRAFTS_KEPT
"""How long cases that agents prepared are kept."""
SHEETS = timedelta(days=180)
"""How long addresses for spreadsheets are kept after they were ended, or last used: they ended before that."""
SCHEDULE_RUNS = timedelta(days=90)
"""How long the log of schedules is kept."""
SIGN_IN_FAILURES = timedelta(days=90)
"""How long failed sign-ins are kept after the last one. Once there are too many, only a new password clears them."""
TEAM_INVITATIONS = timedelta(days=90)
"""How long invitations to a team are kept after they expired; acceptances are in the account log."""
FORMER_EMAILS = EMAIL_MEMORY
"""How long former addresses of accounts are kept after they were replaced."""
GUARDED_CHANGES = timedelta(days=30)
"""How long changes of payment details are kept after they were stopped or their wait ended, with the details that they
replaced."""
METHOD_PROPOSALS = PROPOSAL_LIFETIME
"""How long proposed payment methods are kept that nobody confirmed or declined; what became of them is in the log."""
EVENTS = timedelta(days=30)
"""How long events are kept in the feed (contract §4, /reports/events)."""
DELIVERIES = timedelta(days=30)
"""How long deliveries of postbacks are kept, with their log and their events (trust.md C)."""
IDEMPOTENCY_KEYS = timedelta(hours=24)
"""How long idempotency keys are kept, with the responses stored under them (contract §2)."""
ORDER_IMPORTS = timedelta(days=90)
"""How long imports are kept after they ended, with their refused lines; their orders are kept forever."""
OWN_NOTICES = timedelta(days=365)
"""How long notices of a publisher's own events are kept; those that the staff wrote are kept forever."""
BOOK_COMPARISONS = timedelta(days=90)
"""How long comparisons of publishers' books with recorded orders are kept, with their rows."""
CLOSED_ALERTS = timedelta(days=365)
"""How long alerts are kept after they were closed."""
EXPECTED_DATES = timedelta(days=730)
"""How long expected dates are kept, with the days on which they came true: reliability is measured over two years."""
OUTAGES = timedelta(days=400)
"""How long outages of the portal itself are kept; older days no longer matter to any judgement."""
SERVICE_DAYS = timedelta(days=100)
"""How long the counts of the status page are kept, which shows 90 days."""
UNDELIVERED_MAILS = timedelta(days=90)
SANDBOX_MAILS = timedelta(days=30)
"""How long the mails are kept that a sandbox shows."""
ORDER_REFUSALS = timedelta(days=90)
"""How long refused reports of orders are kept (contract §18)."""
DOWNLOADS = timedelta(days=7)
"""How long downloads and their files are kept after they were requested (contract §3)."""
PAYOUT_FILES = timedelta(days=90)
"""How long the content of a bank file, with the payees' accounts, is kept; the record of the file is kept forever."""
JOB_LOG = timedelta(days=30)
"""How long the log of background jobs is kept."""
