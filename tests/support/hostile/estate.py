"""A publisher with rows in every table, each with a canary, and the IDs by which calls could read them."""

from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

from tests.support.accounts.payments import draft, pass_time, save_method
from tests.support.hostile.files import PDF, send
from tests.support.orders.orders import Deal
from tests.support.orders.payouts import pay, request, set_state
from tests.support.orders.settling import earn, settle
from tests.support.portal import PASSWORD, Portal, SomeBrand, Someone, unique

CANARY = "canary-7919"
AMOUNT = "7919.31"
EARNED = "1361.37"
"""The amount of a settlement, and so of its payment."""
SALES = "22532.91"
"""The amounts of all orders."""
DAYS = {"start_date": "2026-01-01", "end_date": "2030-01-01"}


@dataclass
class Estate:
    who: Someone
    brand: SomeBrand
    ids: dict[str, Any]
    """By the names of fields."""
    own_ids: dict[str, dict[str, Any]]
    """Those that only the paths with this beginning know by such a name."""

    def ids_of(self, path: str) -> dict[str, Any]:
        """What a call's fields may name of the estate."""
        own = [ids for start, ids in self.own_ids.items() if path.startswith(start)]
        return {name: value for ids in (self.ids, *own) for name, value in ids.items()}


async def build(portal: Portal) -> Estate:
    who = await portal.someone(name=CANARY, company={"name": CANARY, "country": "GB"})
    brand = await portal.brand(prepaid=True)
    await portal.ok("/brands/apply", who, attributes={"mcids": [brand.mcid], "message": CANARY})
    colleague = await portal.member(who, "owner")
    tools = await add_tools(portal, who)
    link = await portal.link(who, brand, uid1=CANARY, note=CANARY, path=unique(CANARY))
    trade = Deal(portal=portal, brand=brand, who=who, code=link["code"], link_id=link["link_id"])
    order = trade.order(
        AMOUNT,
        code=None,
        click_ref=(ref := await portal.click(link["code"])),
        order_id=unique(CANARY),
        coupon=CANARY,
        item_id=CANARY,
        category=CANARY,
    )
    [reported] = await trade.report(order)
    assert reported["outcome"] == "created", reported
    messages = await add_messages(portal, who, brand)
    money = await add_money(portal, trade)
    async with portal.db() as db:
        await db.execute(
            "insert into click_overruled (publisher_id, click_id, click_time, mid, at)"
            " select publisher_id, click_id, click_time, mid, click_time from click_all where publisher_id = $1",
            who.uid,
        )
        await db.execute(
            "insert into click_value (publisher_id, kind, month, key, value) values ($1, 'page', '2026-11-01', 1, $2)",
            *(who.uid, CANARY),
        )
        await db.execute("update site set name = $2 where publisher_id = $1", who.uid, CANARY)
        alert_id = await db.fetchval(
            "insert into alert (publisher_id, kind, mid, coupon, since, found_at, currency, evidence, next_step)"
            " select publisher_id, 11, mid, $2::text, updated_at, updated_at, 'GBP',"
            "       jsonb_build_object('coupon', $2::text), 8"
            "  from conversion where publisher_id = $1 limit 1 returning alert_id",
            *(who.uid, CANARY),
        )
        comparison_id = await db.fetchval(
            "insert into book_comparison (publisher_id, account_id, name, file, mapping, amounts, mids, currency,"
            " digest, status, created_at, ended_at) select publisher_id, 1, $2, '', jsonb_build_object('columns',"
            " jsonb_build_object('order_id', $2::text)), 'sale', '{}', 'GBP', '', 2, updated_at, updated_at"
            " from conversion where publisher_id = $1 limit 1 returning comparison_id",
            *(who.uid, CANARY),
        )
        await db.execute(
            "insert into book_row (publisher_id, comparison_id, row, class, reasons, note, lines, order_id, own_amount)"
            " values ($1, $2, 1, 'only_mine', '{not_recorded}', $3, 1, $3, $4::text::numeric)",
            *(who.uid, comparison_id, CANARY, AMOUNT),
        )
        await db.execute(
            "insert into expected_date (publisher_id, kind, mid, started_on, expected_on, dates)"
            " select publisher_id, 1, mid, '2026-01-01', '2026-02-01', 7"
            "  from conversion where publisher_id = $1 limit 1",
            who.uid,
        )
        # The portal of the tests has no passkeys: its address is by plain http.
        passkey_id = await db.fetchval(
            "insert into passkey (publisher_id, account_id, credential_id, credential, name, device, transports,"
            " synced, counter, created_at) values ($1, $2, $3::bytea, '', $4, $4, '{}', false, 7919, now())"
            " returning passkey_id",
            *(who.uid, who.account_id, CANARY.encode(), CANARY),
        )
        grant_id = await db.fetchval(
            "insert into agent_grant (publisher_id, account_id, client_id, client_name, goes_to, scopes,"
            " security_stamp, created_at, expires_at, connected_at, renewed_at)"
            " select publisher_id, account_id, $3, $3, $3, '{agent.read}', security_stamp, now(),"
            "        now() + interval '180 days', now(), now() from account"
            " where publisher_id = $1 and account_id = $2 returning grant_id",
            *(who.uid, who.account_id, CANARY),
        )
        await db.execute(
            "insert into agent_secret (publisher_id, hash, grant_id, kind, created_at, expires_at)"
            " values ($1, $2::bytea, $3, 'refresh', now(), now() + interval '30 days')",
            *(who.uid, CANARY.encode(), grant_id),
        )
        await db.execute(
            "insert into agent_request (publisher_id, account_id, grant_id, path, arguments, created_at, expires_at,"
            " decision, decided_at, changes, outcome) values ($1, $2, $3, '/tools/link_del',"
            " jsonb_build_object('attributes', jsonb_build_object('link_id', 1)), now(), now() + interval '1 day',"
            " 'approved', now(), jsonb_build_array(jsonb_build_object('subject', $4::text, 'field', 'deleted',"
            " 'before', null, 'after', null)),"
            " jsonb_build_object('code', 0, 'message', $4::text, 'refused', '[]'::jsonb))",
            *(who.uid, who.account_id, grant_id, CANARY),
        )
        await db.execute(
            "insert into case_draft (publisher_id, account_id, agent, draft, created_at) values ($1, $2, $3,"
            " jsonb_build_object('kind', 'question', 'note', $3::text, 'topic', 'account'), now())",
            *(who.uid, who.account_id, CANARY),
        )
        sheet_id = await db.fetchval(
            "insert into sheet (publisher_id, account_id, view_id, name, hash, decimal, sep, dates, security_stamp,"
            " created_at, last_used_at, fetches) select publisher_id, account_id, view_id, $3::text, $3::text::bytea,"
            " 'point', 'comma', 'iso', 0, now(), now(), jsonb_build_array(jsonb_build_object('at', now(), 'program',"
            " $3::text, 'rows', 1)) from saved_view where publisher_id = $1 and account_id = $2 limit 1"
            " returning sheet_id",
            *(who.uid, who.account_id, CANARY),
        )
        schedule_id = await db.fetchval(
            "insert into schedule (publisher_id, account_id, name, report, filter, every, format, incremental, kind,"
            " target, row_key, sealed, state, error, created_at, updated_at) values ($1, $2, $3, 'links', '{}', 'day',"
            " 'csv', false, 'sftp', jsonb_build_object('kind', 'sftp', 'host', $3::text, 'port', 22, 'user', 'u',"
            " 'folder', ''), '', '', 'stopped', $3, now(), now()) returning schedule_id",
            *(who.uid, who.account_id, CANARY),
        )
        await db.execute(
            "insert into schedule_run (publisher_id, schedule_id, due_at, started_at, ended_at, state, file, rows,"
            " size) values ($1, $2, now(), now(), now(), 'done', $3, 1, 1)",
            *(who.uid, schedule_id, CANARY),
        )
        proposal_id = await db.fetchval(
            "insert into method_proposal (publisher_id, account_id, payment_method_id, kind, country, currency, entity,"
            " row_key, sealed, mark, ending, created_at) select publisher_id, $2, payment_method_id, kind, country,"
            " currency, entity, row_key, sealed, mark, $3, now() from payment_method where publisher_id = $1 limit 1"
            " returning proposal_id",
            *(who.uid, who.account_id, CANARY),
        )
        invitation_id = await db.fetchval(
            "insert into team_invitation (publisher_id, account_id, email, login, role, created_at, expires_at)"
            " values ($1, $2, $3, $3, 'analyst', now(), now() + interval '7 days') returning invitation_id",
            *(who.uid, who.account_id, CANARY),
        )
        await db.execute(
            "insert into account_email (publisher_id, account_id, email, since)"
            " values ($1, $2, $3, now())",
            *(who.uid, who.account_id, CANARY),
        )
        change_id = await db.fetchval(
            "insert into guarded_change (publisher_id, kind, object, account_id, subject_id, before, after, reason,"
            " mark, created_at, waits_until, applied_at)"
            " values ($1, 'email', 'email:0', $2, $2, $3, $3, $3, '', now(), now() + interval '3 days', now())"
            " returning change_id",
            *(who.uid, who.account_id, CANARY),
        )
        delivery_id = await db.fetchval(
            "select delivery_id::text from delivery where publisher_id = $1 limit 1", who.uid
        )
    ids = {
        "id": who.site_id,
        "site_id": who.site_id,
        "site_ids": [who.site_id],
        "link_id": link["link_id"],
        "oid": reported["oid"],
        "oids": [reported["oid"]],
        "uid": who.uid,
        "click_ref": ref,
        "code": link["code"],
        "order_id": order["order_id"],
        "mcid": brand.mcid,
        "mcids": [brand.mcid],
        "mid": brand.mid,
        "mids": [brand.mid],
        **{
            name: money[name]
            for name in ("payment_id", "settlement_id", "settlement_ids", "method_id")
        },
        "case_id": messages["case_id"],
        **DAYS,
    }
    [session] = (await portal.ok("/auth/sessions", who))["list"]
    deliveries = {"delivery_id": delivery_id, "delivery_ids": [delivery_id]}
    compared = [brand.mcid, (await portal.brand()).mcid]
    own_ids: dict[str, dict[str, Any]] = {
        "/brands/compare": {"mcids": compared},
        "/postback/": {"id": tools["postback_id"], **deliveries},
        "/postback/test_info": {"draft": None},
        "/postback/do_test": {"draft": None},
        "/postback/redeliver": {"ids": [delivery_id]},
        "/tools/broken_": {"id": link["link_id"], "ids": [link["link_id"]]},
        "/payments/method_": {"id": money["method_id"]},
        "/payments/proposal_": {"id": proposal_id},
        "/user/team_": {"id": colleague.account_id},
        "/user/team_withdraw": {"id": invitation_id},
        "/reports/view_": {"id": tools["view_id"]},
        "/reports/alert_": {"ids": [alert_id]},
        "/reports/schedule_": {"id": schedule_id},
        "/reports/sheet_": {"id": sheet_id, "view_id": tools["view_id"]},
        "/reports/books_": {"id": comparison_id},
        "/reports/export": {"filter": {**DAYS, "oid": reported["oid"]}, "report": "transactions"},
        "/common/token_": {"id": tools["token_id"]},
        "/common/gen_token": {"id": tools["token_id"]},
        "/common/download_": {"id": tools["download_id"], "clearAll": 0},
        "/user/media_kit_": {"id": tools["kit_id"], "file_url": tools["file_url"]},
        "/user/change_stop": {"id": change_id},
        "/user/passkey_": {"id": passkey_id},
        "/user/app_": {"id": grant_id},
        "/user/avatar_edit": {"avatar": tools["file_url"]},
        "/home/notice": {"id": messages["notice_id"], "ids": [messages["notice_id"]]},
        "/auth/session_end": {"id": session["id"]},
    }
    return Estate(who, brand, ids, own_ids)


