"""Figures in help articles and texts of screens are those in the code."""

from datetime import timedelta
from pathlib import Path

import pytest

from rpc.exports.xlsx_writer import ROWS_MAX
from rpc.outbound import link_checker, postback_client
from rpc.security.rate_limits import SharedLimits
from schema.accounts.api_token import ROTATION_OVERLAP
from schema.accounts.session_lifetimes import REMEMBERED_LIFETIMES, SHORT_LIFETIMES
from schema.accounts.team import INVITATION_LIFETIME
from schema.accounts.upload import FILE_BYTES_MAX, TICKET_LIFETIME
from schema.clicks.click import DUPLICATE_WINDOW
from schema.core.page_and_placement import VALUES_MAX
from schema.core.scalar import PASSWORD_SHORTEST
from schema.exports.export import QUEUED_MAX
from schema.exports.sheet import SHEET_ROWS_MAX, SHEETS_MAX, SNAPSHOT_AGE, UNUSED_LIFETIME
from schema.links.link_bulk import BULK_MAX
from schema.links.link_health import CHECK_EVERY, RISK_DAYS, SECOND_CHECK_AFTER
from schema.network import retention
from schema.network.exchange_rate import RATE_DAYS
from schema.network.order_import import ORDERS_FILE_BYTES_MAX
from schema.orders.order_case import DISPUTE_DAYS, EVIDENCE_MAX, USUAL_CLAIM_DAYS
from schema.payments.payment_method_wait import CONFIRMED_WAIT, NEW_DETAILS_WAIT
from schema.payments.vat_standing import AGREED_FOR, ASKED_BEFORE
from schema.postbacks.retry_schedule import FAILING_MAX, WAIT_MAX
from schema.reports.report import HOUR_DAYS_MAX
from schema.reports.saved_view_schedule import MAIL_TIME
from sql.home.article import built_in

[(FETCHES_AN_HOUR, _)] = SharedLimits().sheet.periods
NUMBERS = {2: "two", 5: "five", 6: "six", 7: "seven", 10: "ten", 30: "thirty"}
MIB = 1024 * 1024
TEXTS = Path(__file__).parents[2] / "web/src/text"


def words(number: float) -> str:
    return NUMBERS[int(number)]


