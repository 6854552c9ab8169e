"""A refusal about a field names the rule that it breaks, and the rule's limit: each rule of the closed list once."""

import ast
import re
from pathlib import Path
from typing import Any

import pytest

from rpc import Rule
from schema.core.errors import RULES, Code, Limit
from schema.core.scalar import USERNAME_PATTERN
from tests.support.accounts.payments import HOLDER, draft, paypal, save_method
from tests.support.hostile.documents import hostile_pdfs
from tests.support.hostile.files import PDF, bomb, image, send, send_all
from tests.support.portal import PASSWORD, Portal, unique

CODE = re.compile(r"Code\.(\w+)")
ROOT = Path(__file__).parents[3]
DAYS = {"start_date": "2026-01-01", "end_date": "2026-01-31"}
CHANNEL = {
    "name": "A blog",
    "channel_type": 1,
    "channel_platform": "Own website",
    "promotion_methods": [1],
    "website": "https://blog.example",
}
SIGN_UP = {
    "username": "maya",
    "email": "maya@example.com",
    "password": PASSWORD,
    "confirm_password": PASSWORD,
    "agreement": 1,
}
KIT = {"file_url": "/files/a", "name": "a", "size": 1}
COMPANY = {"name": "Ann", "country": "DE"}
BRAND = {
    "mcid": "a-shop",
    "name": "A shop",
    "site_url": "https://a.example",
    "domains": ["a.example"],
}
GROUP = {"name": "All", "pays": "percent", "value": "7.5"}
ENTITY = {
    "name": "The network",
    "country": "DE",
    "address": "A street 1",
    "iban": "DE89370400440532013000",
}
POSTBACK = {"event_type": 1, "delivery_type": 1, "link_url": "https://a.example/"}
CASE = {
    "kind": "missing",
    "mcid": "nobody",
    "order_id": "A-1",
    "order_time": "2026-01-01T00:00:00Z",
    "currency": "GBP",
    "amount": "10.00",
    "note": "It is not listed",
}
RATE = {"day": "2026-01-01", "base": "EUR", "quote": "GBP", "rate": "0.86"}

Case = tuple[Rule, Limit | None, str, str, dict[str, Any]]


def invalid(
    path: str, *cases: tuple[Rule, Limit | None, str, dict[str, Any]], **attributes: Any
) -> list[Case]:
    """Cases of one call, each with what differs from attributes that are valid."""
    return [
        (rule, limit, path, f"attributes.{field}", {"attributes": {**attributes, **wrong}})
        for rule, limit, field, wrong in cases
    ]


