"""Alerts raised by the watch: listing, snoozing, muting, closing and mailing them."""

from collections.abc import Mapping, Sequence

import sql.accounts.profile
import sql.core.outbox
import sql.reports.alert
from handlers.flows.filter_checks import check_sites, find_mids
from rpc import Code, Fault, Publisher, Worker, job, procedure, query
from rpc.jobs.account_mail import notify_account
from schema.accounts.profile import AlertMails
from schema.core.envelope import Listing, Page, Results
from schema.core.errors import Rule
from schema.core.money import format_money
from schema.reports.alert import (
    ADVICE,
    ALERTS_MAILED,
    OWN_MAIL,
    SNOOZE_MAX,
    TITLES,
    Alert,
    AlertFilter,
    AlertMail,
    AlertOutcome,
    AlertSet,
    NextStep,
    make_event,
)
from sql.reports.alert import AlertRow

PAGES = {
    NextStep.FIX_LINKS: "/tools/broken-links?brand={mcid}&channel={site_id}",
    NextStep.TEST_LINKS: "/tools/link-generator?brand={mcid}&channel={site_id}#links",
    NextStep.CHOOSE_BRAND: "/brands/{mcid}#similar",
    NextStep.WAIT_FOR_BRAND: "/brands/{mcid}",
    NextStep.CHECK_POSTBACK: "/tools/global-postback/list?postback={postback_id}#deliveries",
    NextStep.CHECK_CHANNEL: "/reports/performance?site_ids={site_id}",
    NextStep.COMPARE_TERMS: "/brands/{mcid}#terms",
    NextStep.CHANGE_COUPON: "/brands/{mcid}#coupons",
    NextStep.SEE_TERMS: "/brands/{mcid}#terms",
    NextStep.SEE_PENDING: "/reports/transactions?mcids={mcid}&status=pending&start_date={first}&end_date={last}",
    NextStep.SEE_REJECTED: "/reports/transactions?mcids={mcid}&status=rejected&date_basis=validation"
    "&start_date={first}&end_date={last}",
    NextStep.SEE_SETTLEMENTS: "/payments/details?state=waiting",
}


@query(
    "/reports/alerts",
    permission="report.read",
    narrowed="channels",
    raises=[Code.BRAND_UNKNOWN, Code.SITE_INVALID],
)
async def alerts(ctx: Publisher, filter: AlertFilter, page: Page) -> Listing[Alert]:
    """List alerts about problems that the portal has found, with cause and next step, the most money at risk first."""
    mids = await find_mids(ctx, filter.mcids, "filter.mcids")
    await check_sites(ctx, filter.site_ids, "filter.site_ids")
    rows, total = await sql.reports.alert.page(
        ctx.db, ctx.publisher_id, filter, mids, page, by_money=ctx.with_money
    )
    return Listing([row.to_alert(find_page(row)) for row in rows], total)


@procedure("/reports/alert_set", permission="report.edit", narrowed="channels", agents="write")
async def alert_set(ctx: Publisher, attributes: AlertSet) -> Results[AlertOutcome]:
    """Reopen, snooze, mute or close alerts. A closed alert is reopened once the money at risk has grown by half."""
    check_until(ctx, attributes)
    states = await sql.reports.alert.states(ctx.db, ctx.publisher_id, attributes.ids)
    wanted = [id for id, state in states.items() if may_become(state, attributes.state)]
    changed = await sql.reports.alert.set_state(
        ctx.db,
        ctx.publisher_id,
        wanted,
        attributes.state,
        until=attributes.until,
        closed_by="publisher" if attributes.state == "closed" else None,
        now=ctx.now,
    )
    if attributes.state == "closed":
        events = [
            make_event(ctx.publisher_id, each.alert_id, each, states[each.alert_id], "closed")
            for each in changed
            if each.kind not in OWN_MAIL and states[each.alert_id] != "closed"
        ]
        await sql.core.outbox.add(ctx.db, events, ctx.now)
    return Results([outcome(id, states, wanted) for id in dict.fromkeys(attributes.ids)])


@job("/reports/mail_alerts", attempts=5)
async def mail_alerts(ctx: Worker, attributes: AlertMail) -> None:
    """Mail each of a publisher's accounts the alerts it wants at once, or the previous day's alerts, in one mail."""
    uid = attributes.publisher_id
    rows = await sql.reports.alert.found_since(ctx.db, uid, attributes.since)
    rows = [row for row in rows if row.kind not in OWN_MAIL]
    if not rows:
        return
    how = "daily" if attributes.daily else "at_once"
    for account in await sql.accounts.profile.alert_mailings(ctx.db, uid):
        chosen = [row for row in rows if account.mails.of_kind(row.kind.name.lower()) == how]
        if chosen:
            values = {"count": str(len(chosen)), "lines": make_lines(chosen, account.mails)}
            await notify_account(ctx, account.login, "alerts", mailing="alerts", **values)


def find_page(row: AlertRow) -> str:
    """The page of the portal where the next step is taken, narrowed to what the alert is about."""
    if row.link_id is not None:
        return f"/tools/link-generator?link={row.link_id}"
    ids = {"mcid": row.mcid, "site_id": row.site_id, "postback_id": row.postback_id}
    days = {"first": (row.evidence.waiting_since or row.since).date(), "last": row.found_at.date()}
    return PAGES[row.next_step].format(**{name: id or "" for name, id in ids.items()}, **days)


def check_until(ctx: Publisher, wish: AlertSet) -> None:
    """Raise REQUEST_INVALID unless `until` is given exactly for a snooze, and within SNOOZE_MAX."""
    field, until, last = "attributes.until", wish.until, ctx.now + SNOOZE_MAX
    if wish.state != "snoozed":
        if until is not None:
            raise Fault(Code.REQUEST_INVALID, field=field, rule=Rule.NOT_APPLICABLE)
    elif until is None:
        raise Fault(Code.REQUEST_INVALID, field=field, rule=Rule.REQUIRED)
    elif not ctx.now < until <= last:
        limit = f"{ctx.now.date()} to {last.date()}"
        raise Fault(Code.REQUEST_INVALID, field=field, rule=Rule.OUT_OF_RANGE, limit=limit)


def may_become(state: str, wish: str) -> bool:
    """Whether an alert may change to a state. A closed one stays closed, because another may have taken its place."""
    return state != "closed" or wish == "closed"


def outcome(id: int, states: Mapping[int, str], changeable: Sequence[int]) -> AlertOutcome:
    if id in changeable:
        return AlertOutcome(id, 0, "ok")
    code = Code.STATE_FORBIDS if id in states else Code.NOT_FOUND
    return AlertOutcome(id, code.number, code.message)


def make_lines(rows: Sequence[AlertRow], mails: AlertMails) -> str:
    """Lines about alerts for a mail: problem, start and what to do; amounts only for accounts that want them."""
    lines = []
    for row in rows[:ALERTS_MAILED]:
        what = f"{row.brand_name or row.site_name or 'Your postbacks'}: {TITLES[row.kind]}"
        line = f"{what} since {row.since:%d %b %Y}. {ADVICE[row.next_step]}"
        if mails.sums and (risk := row.estimate()) is not None:
            amounts = f"{risk.low:,f} to {format_money(risk.high, risk.currency)}"
            line += f" At risk: about {amounts}."
        lines.append(line)
    if len(rows) > ALERTS_MAILED:
        lines.append(f"And {len(rows) - ALERTS_MAILED} more.")
    return "\n".join(lines)