def hours(of: timedelta) -> int:
    return int(of.total_seconds() // 3600)


DAYS = {1: "one day", 3: "three days"}
WAIT, CONFIRMED = DAYS[NEW_DETAILS_WAIT.days], DAYS[CONFIRMED_WAIT.days]

ARTICLES = [
    ("why", f"are {WAIT} old, or {CONFIRMED} if an older passkey confirmed them"),
    ("payments", f"can be used after {WAIT}, or {CONFIRMED} if an older passkey confirmed it"),
    ("payment-methods", f"changed method only after {WAIT}"),
    ("getting-started", f"money can go to a new one only after {WAIT}"),
    ("sign-in-and-safety", f"At least {PASSWORD_SHORTEST} characters"),
    ("sign-in-and-safety", f"after {words(hours(SHORT_LIFETIMES[0]))} hours without use"),
    ("sign-in-and-safety", f"after {words(REMEMBERED_LIFETIMES[0].days)} days without use"),
    ("sign-in-and-safety", f"after {words(REMEMBERED_LIFETIMES[1].days)} in any case"),
    ("team", f"works once, for {words(INVITATION_LIFETIME.days)} days"),
    ("downloads", f"{words(retention.DOWNLOADS.days).title()} days."),
    ("downloads", f"works for {words(TICKET_LIFETIME.seconds // 60)} minutes"),
    ("downloads", f"up to {words(QUEUED_MAX)} wait"),
    ("downloads", f"after {ROWS_MAX:,} rows"),
    ("downloads", f"at {words(MAIL_TIME.hour)} in your time zone"),
    ("broken-links", f"every {words(hours(CHECK_EVERY))} hours"),
    ("broken-links", f"at least {words(SECOND_CHECK_AFTER.seconds // 60)} minutes apart"),
    ("broken-links", f"within {link_checker.DEADLINE:.0f} seconds"),
    ("broken-links", f"Clicks of the last {RISK_DAYS} days"),
    ("clicks-and-verdicts", f"within {DUPLICATE_WINDOW.seconds} seconds"),
    ("cases", f"usually within {USUAL_CLAIM_DAYS} days of the order"),
    ("cases", f"within {DISPUTE_DAYS} days of the rejection"),
    ("cases", f"up to {words(EVIDENCE_MAX)} images or PDF files"),
    ("orders", f"within {USUAL_CLAIM_DAYS} days of the order"),
    ("orders", f"the last one of the {words(RATE_DAYS.days)} days before"),
    ("api", f"another {hours(ROTATION_OVERLAP)} hours"),
    ("tracking-links", f"up to {BULK_MAX} at once"),
    ("tracking-links", f"{VALUES_MAX:,} pages and {VALUES_MAX:,} placements"),
    ("performance", f"up to {HOUR_DAYS_MAX} days"),
    ("invoices", f"lasts {AGREED_FOR.days * 12 // 365} months"),
    ("invoices", f"{ASKED_BEFORE.days} days before"),
    ("import-orders", f"up to {ORDERS_FILE_BYTES_MAX // MIB} MiB"),
    ("spreadsheets", f"at most {SNAPSHOT_AGE.seconds // 60} minutes old"),
    ("spreadsheets", f"up to {FETCHES_AN_HOUR} times an hour"),
    ("spreadsheets", f"more than {SHEET_ROWS_MAX:,} rows"),
    ("spreadsheets", f"after {UNUSED_LIFETIME.days} days in which nothing read it"),
    ("spreadsheets", f"can have {SHEETS_MAX}"),
    ("schedules", f"runs of the last {retention.SCHEDULE_RUNS.days} days"),
    ("schedules", "after a minute, ten minutes, an hour and six hours"),
    ("postbacks", f"within {postback_client.DEADLINE:.0f} seconds"),
    ("postbacks", f"2 to {hours(WAIT_MAX)} hours apart, ten times in all"),
    ("postbacks", f"After {FAILING_MAX.days} days without a success"),
    ("postbacks", f"kept for {retention.EVENTS.days} days"),
    ("postbacks", f"every delivery of the last {retention.DELIVERIES.days} days"),
]
SCREENS = [
    ("accounts/security.ts", f"At least {PASSWORD_SHORTEST} characters"),
    ("accounts/profile.ts", f"up to {FILE_BYTES_MAX // MIB} MiB"),
    ("core/file.ts", f"up to {FILE_BYTES_MAX // MIB} MiB"),
    ("network/imports.ts", f"up to {ORDERS_FILE_BYTES_MAX // MIB} MiB"),
    ("network/imports.ts", f"listed for {retention.ORDER_IMPORTS.days} days"),
    ("network/mails.ts", f"the last {retention.UNDELIVERED_MAILS.days} days"),
    ("network/rates.ts", f"for {words(RATE_DAYS.days)} days"),
    ("accounts/api.ts", f"another {hours(ROTATION_OVERLAP)} hours"),
    ("links/broken.ts", f"clicks of the last {RISK_DAYS} days"),
    ("exports/download.ts", f"{words(retention.DOWNLOADS.days)} days after"),
    ("postbacks/postback.ts", f"failed for {FAILING_MAX.days} days"),
    ("postbacks/postback.ts", f"Deliveries of the last {retention.DELIVERIES.days} days"),
    ("orders/case.ts", f"within {USUAL_CLAIM_DAYS} days"),
    ("orders/case.ts", f"within {DISPUTE_DAYS} days"),
]


@pytest.mark.parametrize(("slug", "promise"), ARTICLES)
def test_help_article_states_the_limit_used_in_the_code(slug: str, promise: str) -> None:
    assert promise in " ".join(built_in()[slug].body.split())


@pytest.mark.parametrize(("file", "promise"), SCREENS)
def test_screen_text_states_the_limit_used_in_the_code(file: str, promise: str) -> None:
    assert promise in (TEXTS / file).read_text(encoding="utf-8")