GUESTS: list[Case] = [
    *invalid("/auth/account_check", (Rule.REQUIRED, None, "username", {})),
    *invalid(
        "/auth/sign_up",
        (Rule.TYPE, "string", "username", {"username": 5}),
        (Rule.FORMAT, USERNAME_PATTERN.replace(r"\Z", "$"), "username", {"username": "a b"}),
        (Rule.TOO_SHORT, 12, "password", {"password": "short"}),
        (Rule.TOO_LONG, 100, "company.name", {"company": COMPANY | {"name": "x" * 101}}),
        (Rule.TOO_MANY, 20, "media_kit", {"media_kit": [KIT] * 21}),
        (Rule.NOT_AN_EMAIL, None, "email", {"email": "maya.example"}),
        (Rule.NOT_A_TIME_ZONE, None, "time_zone", {"time_zone": "Mars/Base"}),
        (Rule.NOT_A_CURRENCY, None, "currency", {"currency": "XXQ"}),
        (Rule.NOT_APPLICABLE, None, "media_kit", {"media_kit": [KIT]}),
        (Rule.MISMATCH, None, "confirm_password", {"confirm_password": "another altogether"}),
        (
            Rule.WEAK_PASSWORD,
            "common",
            "password",
            {"password": "password1234", "confirm_password": "password1234"},
        ),
        (
            Rule.WEAK_PASSWORD,
            "personal",
            "password",
            {"password": "mayaexample1", "confirm_password": "mayaexample1"},
        ),
        (Rule.WRONG_COUNTRY, "AT", "company.vat_id", {"company": COMPANY | {"vat_id": "ATU13585627"}}),
        (Rule.ONE_STOP_SHOP, None, "company.vat_id", {"company": COMPANY | {"vat_id": "EU826010755"}}),
        (Rule.NOT_A_VAT_NUMBER, None, "company.vat_id", {"company": COMPANY | {"vat_id": "n/a"}}),
        (Rule.NOT_A_TAX_NUMBER, None, "company.tax_id", {"company": COMPANY | {"tax_id": "n/a"}}),
        (
            Rule.WRONG_DIGITS,
            "VAT number of this country",
            "company.vat_id",
            {"company": COMPANY | {"vat_id": "DE999999999"}},
        ),
        **SIGN_UP,
    ),
    *invalid("/auth/third_link", (Rule.UNKNOWN_FIELD, None, "wish", {"wish": 1}), provider="acme"),
]  # fmt: skip
PUBLISHERS: list[Case] = [
    (Rule.TOO_LARGE, 1_000, "/reports/clicks", "page.perPage", {"filter": DAYS, "page": {"perPage": 1_001}}),
    (Rule.TOO_SMALL, 1, "/reports/clicks", "page.curPage", {"filter": DAYS, "page": {"curPage": 0}}),
    (Rule.NOT_A_CURSOR, None, "/reports/clicks", "page.cursor", {"filter": DAYS, "page": {"cursor": "x"}}),
    (Rule.NOT_A_DATE, None, "/reports/clicks", "filter.start_date", {"filter": DAYS | {"start_date": "x"}}),
    (Rule.UNKNOWN, None, "/reports/clicks", "filter.site_ids", {"filter": DAYS | {"site_ids": [2**40]}}),
    (
        Rule.OUT_OF_RANGE,
        "2000-01-01 to 2099-12-31",
        "/reports/clicks",
        "filter.start_date",
        {"filter": DAYS | {"start_date": "1999-12-31"}},
    ),
    (Rule.TOO_EARLY, None, "/reports/clicks", "filter.end_date", {"filter": DAYS | {"end_date": "2025-01-01"}}),
    (Rule.TOO_LONG_AFTER, 5, "/reports/clicks", "filter.end_date", {"filter": DAYS | {"start_date": "2020-01-01"}}),
    (
        Rule.TOO_MANY_DAYS,
        92,
        "/reports/performance",
        "filter.end_date",
        {"filter": {"start_date": "2026-01-01", "end_date": "2026-04-03", "group_by": ["hour"]}},
    ),
    (Rule.NOT_A_TIME, None, "/postback/deliveries", "filter.after", {"filter": {"after": "2026-01-01T00:00:00"}}),
    *invalid("/payments/statement", (Rule.NOT_A_MONTH, None, "period", {"period": "2026-13"})),
    *invalid(
        "/payments/method_fields",
        (Rule.NOT_A_COUNTRY, None, "country", {"country": "XX"}),
        (Rule.UNSUPPORTED, "paypal", "currency", {"currency": "INR"}),
        kind="paypal",
        country="GB",
    ),
    *invalid(
        "/payments/method_save",
        (Rule.NOT_AN_IBAN, None, "fields.iban", {"fields": HOLDER | {"iban": "DE89370400440532013001"}}),
        (Rule.NOT_A_BANK_NAME, None, "fields.holder", {"fields": {"holder": "!!", "iban": ENTITY["iban"]}}),
        (
            Rule.NOT_A_BIC,
            None,
            "fields.bic",
            {"fields": HOLDER | {"iban": ENTITY["iban"], "bic": "COBAXXFF"}},
        ),
        (
            Rule.WRONG_DIGITS,
            "CLABE",
            "fields.clabe",
            {"country": "MX", "currency": "MXN", "fields": HOLDER | {"clabe": "1" * 18}},
        ),
        **draft("bank", "DE", "EUR", {}),
    ),
    *invalid("/user/edit", (Rule.NOT_A_PHONE, None, "phone", {"phone": "12"})),
    *invalid(
        "/site/save",
        (Rule.NOT_A_URL, None, "website", {"website": "blog"}),
        (Rule.NOT_UPLOADED, None, "logo", {"logo": "/files/another.png", "website": "https://a.example"}),
        (Rule.WRONG_HOST, "https://blog.example", "fallback_url", {"fallback_url": "https://a.example/"}),
        **CHANNEL,
    ),
    *invalid(
        "/reports/case_open",
        (Rule.ONE_OF, "missing, incorrect, declined, unpaid, question", "kind", {"kind": "strange"}),
        (Rule.NOT_A_NUMBER, "79.00", "amount", {"amount": "79,00"}),
        (Rule.NOT_A_NUMBER, None, "amount", {"amount": "much"}),
        (Rule.NOT_POSITIVE, None, "amount", {"amount": "0"}),
        (Rule.TOO_MANY_DECIMALS, 2, "amount", {"amount": "1.005"}),
        (Rule.IN_THE_FUTURE, None, "order_time", {"order_time": "2999-01-01T00:00:00Z"}),
        **CASE,
    ),
    *invalid(
        "/common/gen_token",
        (Rule.IN_THE_PAST, None, "expires_at", {"expires_at": "2001-01-01T00:00:00Z"}),
        name="A script",
        scopes=["report.read"],
        password=PASSWORD,
    ),
    *invalid(
        "/postback/redeliver",
        (Rule.TOO_OLD, 30, "end_date", {"start_date": "2001-01-01", "end_date": "2001-01-02"}),
    ),
    *invalid(
        "/postback/do_info",
        (Rule.NOT_ASCII, None, "link_url", {"link_url": "https://a.example/ü"}),
        (Rule.FRAGMENT, None, "link_url", {"link_url": "https://a.example/#x"}),
        (Rule.USER_IN_URL, None, "link_url", {"link_url": "https://u:p@a.example/"}),
        (Rule.MACRO_IN_HOST, None, "link_url", {"link_url": "https://{uid1}.example/"}),
        (Rule.UNKNOWN_MACRO, "x", "link_url", {"link_url": "https://a.example/{x}"}),
        (Rule.UNMATCHED_BRACE, None, "link_url", {"link_url": "https://a.example/{oid"}),
        (
            Rule.SIGNATURE_IN_BODY,
            None,
            "parameters.a",
            {"delivery_type": 2, "parameters": {"a": "{signature}"}},
        ),
        **POSTBACK,
    ),
]  # fmt: skip
OPERATORS: list[Case] = [
    *invalid(
        "/network/brand_save",
        (Rule.NOT_A_HOST, None, "domains[0]", {"domains": ["a b"]}),
        (Rule.DUPLICATE, "commission_groups[0]", "commission_groups[1]", {"commission_groups": [GROUP, GROUP]}),
        **BRAND,
        commission_groups=[GROUP],
    ),
    *invalid("/network/rate_save", (Rule.SAME, "base", "quote", {"quote": "EUR"}), **RATE),
    *invalid(
        "/network/banner_save",
        (Rule.NOT_LATER, "starts_at", "ends_at", {"ends_at": "2026-01-01T00:00:00Z"}),
        title="A banner",
        starts_at="2026-01-02T00:00:00Z",
    ),
    *invalid(
        "/network/entity_save",
        (Rule.NOT_AN_IBAN, None, "iban", {"iban": "DE00"}),
        (Rule.OUT_OF_RANGE, "0 to below 100", "vat_rate", {"vat_rate": "100"}),
        **ENTITY,
    ),
    *invalid("/network/settle", (Rule.STATE, None, "period", {"period": "2098-01"})),
    *invalid(
        "/network/rates_import",
        (Rule.COLUMNS, "day, base, quote, rate", "content", {"content": "a,b\n1,2"}),
        (Rule.EMPTY, None, "content", {"content": "day,base,quote,rate\n"}),
    ),
    *invalid(
        "/network/brands_import",
        (Rule.NOT_UTF8, "line 2", "content", {"content": "mcid,name\na,Caf\ufffd"}),
    ),
]  # fmt: skip
FILES = [
    (Rule.EMPTY, None, "/common/upload", b""),
    (Rule.FILE_TYPE, None, "/common/upload", b"<!doctype html>"),
    (Rule.ENCRYPTED_FILE, None, "/common/upload", hostile_pdfs()["pdf that is encrypted"]),
    (Rule.ACTIVE_FILE, None, "/common/upload", hostile_pdfs()["pdf with script"]),
    (Rule.TOO_MANY_PIXELS, 16, "/common/upload", bomb()),
    (Rule.NOT_A_TABLE, "pdf", "/network/orders_file", PDF),
    (Rule.NOT_A_TABLE, "image", "/network/orders_file", image()),
    (Rule.NOT_A_TABLE, "spreadsheet", "/network/orders_file", b"PK\x03\x04" + bytes(60)),
    (Rule.NOT_A_TABLE, "binary", "/network/orders_file", b"a,b\n" + bytes(600)),
]


