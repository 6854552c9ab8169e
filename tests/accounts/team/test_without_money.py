"""Analysts without money: no reply, file, mail or order of rows tells them an amount."""

import re
from collections.abc import Iterator
from decimal import Decimal
from typing import Any, get_args, get_origin

import msgspec
import pytest

import schema.core.without_money
from handlers._registry import registry
from rpc import Code
from rpc.calls.context import Member, Publisher
from rpc.calls.registry_entry import Procedure
from schema.accounts.permission import PERMISSIONS
from schema.core.without_money import InMoney, is_money, money_columns, without_money
from schema.exports import export_columns
from schema.exports.export import Column
from schema.home.dashboard import TrendPoint
from schema.orders.order import Order
from schema.reports.report import Performance
from sql.exports.export_statements import CLICK_COLUMNS, ITEM_COLUMNS
from tests.accounts.team.test_narrowed_members import DAYS, company
from tests.accounts.team.test_team import team
from tests.reports.test_views import mail, save
from tests.support.accounts.mails import mails_to
from tests.support.portal import Portal

OPEN_TO_ANALYSTS = {"", *PERMISSIONS["analyst"]} - {"payment.read", "money.read"}
NO_AMOUNTS = {
    "approval_rate": "a share of items",
    "bonus_percent": "what the network promises everybody",
    "comm_rate": "a percentage of the brand's terms",
    "conversion_rate": "a share of clicks",
    "cr": "a share of clicks",
    "rate": "an exchange rate, or a share of orders",
    "share": "a share of orders",
    "value": "what a brand pays everybody",
    "vat_rate": "a rate of tax",
}
"""Fields with decimal numbers that are no amounts of the publisher's, each with the reason."""
REFUSED = {"/reports/books_list", "/reports/books_info", "/reports/books_rows"}
"""Calls about nothing but amounts, refused to members without money."""


def find_unmarked(kind: Any, known: set[Any] | None = None) -> Iterator[str]:
    """The fields of a reply's type with decimal numbers that are not marked as amounts."""
    known = set() if known is None else known
    for inner in get_args(kind):
        yield from find_unmarked(inner, known)
    struct: Any = get_origin(kind) or kind
    if not hasattr(struct, "__struct_fields__") or kind in known:
        return
    known.add(kind)
    for field in msgspec.structs.fields(kind):
        if is_money(field.type):
            continue
        if Decimal in kinds(field.type) and field.encode_name not in NO_AMOUNTS:
            yield f"{struct.__name__}.{field.name}"
        yield from find_unmarked(field.type, known)


def kinds(kind: Any) -> set[Any]:
    inner = get_args(kind)
    return {each for part in inner for each in kinds(part)} if inner else {kind}


CALLS = [
    each
    for each in registry.entries(Procedure)
    if each.context in (Member, Publisher)
    and each.permission in OPEN_TO_ANALYSTS
    and each.path not in REFUSED
]


@pytest.mark.parametrize("call", CALLS, ids=lambda call: call.path)
def test_every_amount_of_a_reply_is_marked(call: Procedure) -> None:
    assert not set(find_unmarked(call.returns))


def test_check_finds_an_amount_that_is_not_marked() -> None:
    """The control."""

    class Careless(msgspec.Struct):
        marked: InMoney[Decimal]
        earned: list[dict[str, Decimal | None]]
        cr: Decimal

    assert set(find_unmarked(Careless)) == {"Careless.earned"}


def test_reply_keeps_everything_but_its_amounts() -> None:
    class Left(msgspec.Struct, omit_defaults=True):
        name: str | None = None
        sales: InMoney[Decimal] = Decimal(1)

    class Reply(msgspec.Struct):
        rows: list[Left] = msgspec.field(name="list")
        by_day: dict[str, Left]
        total: int | msgspec.UnsetType = msgspec.UNSET

    reply = Reply([Left("a"), Left()], {"x": Left("b", Decimal(2))})
    assert without_money(reply) == {"list": [{"name": "a"}, {}], "by_day": {"x": {"name": "b"}}}
    assert without_money([TrendPoint.__struct_fields__]) == [
        ["date", "clicks", "orders", "sales", "commission"]
    ]


def amounts_in(value: Any, names: frozenset[str], path: str = "") -> Iterator[str]:
    """Where amounts with these names are in a decoded reply."""
    if isinstance(value, dict):
        for name, inner in value.items():
            if name in names:
                yield f"{path}.{name}"
            yield from amounts_in(inner, names, f"{path}.{name}")
    if isinstance(value, list):
        for inner in value:
            yield from amounts_in(inner, names, path)


