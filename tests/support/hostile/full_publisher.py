"""A publisher with data of every kind, each text of the maximum length."""

import csv
from dataclasses import dataclass
from datetime import timedelta
from io import StringIO
from typing import Any

from tests.support.accounts.payments import draft, pass_time, save_method
from tests.support.hostile.files import send_all
from tests.support.hostile.lengths import LongWords, long_words, word
from tests.support.links.shop_pages import check
from tests.support.orders.orders import Deal
from tests.support.orders.settling import earn, settle
from tests.support.portal import PASSWORD, Portal, Someone


@dataclass(frozen=True)
class Possessions:
    """The numbers of what has a screen of its own."""

    words: LongWords
    postback_id: int
    payment_id: int
    settlement_id: int
    case_id: int
    notice_id: int
    alert_id: int
    comparison_id: int
    schedule_id: int
    sheet_id: int
    method_ids: dict[str, int]

    @property
    def token(self) -> str:
        return self.words.who.token


METHODS: dict[str, dict[str, str]] = {
    "paypal": {"email": f"{'p' * 60}@{'w' * 60}.example"},
    "payoneer": {"email": f"{'p' * 60}@{'w' * 60}.example"},
    "airwallex": {"email": f"{'p' * 60}@{'w' * 60}.example"},
    "bank": {"iban": "DE89370400440532013000"},
}


async def possessions(portal: Portal) -> Possessions:
    words = await long_words(portal)
    who, brand = words.who, words.brand
    parameters = {word("parameter", 64): "{order_id}", word("value", 60): word("constant", 400)}
    postback = await portal.ok(
        "/postback/do_info",
        who,
        attributes={
            "event_type": 1,
            "delivery_type": 1,
            "link_url": f"https://{word('receiver', 60).lower()}.example/{word('in', 800)}",
            "parameters": parameters,
        },
    )
    scopes = ["report.read", "brand.read"]
    given: dict[str, Any] = {"name": word("Token", 100), "scopes": scopes, "password": PASSWORD}
    await portal.ok("/common/gen_token", who, attributes=given)
    for report in ("performance", "transactions"):
        view = {"report": report, "name": word("View", 100), "filter": {}, "days": "last_30"}
        view_id = (await portal.ok("/reports/view_save", who, attributes=view))["id"]
    at = portal.resources.clock.now()
    missing = {
        "kind": "missing",
        "note": word("Note", 2_000),
        "mcid": brand.mcid,
        "order_id": word("Missing", 100),
        "order_time": (at - timedelta(days=1)).isoformat(),
        "currency": "GBP",
        "amount": "50.00",
    }
    case = await portal.ok("/reports/case_open", who, attributes=missing)
    notice = {"kind": "product", "title": word("Title", 100), "body": word("Body", 900)}
    operator = await portal.operator()
    notice_id = (
        await portal.ok("/network/notice_save", operator, attributes={**notice, "uid": who.uid})
    )["id"]
    methods = {}
    for kind, fields in METHODS.items():
        country, currency = ("DE", "EUR") if kind == "bank" else ("GB", "GBP")
        attributes = draft(kind, country, currency, {**fields, "holder": word("Holder ", 70)})
        methods[kind] = (await save_method(portal, who, attributes))["id"]
    await portal.value(
        "insert into passkey (publisher_id, account_id, credential_id, credential, name, device, transports, synced,"
        " counter, created_at) values ($1, $2, $3::bytea, '', $4, $4, '{}', false, 1, $5)",
        *(who.uid, who.account_id, word("credential", 64).encode(), word("Passkey", 64), at),
    )
    code = await portal.value("select code from link where link_id = $1", words.link_id)
    trade = Deal(portal=portal, brand=brand, who=who, code=code, link_id=words.link_id)
    settlement_id, payment_id = await make_payment(trade)
    await portal.ok(
        "/network/brand_status", operator, attributes={"mcid": brand.mcid, "status": "online"}
    )
    await add_team(portal, who)
    await portal.ok("/user/export", who)
    await check(portal, who)
    await portal.work()
    return Possessions(
        words,
        postback["id"],
        payment_id,
        settlement_id,
        case["case_id"],
        notice_id,
        await add_alerts(portal, trade),
        await add_comparison(portal, trade),
        await add_schedule(portal, who),
        await add_sheet(portal, who, view_id),
        methods,
    )


async def add_team(portal: Portal, who: Someone) -> None:
    """A member with a long name, and somebody who is invited at a long address."""
    member = await portal.member(who, "developer")
    await portal.ok("/user/edit", member, attributes={"nickname": word("Member", 100)})
    invited = {"email": f"{'i' * 60}@{'w' * 60}.example", "role": "finance", "password": PASSWORD}
    await portal.ok("/user/team_invite", who, attributes=invited)