def with_ids(cases: list[Case]) -> list[Any]:
    return [pytest.param(*each, id=f"{each[0]} {each[2]}") for each in cases]


def refusal_of(field: str, rule: Rule, limit: Limit | None) -> dict[str, Any]:
    """The data of a refusal."""
    return {"field": field, "rule": rule} | ({} if limit is None else {"limit": limit})


@pytest.mark.parametrize(("rule", "limit", "path", "field", "req"), with_ids(GUESTS))
async def test_refused_guest_call_names_the_broken_rule(
    portal: Portal, rule: Rule, limit: Limit | None, path: str, field: str, req: dict[str, Any]
) -> None:
    reply = await portal.post(path, None, **req)
    assert reply.data == refusal_of(field, rule, limit), reply


@pytest.mark.parametrize(("rule", "limit", "path", "field", "req"), with_ids(PUBLISHERS))
async def test_refused_publisher_call_names_the_broken_rule(
    portal: Portal, rule: Rule, limit: Limit | None, path: str, field: str, req: dict[str, Any]
) -> None:
    reply = await portal.post(path, await portal.someone(), **req)
    assert reply.data == refusal_of(field, rule, limit), reply


@pytest.mark.parametrize(("rule", "limit", "path", "field", "req"), with_ids(OPERATORS))
async def test_refused_operator_call_names_the_broken_rule(
    portal: Portal, rule: Rule, limit: Limit | None, path: str, field: str, req: dict[str, Any]
) -> None:
    reply = await portal.post(path, await portal.operator(), **req)
    assert reply.data == refusal_of(field, rule, limit), reply