class TestReplies:
    async def test_reports_have_no_amounts(self, portal: Portal) -> None:
        it = await company(portal)
        who = await portal.member(it.owner, "analyst", with_money=False)
        both = await portal.member(it.owner, "analyst")
        for path, kind, req in (
            ("/reports/performance", Performance, {"filter": {**DAYS, "compare": "previous"}}),
            ("/reports/transactions", Order, {"filter": DAYS}),
            ("/reports/transaction", Order, {"attributes": {"oid": it.own_oid}}),
            ("/home/dashboard", Performance, {}),
            ("/home/search", Order, {"attributes": {"keyword": str(it.own_oid)}}),
            ("/reports/why", Order, {"attributes": {"oid": it.own_oid}}),
            ("/reports/events", Order, {}),
        ):
            seen = await portal.ok(path, who, **req)
            whole = await portal.ok(path, both, **req)
            names = money_columns(kind) | {"sales", "commission", "amount"}
            assert [*amounts_in(whole, names)], path
            assert not [*amounts_in(seen, names)], path
            for amount in ("30.00", "500.00", "530.00"):
                assert amount not in str(seen), path

    async def test_rows_cannot_be_sorted_or_selected_by_an_amount(self, portal: Portal) -> None:
        it = await company(portal)
        who = await portal.member(it.owner, "analyst", with_money=False)
        compared = {**DAYS, "compare": "previous"}
        for path, req, field in (
            ("/reports/performance", {"filter": {**DAYS, "sort": "-commission"}}, "filter.sort"),
            ("/reports/performance", {"filter": {**compared, "sort": "epc_change"}}, "filter.sort"),
            ("/reports/transactions", {"filter": {**DAYS, "sort": "sale_amount"}}, "filter.sort"),
            ("/brands/find", {"filter": {"sort": "epc"}}, "filter.sort"),
            ("/reports/transactions", {"filter": DAYS, "fields": ["sale_comm"]}, "fields"),
            (
                "/reports/export",
                {"attributes": {"report": "performance", "filter": {**DAYS, "sort": "aov"}}},
                "attributes.filter.sort",
            ),
        ):
            reply = await portal.refuses(Code.REQUEST_INVALID, path, who, **req)
            assert reply.refusal == {"field": field}
            assert "choose another column" in reply.message
        shown = {"filter": {**DAYS, "sort": "-orders"}, "fields": ["orders"]}
        await portal.ok("/reports/performance", who, **shown)

    async def test_calls_about_amounts_alone_are_refused(self, portal: Portal) -> None:
        it = await company(portal)
        who = await portal.member(it.owner, "analyst", with_money=False)
        for path in ("/reports/books_list", "/payments/balance", "/payments/summary"):
            await portal.refuses(Code.NOT_ALLOWED, path, who)
        profile = await portal.ok("/user/profile", who)
        assert not {"money.read", "payment.read"} & {*profile["permissions"]}

    async def test_exported_files_have_no_amounts(self, portal: Portal) -> None:
        it = await company(portal)
        who = await portal.member(it.owner, "analyst", with_money=False)
        both = await portal.member(it.owner, "analyst")
        for report in ("performance", "transactions", "links"):
            filter = {} if report == "links" else DAYS
            texts = []
            for reader in (who, both):
                asked = {"report": report, "filter": filter}
                await portal.ok("/reports/export", reader, attributes=asked)
                await portal.work()
                [ready, *_] = (await portal.ok("/common/download_list", reader))["list"]
                texts.append((await portal.http.get(ready["download_url"])).text)
            without, whole = texts
            assert "30.00" in whole or "3.00" in whole
            assert not re.search(r"\b(30|500|530|3|50|53)\.00\b", without), without
            assert without.count("\n") == whole.count("\n")

    async def test_mailed_view_has_no_amounts(self, portal: Portal) -> None:
        it = await company(portal)
        who = await portal.member(it.owner, "manager")
        view = await save(portal, who, filter={"group_by": ["date"]}, days="last_30")
        async with portal.db() as db:
            await db.execute(
                "update account set role = 'analyst', with_money = false where publisher_id = $1 and account_id = $2",
                *(who.uid, who.account_id),
            )
        await mail(portal, who, view, portal.resources.clock.now())
        await portal.work()
        [text] = mails_to(portal, who.email, subject="By brand")
        assert "Orders" in text
        assert "GBP" not in text

    async def test_reply_whose_amounts_are_not_marked_would_show_them(
        self, portal: Portal, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """The control."""
        it = await company(portal)
        who = await portal.member(it.owner, "analyst", with_money=False)
        schema.core.without_money.shown_fields.cache_clear()
        monkeypatch.setattr("schema.core.without_money.is_money", lambda _: False)
        try:
            seen = await portal.ok("/reports/transactions", who, filter=DAYS)
        finally:
            schema.core.without_money.shown_fields.cache_clear()
        assert seen["totals"]["sales"] == "530.00"

    async def test_team_shows_owners_who_sees_no_amounts(self, portal: Portal) -> None:
        owner = await portal.someone()
        who = await portal.member(owner, "analyst", with_money=False)
        shown = {each["id"]: each["with_money"] for each in (await team(portal, owner))["members"]}
        assert shown == {owner.account_id: True, who.account_id: False}
        members = (await team(portal, who))["members"]
        assert [each["with_money"] for each in members] == [None, None]


def test_columns_of_files_are_amounts_where_the_fields_of_replies_are() -> None:
    files = [
        (export_columns.performance_columns(["date"], compared=True), Performance),
        ([column for column, _ in ITEM_COLUMNS], Order),
        ([column for column, _ in CLICK_COLUMNS], Order),
    ]
    for columns, reply in files:
        names = money_columns(reply) | money_columns(schema.core.without_money.item_of(reply))
        assert names
        for column in columns:
            name = re.sub("_(before|change)$", "", column.name)
            if name in names:
                assert column.is_money, column
            elif column.is_money:
                assert name in ("ori_amount", "ori_comm"), column
    assert not Column("cr", export_columns.INTEGER, "").is_money