async def add_tools(portal: Portal, who: Someone) -> dict[str, Any]:
    """A postback, a view, an API token, a file and a copy of the account's data."""
    postback = {"event_type": 1, "delivery_type": 1, "link_url": f"https://{CANARY}.example/in"}
    saved = await portal.ok("/postback/do_info", who, attributes=postback)
    view = {"report": "performance", "name": CANARY, "filter": {}, "days": "last_30"}
    token = {"name": CANARY, "scopes": ["report.read"], "password": PASSWORD}
    file = (await send(portal, PDF, who, called=f"{CANARY}.pdf")).data
    kit = {"file_url": file["url"], "name": CANARY, "size": file["size"]}
    await portal.ok("/user/media_kit_edit", who, attributes=kit)
    made = {
        "postback_id": saved["id"],
        "view_id": (await portal.ok("/reports/view_save", who, attributes=view))["id"],
        "token_id": (await portal.ok("/common/gen_token", who, attributes=token))["id"],
        "download_id": (await portal.ok("/user/export", who))["id"],
        "file_url": file["url"],
    }
    async with portal.db() as db:
        made["kit_id"] = await db.fetchval(
            "select media_kit_id from media_kit where publisher_id = $1", who.uid
        )
        await db.execute(
            "update download set filename = $2 where publisher_id = $1", who.uid, CANARY
        )
    return made


