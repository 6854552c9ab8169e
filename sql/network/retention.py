"""Deletes expired rows of all publishers, a few at a time.

Each statement names its publishers, so that a cluster routes it to their shards, and deletes a limited number of
rows, so that nobody waits for it.
"""

from collections.abc import AsyncIterator
from datetime import UTC, date, datetime

from msgspec import Struct

from schema.accounts.agent import CLIENT_KEPT, CLIENT_UNUSED
from schema.network import retention
from sql.core.db import Connection, all_rows, run, text

PUBLISHERS = 200
ROWS = 2_000

SESSIONS = """
delete from session
 using (
       select publisher_id, hash from session
        where publisher_id = any(:publisher_ids)
          and (ended_at < :before or expires_at < :before or last_seen + idle < :before) limit :most) as expired
 where session.publisher_id = any(:publisher_ids)
   and session.publisher_id = expired.publisher_id
   and session.hash = expired.hash
"""
TOKENS = """
delete from one_time_token
 using (
       select publisher_id, hash from one_time_token
        where publisher_id = any(:publisher_ids) and expires_at < :before limit :most) as expired
 where one_time_token.publisher_id = any(:publisher_ids)
   and one_time_token.publisher_id = expired.publisher_id
   and one_time_token.hash = expired.hash
"""
AGENT_SECRETS = """
delete from agent_secret
 using (
       select publisher_id, hash from agent_secret
        where publisher_id = any(:publisher_ids) and expires_at < :before limit :most) as expired
 where agent_secret.publisher_id = any(:publisher_ids)
   and agent_secret.publisher_id = expired.publisher_id
   and agent_secret.hash = expired.hash
"""
AGENT_GRANTS = """
delete from agent_grant
 using (
       select publisher_id, grant_id from agent_grant
        where publisher_id = any(:publisher_ids)
          and (ended_at < :before or expires_at < :before or connected_at is null and created_at < :before)
        limit :most) as expired
 where agent_grant.publisher_id = any(:publisher_ids)
   and agent_grant.publisher_id = expired.publisher_id
   and agent_grant.grant_id = expired.grant_id
"""
AGENT_REQUESTS = """
delete from agent_request
 using (
       select publisher_id, request_id from agent_request
        where publisher_id = any(:publisher_ids) and created_at < :before limit :most) as expired
 where agent_request.publisher_id = any(:publisher_ids)
   and agent_request.publisher_id = expired.publisher_id
   and agent_request.request_id = expired.request_id
"""
CASE_DRAFTS = """
delete from case_draft
 using (
       select publisher_id, draft_id from case_draft
        where publisher_id = any(:publisher_ids) and created_at < :before limit :most) as expired
 where case_draft.publisher_id = any(:publisher_ids)
   and case_draft.publisher_id = expired.publisher_id
   and case_draft.draft_id = expired.draft_id
"""
SHEETS = """
delete from sheet
 using (
       select publisher_id, sheet_id from sheet
        where publisher_id = any(:publisher_ids)
          and (ended_at < :before or coalesce(last_used_at, created_at) < :before) limit :most) as expired
 where sheet.publisher_id = any(:publisher_ids)
   and sheet.publisher_id = expired.publisher_id
   and sheet.sheet_id = expired.sheet_id
"""
SCHEDULE_RUNS = """
delete from schedule_run
 using (
       select publisher_id, run_id from schedule_run
        where publisher_id = any(:publisher_ids) and started_at < :before limit :most) as expired
 where schedule_run.publisher_id = any(:publisher_ids)
   and schedule_run.publisher_id = expired.publisher_id
   and schedule_run.run_id = expired.run_id
"""
TEAM_INVITATIONS = """
delete from team_invitation
 using (
       select publisher_id, invitation_id from team_invitation
        where publisher_id = any(:publisher_ids) and expires_at < :before limit :most) as expired
 where team_invitation.publisher_id = any(:publisher_ids)
   and team_invitation.publisher_id = expired.publisher_id
   and team_invitation.invitation_id = expired.invitation_id
"""
FORMER_EMAILS = """
delete from account_email
 using (
       select publisher_id, account_id, email, since from account_email
        where publisher_id = any(:publisher_ids) and until < :before limit :most) as expired
 where account_email.publisher_id = any(:publisher_ids)
   and account_email.publisher_id = expired.publisher_id
   and account_email.account_id = expired.account_id
   and account_email.email = expired.email
   and account_email.since = expired.since
"""
GUARDED_CHANGES = """
delete from guarded_change
 using (
       select publisher_id, change_id from guarded_change
        where publisher_id = any(:publisher_ids) and coalesce(stopped_at, waits_until) < :before limit :most) as expired
 where guarded_change.publisher_id = any(:publisher_ids)
   and guarded_change.publisher_id = expired.publisher_id
   and guarded_change.change_id = expired.change_id
"""
METHOD_PROPOSALS = """
delete from method_proposal
 using (
       select publisher_id, proposal_id from method_proposal
        where publisher_id = any(:publisher_ids) and created_at < :before limit :most) as expired
 where method_proposal.publisher_id = any(:publisher_ids)
   and method_proposal.publisher_id = expired.publisher_id
   and method_proposal.proposal_id = expired.proposal_id
"""
EVENTS = """
delete from event
 using (
       select publisher_id, at, event_id from event
        where publisher_id = any(:publisher_ids) and at < :before limit :most) as expired
 where event.publisher_id = any(:publisher_ids)
   and event.publisher_id = expired.publisher_id
   and event.at = expired.at
   and event.event_id = expired.event_id
"""
DELIVERIES = """
delete from delivery
 using (
       select publisher_id, delivery_id from delivery
        where publisher_id = any(:publisher_ids) and created_at < :before limit :most) as expired
 where delivery.publisher_id = any(:publisher_ids)
   and delivery.publisher_id = expired.publisher_id
   and delivery.delivery_id = expired.delivery_id
"""
ANSWERS = """
delete from idempotency
 using (
       select publisher_id, key from idempotency
        where publisher_id = any(:publisher_ids) and created_at < :before limit :most) as expired
 where idempotency.publisher_id = any(:publisher_ids)
   and idempotency.publisher_id = expired.publisher_id
   and idempotency.key = expired.key
"""
UNDELIVERED_MAILS = """
delete from undelivered_mail
 using (
       select publisher_id, mail_id from undelivered_mail
        where publisher_id = any(:publisher_ids) and failed_at < :before limit :most) as expired
 where undelivered_mail.publisher_id = any(:publisher_ids)
   and undelivered_mail.publisher_id = expired.publisher_id
   and undelivered_mail.mail_id = expired.mail_id
"""
SANDBOX_MAILS = """
delete from sandbox_mail
 using (
       select publisher_id, mail_id from sandbox_mail
        where publisher_id = any(:publisher_ids) and created_at < :before limit :most) as expired
 where sandbox_mail.publisher_id = any(:publisher_ids)
   and sandbox_mail.publisher_id = expired.publisher_id
   and sandbox_mail.mail_id = expired.mail_id
"""
OWN_NOTICES = """
delete from notice
 using (
       select publisher_id, notice_id from notice
        where publisher_id = any(:publisher_ids) and event is not null and published_at < :before
        limit :most) as expired
 where notice.publisher_id = any(:publisher_ids)
   and notice.publisher_id = expired.publisher_id
   and notice.notice_id = expired.notice_id
"""
ALERTS = """
delete from alert
 using (
       select publisher_id, alert_id from alert
        where publisher_id = any(:publisher_ids) and state = 'closed' and closed_at < :before limit :most) as expired
 where alert.publisher_id = any(:publisher_ids)
   and alert.publisher_id = expired.publisher_id
   and alert.alert_id = expired.alert_id
"""
BOOK_ROWS = """
delete from book_row
 using (
       select r.publisher_id, r.comparison_id, r.row
         from book_row r
         join book_comparison k on k.publisher_id = r.publisher_id and k.comparison_id = r.comparison_id
        where r.publisher_id = any(:publisher_ids) and k.publisher_id = any(:publisher_ids)
          and k.ended_at < :before limit :most) as expired
 where book_row.publisher_id = any(:publisher_ids)
   and book_row.publisher_id = expired.publisher_id
   and book_row.comparison_id = expired.comparison_id
   and book_row.row = expired.row
"""
BOOK_COMPARISONS = """
delete from book_comparison
 using (
       select publisher_id, comparison_id from book_comparison
        where publisher_id = any(:publisher_ids) and ended_at < :before limit :most) as expired
 where book_comparison.publisher_id = any(:publisher_ids)
   and book_comparison.publisher_id = expired.publisher_id
   and book_comparison.comparison_id = expired.comparison_id
"""
EXPECTED_DATES = """
delete from expected_date
 using (
       select publisher_id, kind, mid, ref, started_on, expected_on, came_on from expected_date
        where publisher_id = any(:publisher_ids) and expected_on < :before limit :most) as expired
 where expected_date.publisher_id = any(:publisher_ids)
   and expected_date.publisher_id = expired.publisher_id
   and expected_date.kind = expired.kind
   and expected_date.mid = expired.mid
   and expected_date.ref = expired.ref
   and expected_date.started_on = expired.started_on
   and expected_date.expected_on = expired.expected_on
   and expected_date.came_on = expired.came_on
"""
EXPIRING = [
    (SESSIONS, retention.SESSIONS),
    (TOKENS, retention.ONE_TIME_TOKENS),
    (AGENT_SECRETS, retention.AGENT_SECRETS),
    (AGENT_GRANTS, retention.AGENT_GRANTS),
    (AGENT_REQUESTS, retention.AGENT_REQUESTS),
    (CASE_DRAFTS, retention.CASE_DRAFTS),
    (SHEETS, retention.SHEETS),
    (SCHEDULE_RUNS, retention.SCHEDULE_RUNS),
    (TEAM_INVITATIONS, retention.TEAM_INVITATIONS),
    (FORMER_EMAILS, retention.FORMER_EMAILS),
    (GUARDED_CHANGES, retention.GUARDED_CHANGES),
    (METHOD_PROPOSALS, retention.METHOD_PROPOSALS),
    (EVENTS, retention.EVENTS),
    (DELIVERIES, retention.DELIVERIES),
    (ANSWERS, retention.IDEMPOTENCY_KEYS),
    (OWN_NOTICES, retention.OWN_NOTICES),
    (UNDELIVERED_MAILS, retention.UNDELIVERED_MAILS),
    (SANDBOX_MAILS, retention.SANDBOX_MAILS),
    (ALERTS, retention.CLOSED_ALERTS),
    (BOOK_ROWS, retention.BOOK_COMPARISONS),
    (BOOK_COMPARISONS, retention.BOOK_COMPARISONS),
    (EXPECTED_DATES, retention.EXPECTED_DATES),
]
"""The statements that delete publishers' expired rows, and how long the rows are kept."""