async def add_alerts(portal: Portal, trade: Deal) -> int:
    """Open alerts as the watch stores them: of a stop, of a fall and of a fact; the first one's number."""
    who, now = trade.who, portal.resources.clock.now()
    figures = (9_999_999.5, 12.0, 1e-9, 1_234_567, 99_999_999, 12_345, 999_999)
    rows = [
        (1, None, 6, 2, {}, figures),
        (2, None, 3, 7, {"terms_from": now.date().isoformat(), "days": 7}, figures),
        (11, word("CODE", 40), None, 8, {"coupon": word("CODE", 40)}, (None,) * 7),
    ]
    ids = [
        await portal.value(
            "insert into alert (publisher_id, kind, mid, site_id, coupon, since, found_at, currency, cause, next_step,"
            " evidence, expected, seen, chance, money_low, money_high, money_day_low, money_day_high)"
            " values ($1, $2, $3, $4, coalesce($5, ''), $6, $6, 'GBP', $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)"
            " returning alert_id",
            *(who.uid, kind, trade.brand.mid, who.site_id, coupon, now - timedelta(days=3)),
            *(cause, step, evidence, *numbers),
        )
        for kind, coupon, cause, step, evidence, numbers in rows
    ]
    return int(ids[0])


async def add_schedule(portal: Portal, who: Someone) -> int:
    """A stopped schedule with long texts, and a run that failed."""
    now, error = portal.resources.clock.now(), word("error", 60)
    target = {
        "kind": "s3",
        "region": "eu",
        "bucket": word("bucket", 63).lower(),
        "access_key": word("key", 100),
    }
    target |= {
        "endpoint": f"https://{word('s', 60).lower()}.example",
        "folder": word("Folder", 200),
    }
    schedule_id = await portal.value(
        "insert into schedule (publisher_id, account_id, name, report, filter, days, every, format, incremental, kind,"
        " target, row_key, sealed, state, error, created_at, updated_at) values ($1, $2, $3, 'transactions', '{}',"
        " 'last_30', 'week', 'parquet', false, 's3', $4, '', '', 'stopped', $5, $6, $6) returning schedule_id",
        *(who.uid, who.account_id, word("Schedule", 100), target, error, now),
    )
    await portal.value(
        "insert into schedule_run (publisher_id, schedule_id, due_at, started_at, ended_at, state, error)"
        " values ($1, $2, $3, $3, $3, 'failed', $4)",
        *(who.uid, schedule_id, now, error),
    )
    return int(schedule_id)


async def add_sheet(portal: Portal, who: Someone, view_id: int) -> int:
    """An address for spreadsheets with a long name, read by a program with another one."""
    given = {"name": word("Sheet", 100), "view_id": view_id, "password": PASSWORD}
    made = await portal.ok("/reports/sheet_save", who, attributes=given)
    path = made["url"].removeprefix(portal.resources.settings.public_url)
    await portal.http.get(path, headers={"user-agent": word("Program", 200)})
    return int(made["id"])


async def add_comparison(portal: Portal, trade: Deal) -> int:
    """A comparison of books with long texts and large amounts."""
    text = StringIO()
    rows = csv.writer(text)
    rows.writerow(("Order", "Day", "Commission"))
    rows.writerow((word("Booked", 100), "2026-10-14", "9999999.99"))
    rows.writerow((word("Bad", 90), "2026-10-14", word("many", 60)))
    file = await send_all(
        portal,
        trade.who,
        text.getvalue().encode(),
        path="/reports/books_file",
        called="books.csv",
    )
    columns = {"order_id": "Order", "order_time": "Day", "amount": "Commission"}
    given = {
        "file_url": file["url"],
        "name": word("File", 200),
        "mapping": {"columns": columns, "constants": {"currency": "GBP"}},
    }
    queued = await portal.ok("/reports/books_compare", trade.who, attributes=given)
    await portal.work()
    return int(queued["id"])


async def make_payment(trade: Deal) -> tuple[int, int]:
    """A settlement of a month that is over, and the payment it is in."""
    portal, who = trade.portal, trade.who
    await earn(trade, "9999999.99", order_id=word("Settled", 100))
    await settle(portal, trade.brand.mcid)
    await pass_time(portal, who.uid)
    payment = await portal.ok("/payments/request", who)
    settlement_id = await portal.value(
        "select settlement_id from settlement where publisher_id = $1 order by 1 limit 1", who.uid
    )
    return settlement_id, payment["payment_id"]