@pytest.mark.parametrize(
    ("rule", "limit", "path", "body"), [pytest.param(*each, id=each[0]) for each in FILES]
)
async def test_refused_file_names_the_broken_rule(
    portal: Portal, rule: Rule, limit: Limit | None, path: str, body: bytes
) -> None:
    who = await (portal.operator() if path.startswith("/network") else portal.someone())
    reply = await send(portal, body, who, path=path)
    assert reply.data == refusal_of("file", rule, limit), reply


async def test_conflict_with_stored_data_names_the_broken_rule(portal: Portal) -> None:
    alice = await portal.someone()
    reply = await portal.post("/auth/account_check", attributes={"username": alice.username})
    assert reply.data == refusal_of("attributes.username", Rule.TAKEN, None)

    methods = [
        await save_method(portal, alice, paypal(f"{unique('a')}@example.com")) for _ in range(2)
    ]
    default = {"id": methods[0]["id"], "password": PASSWORD}
    reply = await portal.post("/payments/method_del", alice, attributes=default)
    assert reply.data == refusal_of("attributes.id", Rule.IS_DEFAULT, "payment method")

    saved = await portal.ok("/postback/do_info", alice, attributes=POSTBACK)
    stale = {**POSTBACK, "id": saved["id"], "updated_at": "2026-01-01T00:00:00Z"}
    reply = await portal.post("/postback/do_info", alice, attributes=stale)
    assert reply.data == refusal_of("attributes.updated_at", Rule.CHANGED, None)

    await portal.ok("/user/edit", alice, attributes={"time_zone": "Asia/Tokyo"})
    again = {"time_zone": "Asia/Dubai"}
    reply = await portal.post("/user/edit", alice, attributes=again)
    assert reply.data == refusal_of("attributes.time_zone", Rule.RECALCULATING, None)