SIGN_IN_FAILURES = """
delete from sign_in_failure
 where blocked_at is null and last_at < :before and identifier in (
       select identifier from sign_in_failure where blocked_at is null and last_at < :before limit :most)
"""
RATE_LIMITS = """
delete from rate_limit
 where resets <= :before and key in (select key from rate_limit where resets <= :before limit :most)
"""
AUTHORIZATION_REQUESTS = """
delete from third_state
 where hash in (select hash from third_state where expires_at <= :before limit :most)
"""
TICKETS = """
delete from third_ticket
 where hash in (select hash from third_ticket where expires_at <= :before limit :most)
"""
CHALLENGES = """
delete from passkey_challenge
 where hash in (select hash from passkey_challenge where expires_at <= :before limit :most)
"""
ORDER_REFUSALS = """
delete from order_refusal
 where day < :before and order_id in (select order_id from order_refusal where day < :before limit :most)
"""
UNUSED_APPS = """
delete from oauth_client
 where used_at is null and created_at < :before and client_id in (
       select client_id from oauth_client where used_at is null and created_at < :before limit :most)
"""
FORMER_APPS = """
delete from oauth_client
 where used_at < :before and client_id in (select client_id from oauth_client where used_at < :before limit :most)
"""


OUTAGES = """
delete from outage
 where until < :before and (name, since) in (select name, since from outage where until < :before limit :most)
"""


