"""A refusal about one field names it in `data.field`, wherever in the code it is raised."""

from typing import Any

import pytest

from rpc import Code
from tests.support.accounts.payments import draft
from tests.support.hostile.files import image, send
from tests.support.portal import PASSWORD, Portal

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
DAYS = {"start_date": "2026-01-01", "end_date": "2026-01-31"}
INVALID = Code.REQUEST_INVALID

GUESTS: list[tuple[str, int | Code, str, dict[str, Any], str]] = [
    ("/auth/account_check", 20006, "Username is required", {}, "attributes.username"),
    ("/auth/account_check", 20007, "Username must be text", {"username": 5}, "attributes.username"),
    (
        "/auth/sign_up",
        20039,
        "Company name cannot be longer than 100 characters",
        SIGN_UP | {"company": {"name": "x" * 101, "country": "Sweden"}},
        "attributes.company.name",
    ),
    (
        "/auth/sign_up",
        INVALID,
        "`attributes.channel.channel_type` is not one of /site/types",
        SIGN_UP | {"channel": CHANNEL | {"channel_type": 999}},
        "attributes.channel.channel_type",
    ),
    (
        "/auth/sign_up",
        Code.PASSWORDS_DIFFER,
        "Passwords do not match",
        SIGN_UP | {"confirm_password": "another one altogether"},
        "attributes.confirm_password",
    ),
    (
        "/auth/sign_up",
        Code.PASSWORD_INVALID,
        "Invalid password format: ",
        SIGN_UP | {"password": "password1234", "confirm_password": "password1234"},
        "attributes.password",
    ),
    ("/auth/sign_in", 20010, "Password is required", {"account": "maya"}, "attributes.password"),
    (
        "/auth/third_link",
        INVALID,
        "`attributes.wish` is not a known field",
        {"provider": "acme", "wish": 1},
        "attributes.wish",
    ),
]


@pytest.mark.parametrize(("path", "code", "says", "attributes", "field"), GUESTS)
async def test_refusal_of_a_guest_names_the_field(
    portal: Portal, path: str, code: int | Code, says: str, attributes: dict[str, Any], field: str
) -> None:
    reply = await portal.refuses(code, path, attributes=attributes)
    assert reply.message.startswith(says)
    assert reply.refusal == {"field": field}


PUBLISHERS: list[tuple[str, Code, str, dict[str, Any], str]] = [
    (
        "/site/save",
        INVALID,
        "`attributes.promotion_methods` must all be from /site/types",
        {"attributes": CHANNEL | {"promotion_methods": [999]}},
        "attributes.promotion_methods",
    ),
    (
        "/site/save",
        INVALID,
        "`attributes.logo` is not one of your files",
        {"attributes": CHANNEL | {"logo": "/files/another.png", "website": "https://a.example"}},
        "attributes.logo",
    ),
    (
        "/reports/case_open",
        INVALID,
        "`attributes.amount` must be a plain number: write 79.00",
        {"attributes": {"kind": "missing", "amount": "79,00"}},
        "attributes.amount",
    ),
    (
        "/user/edit",
        INVALID,
        "`attributes.phone` is not a phone number",
        {"attributes": {"phone": "12"}},
        "attributes.phone",
    ),
    (
        "/common/download_del",
        INVALID,
        "`attributes.id` is required",
        {"attributes": {}},
        "attributes.id",
    ),
    (
        "/payments/method_save",
        INVALID,
        "`attributes.fields.iban`: This is not a valid IBAN",
        {"attributes": draft("bank", "DE", "EUR", {"iban": "DE89370400440532013001"})},
        "attributes.fields.iban",
    ),
    (
        "/payments/method_save",
        INVALID,
        "`attributes.fields.colour`: This payment method has no such field",
        {"attributes": draft("paypal", "GB", "GBP", {"email": "a@b.example", "colour": "red"})},
        "attributes.fields.colour",
    ),
    (
        "/payments/method_fields",
        INVALID,
        "`attributes.country` is not an ISO 3166 country code",
        {"attributes": {"kind": "bank", "country": "XX"}},
        "attributes.country",
    ),
    (
        "/reports/performance",
        Code.DATES_REVERSED,
        "Start date cannot be later than end date",
        {"filter": {"start_date": "2026-02-01", "end_date": "2026-01-01"}},
        "filter.end_date",
    ),
    (
        "/reports/performance",
        INVALID,
        "`filter.sort` must be a column of the answer",
        {"filter": DAYS | {"sort": "colour"}},
        "filter.sort",
    ),
    (
        "/reports/performance",
        INVALID,
        "`filter.group_by[0]` must be one of: date, week, month, ",
        {"filter": DAYS | {"group_by": ["moon"]}},
        "filter.group_by[0]",
    ),
    (
        "/reports/clicks",
        INVALID,
        "`page.cursor` is not a cursor of this list",
        {"filter": DAYS, "page": {"cursor": "nonsense"}},
        "page.cursor",
    ),
    (
        "/reports/clicks",
        INVALID,
        "`page.perPage` must be a whole number",
        {"filter": DAYS, "page": {"perPage": "many"}},
        "page.perPage",
    ),
    (
        "/user/profile",
        Code.FIELD_UNKNOWN,
        "`fields`: the reply of this call has no `colour`",
        {"fields": ["colour"]},
        "fields",
    ),
    (
        "/user/profile",
        INVALID,
        "`fields[1]` must be text",
        {"fields": ["uid", 5]},
        "fields[1]",
    ),
]