async def add_messages(portal: Portal, who: Someone, brand: SomeBrand) -> dict[str, int]:
    """A case, a notice to this publisher alone, and a coupon for it alone."""
    operator, now = await portal.operator(), portal.resources.clock.now()
    missing = {
        "kind": "missing", "note": CANARY, "mcid": brand.mcid, "order_id": unique(CANARY),
        "order_time": (now - timedelta(days=1)).isoformat(), "currency": "GBP", "amount": "50.00",
    }  # fmt: skip
    case = await portal.ok("/reports/case_open", who, attributes=missing)
    notice = {"kind": "product", "title": CANARY, "body": CANARY, "uid": who.uid}
    coupon = {"mcid": brand.mcid, "code": CANARY, "description": CANARY, "uid": who.uid}
    coupon["starts_at"] = str(date(2026, 1, 1))
    await portal.ok("/network/coupon_save", operator, attributes=coupon)
    saved = await portal.ok("/network/notice_save", operator, attributes=notice)
    return {"case_id": case["case_id"], "notice_id": saved["id"]}


async def add_money(portal: Portal, trade: Deal) -> dict[str, Any]:
    """A settlement, a payment that was sent with its document, and a second settlement that waits."""
    paypal = draft("paypal", "GB", "GBP", {"holder": CANARY, "email": f"{CANARY}@example.com"})
    method = await save_method(portal, trade.who, paypal)
    await pass_time(portal, trade.who.uid)
    await earn(trade, "13613.70", months=2, order_id=unique(CANARY))
    await settle(portal, trade.brand.mcid, months=2)
    company = {"name": CANARY, "country": "GB", "vat_id": "GB980780684"}
    company |= {"vat_status": "registered", "self_billing": True}
    await portal.ok("/user/edit", trade.who, attributes={"company": company})
    payment = await request(trade, method_id=method["id"])
    batch = {"batch_id": (await pay(portal))["batch_id"], "format": "csv"}
    await portal.ok("/network/payout_file", await portal.operator(), attributes=batch)
    await set_state(portal, payment, "sent")
    await earn(trade, "999.90", months=1, order_id=unique(CANARY))
    await settle(portal, trade.brand.mcid, months=1)
    async with portal.db() as db:
        rows = await db.fetch(
            "select settlement_id from settlement where publisher_id = $1 order by payment_id nulls last",
            trade.who.uid,
        )
    settled, waiting = (row["settlement_id"] for row in rows)
    return {
        "payment_id": payment["payment_id"],
        "settlement_id": settled,
        "settlement_ids": [waiting],
        "method_id": method["id"],
    }
