"""The statements of an own-data export: each reads a page of a table, the rows after a position in the order of a key.

$1 is the publisher; if the rows belong to an account, $2 is the account. Secrets and their hashes are left out, and so
are the addresses of the network's staff.
"""

ACCOUNT = """
select account.account_id, username, email, email_verified_at, role, nickname, phone, avatar, language,
       notifications, two_step_at as two_step_since, password_changed_at, account.created_at,
       publisher.publisher_id as uid, name, company, time_zone, currency, default_site_id,
       publisher.created_at as joined_at
  from account
  join publisher on publisher.publisher_id = account.publisher_id
 where account.publisher_id = $1 and publisher.publisher_id = $1 and account.account_id = $2
   and account.account_id > $3 limit $4
"""
IDENTITIES = """
select provider, subject, email, bound_at from third_identity
 where publisher_id = $1 and account_id = $2 and provider > $3 order by provider limit $4
"""
SESSIONS = """
select created_at, last_seen, expires_at, ended_at, kind,
       case when operator_id is null then user_agent else '' end as user_agent,
       case when operator_id is null then ip else '' end as ip, encode(hash, 'hex') as id
  from session
 where publisher_id = $1 and account_id = $2 and (created_at, encode(hash, 'hex')) > ($3, $4)
 order by created_at, encode(hash, 'hex') limit $5
"""
ACTIVITY = """
select at, action, result,
       case when operator_id is not null then 'network'
            when result in ('refused', 'verification_code_invalid') then 'unknown' else 'you' end as by,
       case when operator_id is null then ip else '' end as ip, details, audit_id
  from audit
 where publisher_id = $1 and (account_id = $2 or account_id is null) and (at, audit_id) > ($3, $4)
 order by at, audit_id limit $5
"""
CHANNELS = """
select site_id, name, channel_type, channel_platform, medium_id, promotion_methods, website, logo, monthly_visits,
       description, fallback_url, status, status_reason, verified_at, deleted_at, created_at
  from site where publisher_id = $1 and site_id > $2 order by site_id limit $3
"""
KITS = """
select media_kit_id, site_id, file_url, name, size, created_at
  from media_kit where publisher_id = $1 and media_kit_id > $2 order by media_kit_id limit $3
"""
UPLOADS = """
select name, kind, size, created_at from upload
 where publisher_id = $1 and name > $2 order by name limit $3
"""
BRANDS = """
select site_id, relationship.mid, mcid, name, relationship.status, ended_by, message, reason, applied_at,
       decided_at
  from relationship
  join brand on brand.mid = relationship.mid
 where publisher_id = $1 and (site_id, relationship.mid) > ($2, $3)
 order by site_id, relationship.mid limit $4
"""
LINKS = """
select link_id, code, path, site_id, mcid, target_url, link.fallback_url, uid1, uid2, uid3, uid4, uid5, note, coupon,
       broken, retired_at, deleted_at, link.created_at
  from link
  join brand on brand.mid = link.mid
 where publisher_id = $1 and link_id > $2 order by link_id limit $3
"""
METHODS = """
select payment_method_id, kind, country, currency, entity, ending, is_default, usable_from, deleted_at,
       created_at, updated_at
  from payment_method
 where publisher_id = $1 and payment_method_id > $2 order by payment_method_id limit $3
"""
ORDERS = """
select oid, order_id, mcid, site_id, link_id, replace(click_id::text, '-', '') as click_ref, click_time,
       order_time, uid1, uid2, uid3, uid4, uid5, conversion.country, device, coupon, conversion.currency,
       report_currency, rate, sale_amount, sale_comm, report_amount, report_comm, conversion.status,
       test_order, conversion.created_at, conversion.updated_at
  from conversion
  join brand on brand.mid = conversion.mid
 where publisher_id = $1 and oid > $2 order by oid limit $3
"""
ITEMS = """
select oid, item_id, corrects, category, quantity, comm_rate, sale_amount, sale_comm, ori_amount, ori_comm,
       report_amount, report_comm, status, reason_code, note, validation_date, expected_validation_date,
       settlement_id, settlement_date, payment_id, paid_date, updated_at
  from conversion_item
 where publisher_id = $1 and (oid, item_id) > ($2, $3) order by oid, item_id limit $4
"""
HISTORY = """
select oid, at, item_id, kind, from_status, to_status, delta_amount, delta_commission, reason_code, by,
       history_id
  from conversion_history
 where publisher_id = $1 and (oid, at, history_id) > ($2, $3, $4)
 order by oid, at, history_id limit $5
"""
# The first condition on the time lets the planner skip whole months.
CLICKS = """
select click_time, replace(click_id::text, '-', '') as click_ref, link_id, site_id, mcid, uid1, uid2, uid3,
       uid4, uid5, click_all.country, device, referrer, verdict, verdict_reason, click_id
  from click_all
  join brand on brand.mid = click_all.mid
 where publisher_id = $1 and click_time >= $2 and (click_time, click_id) > ($2, $3)
 order by click_time, click_id limit $4
"""
LINK_CHECKS = """
select link_id, type, state, http_status, final_url, hops, suggestion, clicks, first_seen_at, checked_at, next_check_at
  from link_check
 where publisher_id = $1 and link_id > $2 order by link_id limit $3
"""
CASES = """
select case_id, kind, state, mcid, order_id, oid, item_id, order_time, order_case.currency, amount, accepted_amount,
       accepted_comm, click_ref, code, opened_at, order_case.updated_at
  from order_case
  join brand on brand.mid = order_case.mid
 where publisher_id = $1 and case_id > $2 order by case_id limit $3
"""
CASE_STEPS = """
select case_id, step, at, by, from_state, to_state, note, evidence, evidence_names
  from case_step
 where publisher_id = $1 and (case_id, step) > ($2, $3) order by case_id, step limit $4
"""
SETTLEMENTS = """
select settlement_id, type, mcid, to_char(period, 'YYYY-MM') as period, amount, settlement.currency, items, orders,
       note, payable_at, payment_id, paid_at, settlement.created_at
  from settlement
  left join brand on brand.mid = settlement.mid
 where publisher_id = $1 and settlement_id > $2 order by settlement_id limit $3
"""
PAYMENTS = """
select payment_id, state, method, payee, payment_method_id, currency, gross, fee, vat, net, payout_currency,
       payout_amount, rate, scheduled, billing, trace_id, failure_reason, requested_at, processed_at, sent_at,
       paid_at, ended_at
  from payment
 where publisher_id = $1 and payment_id > $2 order by payment_id limit $3
"""
PAYMENT_LINES = """
select payment_id, settlement_id, amount from payment_line
 where publisher_id = $1 and (payment_id, settlement_id) > ($2, $3)
 order by payment_id, settlement_id limit $4
"""
DOCUMENTS = """
select payment_id, kind, number, document, issued_at from invoice
 where publisher_id = $1 and (payment_id, kind) > ($2, $3) order by payment_id, kind limit $4
"""
SCHEDULE = """
select minimum, day, updated_at, publisher_id as uid from payment_schedule
 where publisher_id = $1 and publisher_id > $2 order by publisher_id limit $3
"""
POSTBACKS = """
select postback_id, event_type, delivery_type, link_url, parameters, site_id, mids, medium_id, state, state_reason,
       failing_since, created_at, updated_at
  from postback
 where publisher_id = $1 and postback_id > $2 order by postback_id limit $3
"""
DELIVERIES = """
select delivery_id, postback_id, event_id, event_at, event_type, oid, test, state, attempt, next_attempt_at, method,
       url, request_body, status_code, ms, error, attempts, created_at
  from delivery
 where publisher_id = $1 and delivery_id > $2 order by delivery_id limit $3
"""
TOKENS = """
select token_id, name, scopes, site_id, created_at, expires_at, last_used_at, revoked_at
  from api_token
 where publisher_id = $1 and account_id = $2 and token_id > $3 order by token_id limit $4
"""
VIEWS = """
select view_id, report, name, filter, days, is_default, mailed, mail_after, mail_at, created_at
  from saved_view
 where publisher_id = $1 and account_id = $2 and view_id > $3 order by view_id limit $4
"""
DOWNLOADS = """
select download_id, kind, filename, status, rows, size, error, request, created_at, expires_at
  from download
 where publisher_id = $1 and account_id = $2 and download_id > $3 order by download_id limit $4
"""
NOTICES = """
select notice_id, kind, title, body, published_at, ends_at, updated_at
  from notice
 where publisher_id = $1 and notice_id > $2 order by notice_id limit $3
"""
NOTICES_READ = """
select notice_id, read_at from notice_read
 where publisher_id = $1 and account_id = $2 and notice_id > $3 order by notice_id limit $4
"""
REFERRALS = """
select joined_at, referred_uid from referral
 where publisher_id = $1 and referred_uid > $2 order by referred_uid limit $3
"""