@pytest.mark.parametrize(("path", "code", "says", "req", "field"), PUBLISHERS)
async def test_refusal_of_a_publisher_names_the_field(
    portal: Portal, path: str, code: Code, says: str, req: dict[str, Any], field: str
) -> None:
    reply = await portal.refuses(code, path, await portal.someone(), **req)
    assert reply.message.startswith(says)
    assert reply.refusal == {"field": field}


async def test_refusal_names_a_list_item_by_its_index(portal: Portal) -> None:
    brand, operator = await portal.brand(), await portal.operator()
    orders = [{"order_id": "1", "order_time": "2026-01-01T00:00:00Z", "currency": "GBP"}]
    reply = await portal.refuses(
        INVALID, "/network/conversions", brand, attributes={"orders": orders}
    )
    assert reply.refusal == {"field": "attributes.orders[0].items"}

    groups = [{"name": "All", "pays": "percent", "value": value} for value in ("7.5", "175")]
    draft = {"mcid": "a-shop", "name": "A shop", "site_url": "https://a.example"}
    reply = await portal.refuses(
        INVALID,
        "/network/brand_save",
        operator,
        attributes={**draft, "domains": ["a.example"], "commission_groups": groups},
    )
    assert reply.refusal == {"field": "attributes.commission_groups[1].value"}


async def test_refusal_of_a_target_url_names_the_field(portal: Portal) -> None:
    alice, brand = await portal.someone(), await portal.brand()
    await portal.join(alice, brand)
    for code, target in (
        (Code.TARGET_URL_INVALID, "ftp://elsewhere.example"),
        (Code.URL_NOT_SUPPORTED, "https://elsewhere.example"),
        (Code.URL_FORBIDDEN, "https://127.0.0.1/"),
    ):
        asked = {"mcid": brand.mcid, "target_url": target}
        reply = await portal.refuses(code, "/tools/link_code", alice, attributes=asked)
        assert reply.refusal == {"field": "attributes.target_url"}


async def test_refused_part_of_an_upload_is_named(portal: Portal) -> None:
    alice = await portal.someone()
    assert (await send(portal, b"", alice)).refusal == {"field": "file"}
    assert (await send(portal, image()[:40], alice)).refusal == {"field": "file"}


async def test_refusal_unrelated_to_a_field_names_no_field(portal: Portal) -> None:
    alice = await portal.someone()
    assert (await portal.refuses(Code.UNAUTHORIZED, "/user/profile")).data is None
    reply = await portal.refuses(
        Code.NOT_FOUND, "/reports/transaction", alice, attributes={"oid": 1}
    )
    assert reply.data is None
    reply = await portal.raw("/user/profile", b"[]")
    assert (reply.code, reply.data) == (INVALID.number, None)
