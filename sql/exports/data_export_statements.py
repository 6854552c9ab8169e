"""The statements of a data export: each reads a page of a table, the rows after a position in the sequence of a key.

The position is the key of the previous page's last row, in parameters such as `:after_oid`. Secrets and their hashes
are left out, and so are the IP addresses of the network's staff.
"""

ACCOUNT = """
select account.account_id, username, email, email_verified_at, role, nickname, phone, avatar, language,
       notifications, two_step_at as two_step_since, factor_reset_at, password_changed_at, account.created_at,
       publisher.publisher_id as uid, name, company, time_zone, currency, default_site_id,
       publisher.created_at as joined_at
  from account
  join publisher on publisher.publisher_id = account.publisher_id
 where account.publisher_id = :publisher_id and publisher.publisher_id = :publisher_id
   and account.account_id = :account_id
   and account.account_id > :after_account_id limit :size
"""
MEMBERS = """
select account_id, username, email, role, nickname, created_at, closed_at
  from account where publisher_id = :publisher_id and account_id > :after_account_id
 order by account_id limit :size
"""
INVITATIONS = """
select invitation_id, account_id as invited_by, email, role, created_at, expires_at, ended, ended_at
  from team_invitation where publisher_id = :publisher_id and invitation_id > :after_invitation_id
 order by invitation_id limit :size
"""
EMAILS = """
select email, since, until from account_email
 where publisher_id = :publisher_id and account_id = :account_id and (email, since) > (:after_email, :after_since)
 order by email, since limit :size
"""
IDENTITIES = """
select provider, subject, email, bound_at from third_identity
 where publisher_id = :publisher_id and account_id = :account_id and provider > :after_provider
 order by provider limit :size
"""
PASSKEYS = """
select passkey_id, name, device, synced, transports, created_at, last_used_at from passkey
 where publisher_id = :publisher_id and account_id = :account_id and passkey_id > :after_passkey_id
 order by passkey_id limit :size
"""
SESSIONS = """
select created_at, last_seen, expires_at, ended_at, kind,
       case when operator_id is null then user_agent else '' end as user_agent,
       case when operator_id is null then ip else '' end as ip, encode(hash, 'hex') as id
  from session
 where publisher_id = :publisher_id and account_id = :account_id
   and (created_at, encode(hash, 'hex')) > (:after_created_at, :after_id)
 order by created_at, encode(hash, 'hex') limit :size
"""
ACTIVITY = """
select at, action, result,
       case when operator_id is not null then 'network'
            when result in ('refused', 'verification_code_invalid') then 'unknown' else 'you' end as by,
       case when operator_id is null then ip else '' end as ip, details, audit_id
  from audit
 where publisher_id = :publisher_id and (account_id = :account_id or account_id is null)
   and (at, audit_id) > (:after_at, :after_audit_id)
 order by at, audit_id limit :size
"""
CHANNELS = """
select site_id, name, channel_type, channel_platform, medium_id, promotion_methods, website, logo, monthly_visits,
       description, fallback_url, status, status_reason, verified_at, deleted_at, created_at
  from site where publisher_id = :publisher_id and site_id > :after_site_id order by site_id limit :size
"""
KITS = """
select media_kit_id, site_id, file_url, name, size, created_at
  from media_kit where publisher_id = :publisher_id and media_kit_id > :after_media_kit_id
 order by media_kit_id limit :size
"""
UPLOADS = """
select name, kind, size, created_at from upload
 where publisher_id = :publisher_id and name > :after_name order by name limit :size
"""
BRANDS = """
select site_id, relationship.mid, mcid, name, relationship.status, ended_by, message, reason, applied_at,
       decided_at, answered_at
  from relationship
  join brand on brand.mid = relationship.mid
 where publisher_id = :publisher_id and (site_id, relationship.mid) > (:after_site_id, :after_mid)
 order by site_id, relationship.mid limit :size
"""
ALERTS = """
select alert_id, kind, alert.mid, mcid, site_id, link_id, postback_id, coupon, since, found_at, expected, seen, chance,
       alert.currency, money_low, money_high, money_day_low, money_day_high, cause, evidence, next_step, state, until,
       closed_at, closed_by
  from alert
  left join brand on brand.mid = alert.mid
 where publisher_id = :publisher_id and alert_id > :after_alert_id order by alert_id limit :size
"""
BOOK_COMPARISONS = """
select comparison_id, name, mapping, amounts, start_date, end_date,
       array(select mcid from brand where brand.mid = any(mids) order by mcid) as brands, currency, status, lines,
       sums, totals, error, created_at, ended_at
  from book_comparison
 where publisher_id = :publisher_id and comparison_id > :after_comparison_id order by comparison_id limit :size
"""
BOOK_ROWS = """
select comparison_id, row, class, reasons, note, line, lines, order_id, click_ref, mcid, oid, own_day, own_time,
       own_amount, own_currency, order_time, amount, book_row.currency, book_row.status
  from book_row
  left join brand on brand.mid = book_row.mid
 where publisher_id = :publisher_id and (comparison_id, row) > (:after_comparison_id, :after_row)
 order by comparison_id, row limit :size
"""
EXPECTED_DATES = """
select kind, expected_date.mid, mcid, ref, started_on, expected_on, nullif(came_on, 'infinity') as came_on, dates,
       came_on as came
  from expected_date
  left join brand on brand.mid = expected_date.mid
 where publisher_id = :publisher_id
   and (kind, expected_date.mid, ref, started_on, expected_on, came_on)
       > (:after_kind, :after_mid, :after_ref, :after_started_on, :after_expected_on, :after_came)
 order by kind, expected_date.mid, ref, started_on, expected_on, came_on limit :size
"""
LINKS = """
select link_id, code, path, site_id, mcid, target_url, link.fallback_url, uid1, uid2, uid3, uid4, uid5, note, coupon,
       broken, retired_at, deleted_at, link.created_at
  from link
  join brand on brand.mid = link.mid
 where publisher_id = :publisher_id and link_id > :after_link_id order by link_id limit :size
"""
METHODS = """
select payment_method_id, kind, country, currency, entity, ending, is_default, usable_from, wait_reason, held_until,
       deleted_at, created_at, updated_at
  from payment_method
 where publisher_id = :publisher_id and payment_method_id > :after_payment_method_id
 order by payment_method_id limit :size
"""
METHOD_PROPOSALS = """
select proposal_id, account_id as proposed_by, payment_method_id, kind, country, currency, entity, ending, created_at
  from method_proposal
 where publisher_id = :publisher_id and proposal_id > :after_proposal_id
 order by proposal_id limit :size
"""
GUARDED_CHANGES = """
select change_id, kind, payment_method_id, account_id as changed_by, subject_id as account_id, before, after, reason,
       created_at, waits_until, applied_at, settled_at, stopped_at
  from guarded_change
 where publisher_id = :publisher_id and change_id > :after_change_id
 order by change_id limit :size
"""
ORDERS = """
select oid, order_id, mcid, site_id, link_id, replace(click_id::text, '-', '') as click_ref, click_time,
       order_time, uid1, uid2, uid3, uid4, uid5, conversion.country, device, coupon, conversion.currency,
       report_currency, rate, sale_amount, sale_comm, report_amount, report_comm, conversion.status,
       page_id, placement_id, test_order, unrated, conversion.created_at, conversion.updated_at
  from conversion
  join brand on brand.mid = conversion.mid
 where publisher_id = :publisher_id and oid > :after_oid order by oid limit :size
"""
ITEMS = """
select oid, item_id, corrects, category, quantity, comm_rate, sale_amount, sale_comm, ori_amount, ori_comm,
       report_amount, report_comm, status, reason_code, note, validation_date, expected_validation_date,
       settlement_id, settlement_date, payment_id, paid_date, updated_at
  from conversion_item
 where publisher_id = :publisher_id and (oid, item_id) > (:after_oid, :after_item_id) order by oid, item_id limit :size
"""
HISTORY = """
select oid, at, item_id, kind, from_status, to_status, delta_amount, delta_commission, reason_code, by,
       delta_report_amount, delta_report_comm, history_id
  from conversion_history
 where publisher_id = :publisher_id and (oid, at, history_id) > (:after_oid, :after_at, :after_history_id)
 order by oid, at, history_id limit :size
"""
# The first condition on the time lets the planner skip whole months.
CLICKS = """
select click_time, replace(click_id::text, '-', '') as click_ref, link_id, site_id, mcid, uid1, uid2, uid3,
       uid4, uid5, click_all.country, device, referrer, page_id, placement_id, verdict,
       verdict_reason, click_id
  from click_all
  join brand on brand.mid = click_all.mid
 where publisher_id = :publisher_id and click_time >= :after_click_time
   and (click_time, click_id) > (:after_click_time, :after_click_id)
 order by click_time, click_id limit :size
"""
CLICK_VALUES = """
select kind, month, key, value
  from click_value
 where publisher_id = :publisher_id and (kind, month, key) > (:after_kind, :after_month, :after_key)
 order by kind, month, key limit :size
"""
RECOUNTS = """
select click_time, replace(click_id::text, '-', '') as click_ref, reason, recounted_at, click_id
  from click_recount
 where publisher_id = :publisher_id and click_time >= :after_click_time
   and (click_time, click_id) > (:after_click_time, :after_click_id)
 order by click_time, click_id limit :size
"""
CLICKS_OVERRULED = """
select click_id, replace(click_id::text, '-', '') as click_ref, click_time, mcid, at
  from click_overruled
  join brand on brand.mid = click_overruled.mid
 where publisher_id = :publisher_id and click_id > :after_click_id order by click_id limit :size
"""
LINK_CHECKS = """
select link_id, type, state, http_status, final_url, hops, suggestion, clicks, first_seen_at, checked_at, next_check_at
  from link_check
 where publisher_id = :publisher_id and link_id > :after_link_id order by link_id limit :size
"""
CASES = """
select case_id, kind, state, mcid, case when kind = 'question' then '' else order_id end as order_id, oid, item_id,
       topic, payment_id, periods, pay_on, order_time, order_case.currency, amount, accepted_amount,
       accepted_comm, click_ref, code, site_id, opened_at, order_case.updated_at
  from order_case
  left join brand on brand.mid = order_case.mid
 where publisher_id = :publisher_id and case_id > :after_case_id order by case_id limit :size
"""
CASE_STEPS = """
select case_id, step, at, by, from_state, to_state, note, evidence, evidence_names
  from case_step
 where publisher_id = :publisher_id and (case_id, step) > (:after_case_id, :after_step)
 order by case_id, step limit :size
"""
SETTLEMENTS = """
select settlement_id, type, mcid, to_char(period, 'YYYY-MM') as period, amount, settlement.currency, items, orders,
       note, payable_at, payment_id, paid_at, settlement.created_at
  from settlement
  left join brand on brand.mid = settlement.mid
 where publisher_id = :publisher_id and settlement_id > :after_settlement_id order by settlement_id limit :size
"""
PAYMENTS = """
select payment_id, state, method, payee, payment_method_id, currency, gross, fee, vat, net, payout_currency,
       payout_amount, rate, scheduled, billing, trace_id, failure_reason, requested_at, processed_at, sent_at,
       paid_at, ended_at
  from payment
 where publisher_id = :publisher_id and payment_id > :after_payment_id order by payment_id limit :size
"""
PAYMENT_LINES = """
select payment_id, settlement_id, amount from payment_line
 where publisher_id = :publisher_id and (payment_id, settlement_id) > (:after_payment_id, :after_settlement_id)
 order by payment_id, settlement_id limit :size
"""
VAT = """
select status, country, name, number, stated_at, state, decided_at, evidence, reason, ends_at, publisher_id as uid
  from vat_review
 where publisher_id = :publisher_id and publisher_id > :after_uid order by publisher_id limit :size
"""
SELF_BILLING = """
select agreed_at, version, account_id, country, number, ends_at, asked_at, ended_at, end_reason from self_billing
 where publisher_id = :publisher_id and agreed_at > :after_agreed_at order by agreed_at limit :size
"""
PAYMENT_FILES = """
select payment_id, attempt, file_id from payout_file_payment
 where publisher_id = :publisher_id and (payment_id, attempt) > (:after_payment_id, :after_attempt)
 order by payment_id, attempt limit :size
"""
DOCUMENTS = """
select payment_id, kind, number, document, issued_at from invoice
 where publisher_id = :publisher_id and (payment_id, kind) > (:after_payment_id, :after_kind)
 order by payment_id, kind limit :size
"""
SCHEDULE = """
select minimum, currency, day, updated_at, publisher_id as uid from payment_schedule
 where publisher_id = :publisher_id and publisher_id > :after_uid order by publisher_id limit :size
"""
SCHEDULES = """
select schedule_id, name, report, filter, days, view_id, every, format, incremental, reached_at, kind, target, host_key,
       state, error, failures, due_at, next_at, created_at, updated_at
  from schedule
 where publisher_id = :publisher_id and schedule_id > :after_schedule_id order by schedule_id limit :size
"""
SCHEDULE_RUNS = """
select run_id, schedule_id, due_at, started_at, ended_at, state, file, rows, size, error
  from schedule_run
 where publisher_id = :publisher_id and run_id > :after_run_id order by run_id limit :size
"""
POSTBACKS = """
select postback_id, event_type, delivery_type, link_url, parameters, site_id, mids, medium_id, state, state_reason,
       failing_since, created_at, updated_at
  from postback
 where publisher_id = :publisher_id and postback_id > :after_postback_id order by postback_id limit :size
"""
DELIVERIES = """
select delivery_id, postback_id, event_id, event_at, event_type, oid, test, state, attempt, next_attempt_at, method,
       url, request_body, status_code, ms, error, attempts, created_at
  from delivery
 where publisher_id = :publisher_id and delivery_id > :after_delivery_id order by delivery_id limit :size
"""
TOKENS = """
select token_id, name, scopes, site_id, created_at, expires_at, last_used_at, revoked_at
  from api_token
 where publisher_id = :publisher_id and account_id = :account_id and token_id > :after_token_id
 order by token_id limit :size
"""
APPS = """
select grant_id, client_id, client_name, goes_to, scopes, created_at, expires_at, connected_at, renewed_at,
       last_used_at, ended_at
  from agent_grant
 where publisher_id = :publisher_id and account_id = :account_id and grant_id > :after_grant_id
 order by grant_id limit :size
"""
AGENT_REQUESTS = """
select request_id, grant_id, path, arguments, created_at, expires_at, decision, decided_at, changes, outcome
  from agent_request
 where publisher_id = :publisher_id and account_id = :account_id and request_id > :after_request_id
 order by request_id limit :size
"""
CASE_DRAFTS = """
select draft_id, agent, draft, created_at
  from case_draft
 where publisher_id = :publisher_id and draft_id > :after_draft_id
 order by draft_id limit :size
"""
VIEWS = """
select view_id, report, name, filter, days, is_default, mailed, mail_after, mail_at, created_at
  from saved_view
 where publisher_id = :publisher_id and account_id = :account_id and view_id > :after_view_id
 order by view_id limit :size
"""
SHEETS = """
select sheet_id, view_id, name, decimal, sep, dates, created_at, last_used_at, ended_at, fetches
  from sheet
 where publisher_id = :publisher_id and account_id = :account_id and sheet_id > :after_sheet_id
 order by sheet_id limit :size
"""
DOWNLOADS = """
select download_id, kind, filename, status, rows, size, error, request, created_at, expires_at
  from download
 where publisher_id = :publisher_id and account_id = :account_id and download_id > :after_download_id
 order by download_id limit :size
"""
NOTICES = """
select notice_id, event, kind, title, body, published_at, ends_at, updated_at
  from notice
 where publisher_id = :publisher_id and notice_id > :after_notice_id order by notice_id limit :size
"""
NOTICES_READ = """
select notice_id, read_at from notice_read
 where publisher_id = :publisher_id and account_id = :account_id and notice_id > :after_notice_id
 order by notice_id limit :size
"""
REFERRALS = """
select joined_at, referred_uid from referral
 where publisher_id = :publisher_id and referred_uid > :after_referred_uid order by referred_uid limit :size
"""