SERVICE_DAYS = """
delete from service_day
 where day < :before and (day, service, good, within) in (
       select day, service, good, within from service_day where day < :before limit :most)
"""


class _Publisher(Struct, frozen=True):
    publisher_id: int


async def publishers(db: Connection) -> AsyncIterator[list[int]]:
    """Yield all publishers, including the network, in batches."""
    after = -1
    while True:
        query = text(
            "select publisher_id from publisher where publisher_id > :after order by 1 limit :most",
            after=after,
            most=PUBLISHERS,
        )
        publisher_ids = [row.publisher_id for row in await all_rows(db, query, _Publisher)]
        if publisher_ids:
            yield publisher_ids
            after = publisher_ids[-1]
        if len(publisher_ids) < PUBLISHERS:
            return


async def purge_publishers(db: Connection, now: datetime) -> int:
    """Delete publishers' expired rows (schema/network/retention.py); returns their number."""
    count = 0
    async for some in publishers(db):
        for statement, lifetime in EXPIRING:
            count += await delete_in_batches(db, statement, now - lifetime, publisher_ids=some)
    return count


async def delete_in_batches(db: Connection, statement: str, before: date, **values: object) -> int:
    count = 0
    while True:
        piece = await run(db, text(statement, before=before, most=ROWS, **values))
        count += piece
        if piece < ROWS:
            return count


async def purge_shared(db: Connection, now: datetime) -> int:
    """Delete expired rows that belong to no publisher (counts, requests, refused orders); returns their number."""
    count = await delete_in_batches(db, SIGN_IN_FAILURES, now - retention.SIGN_IN_FAILURES)
    for statement in (RATE_LIMITS, AUTHORIZATION_REQUESTS, TICKETS, CHALLENGES):
        count += await delete_in_batches(db, statement, now)
    count += await delete_in_batches(db, UNUSED_APPS, now - CLIENT_UNUSED)
    count += await delete_in_batches(db, FORMER_APPS, now - CLIENT_KEPT)
    count += await delete_in_batches(db, OUTAGES, now - retention.OUTAGES)
    day = (now - retention.ORDER_REFUSALS).astimezone(UTC).date()
    count += await delete_in_batches(db, ORDER_REFUSALS, day)
    day = (now - retention.SERVICE_DAYS).astimezone(UTC).date()
    count += await delete_in_batches(db, SERVICE_DAYS, day)
    return count