async def test_refused_url_names_the_broken_rule(portal: Portal) -> None:
    alice, shop = await portal.someone(), await portal.brand()
    await portal.join(alice, shop)
    link = {"mcid": shop.mcid, "target_url": "https://127.0.0.1/"}
    reply = await portal.post("/tools/link_code", alice, attributes=link)
    assert reply.data == refusal_of("attributes.target_url", Rule.FORBIDDEN, None)

    own = portal.resources.settings.public_url
    channel = {**CHANNEL, "website": own, "fallback_url": f"{own}/track/abc"}
    reply = await portal.post("/site/save", alice, attributes=channel)
    assert reply.data == refusal_of("attributes.fallback_url", Rule.TRACKING_LINK, None)

    document = await send_all(portal, alice, PDF)
    reply = await portal.post("/user/avatar_edit", alice, attributes={"avatar": document["url"]})
    assert reply.data == refusal_of("attributes.avatar", Rule.NOT_AN_IMAGE, None)


async def test_refused_bulk_row_names_the_rule_that_its_link_breaks(portal: Portal) -> None:
    alice, shop = await portal.someone(), await portal.brand()
    await portal.join(alice, shop)
    link = {"mcid": shop.mcid, "target_url": f"https://{shop.mcid}.example/"}
    items = [link, link | {"uid1": "x" * 101}, link | {"target_url": ""}]
    for path in ("/tools/link_bulk_preview", "/tools/link_bulk"):
        rows = (await portal.ok(path, alice, attributes={"items": items}))["list"]
        assert [(row["rule"], row["limit"]) for row in rows] == [
            (None, None), ("too_long", 100), ("required", None),
        ]  # fmt: skip


IN_STEPS = {
    Rule.TAKEN, Rule.IS_DEFAULT, Rule.CHANGED, Rule.RECALCULATING, Rule.FORBIDDEN, Rule.TRACKING_LINK,
    Rule.NOT_AN_IMAGE,
}  # fmt: skip
"""Those of the tests above that take several calls."""
ELSEWHERE = {
    Rule.AMBIGUOUS: "tests/links/test_inferred_brand.py",
    Rule.FIXED: "tests/orders/test_unrated.py",
    Rule.FULL: "tests/reports/test_views.py",
    Rule.UNCHANGED: "tests/orders/cases/test_case_open.py",
    Rule.UNREADABLE: "tests/network/test_network_brands_import.py",
}
"""Rules that take more to break: the tests of what they are about provoke them."""


def test_every_rule_of_a_field_has_a_test_case() -> None:
    tables = {case[0] for case in [*GUESTS, *PUBLISHERS, *OPERATORS, *FILES]}
    assert tables | IN_STEPS | ELSEWHERE.keys() == set(Rule)
    for rule, file in ELSEWHERE.items():
        assert f"Rule.{rule.name}" in (ROOT / file).read_text(), rule


def test_every_refusal_of_a_field_names_its_rule() -> None:
    """By its code alone where that says it, as BRAND_UNKNOWN does."""
    bare = [
        f"{path.relative_to(ROOT)}:{call.lineno}"
        for folder in ("schema", "rpc", "handlers", "sql")
        for path in (ROOT / folder).rglob("*.py")
        for call in ast.walk(ast.parse(path.read_text()))
        if isinstance(call, ast.Call) and ast.unparse(call.func) == "Fault"
        if not names_its_rule(call)
    ]
    assert bare == []


def names_its_rule(call: ast.Call) -> bool:
    arguments = {each.arg for each in call.keywords}
    if "field" not in arguments or "rule" in arguments:
        return True
    codes = CODE.findall(ast.unparse(call.args[0]))
    return bool(codes) and all(Code[name] in RULES for name in codes)
