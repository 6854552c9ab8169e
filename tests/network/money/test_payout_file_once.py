"""A payment is in one file for the bank, by any operator and in any format, unless it failed since."""

import asyncio
import csv
import io
from datetime import timedelta
from typing import Any
from xml.etree import ElementTree as ET

import asyncpg
import pytest

from rpc import Code
from schema.network import retention
from schema.payments.payment_method import associated_data
from schema.payments.payout_file import NAMESPACE
from sql.network.payments import payout_file
from sql.server.migrate import migrate
from tests.conftest import MakeDatabase
from tests.network.money.test_payout_file import ENTITY, batch_of, file_of
from tests.support.databases import execute
from tests.support.migrations import NAMES, migrate_part
from tests.support.orders.orders import Deal
from tests.support.orders.payouts import add_method, pay, request, set_state, withdrawable
from tests.support.portal import Portal


async def two_payments(portal: Portal) -> tuple[list[dict[str, Any]], int]:
    """A batch with a payment in EUR to an IBAN, and one in GBP."""
    await portal.ok("/network/entity_save", await portal.operator(), attributes=ENTITY)
    euro, pound = await withdrawable(portal, "300.00"), await withdrawable(portal, "500.00")
    method = await add_method(
        pound, country="GB", currency="EUR", iban="GB29NWBK60161331926819", bic="NWBKGB2L"
    )
    payments = [await request(euro), await request(pound, method_id=method)]
    batch_id = (await pay(portal))["batch_id"]
    return payments, batch_id


def ids_in(file: dict[str, Any]) -> list[int]:
    """The payments of a file, in its order."""
    if file["name"].endswith(".csv"):
        rows = csv.DictReader(io.StringIO(file["content"].removeprefix("\ufeff")))
        return [int(row["payment_id"]) for row in rows]
    root = ET.fromstring(file["content"])
    return [int(each.text or "") for each in root.iter(f"{{{NAMESPACE}}}EndToEndId")]


def message_id(file: dict[str, Any]) -> str:
    root = ET.fromstring(file["content"])
    return root.findtext(f".//{{{NAMESPACE}}}MsgId") or ""


async def take(portal: Portal, batch_id: int, format: str, **attributes: Any) -> Any:
    attributes |= {"batch_id": batch_id, "format": format}
    return await portal.post("/network/payout_file", await portal.operator(), attributes=attributes)


class TestFirstFile:
    async def test_second_bank_file_of_a_payment_batch_is_refused(self, portal: Portal) -> None:
        await portal.ok("/network/entity_save", await portal.operator(), attributes=ENTITY)
        _it, made, batch_id = await batch_of(portal)
        file = await file_of(portal, batch_id, "pain")
        assert made["payment_id"] in ids_in(file)

        for format in ("pain", "csv"):
            given = {"batch_id": batch_id, "format": format}
            reply = await portal.refuses(
                Code.NOTHING_TO_PAY,
                "/network/payout_file",
                await portal.operator(),
                attributes=given,
            )
            assert f"It is in file {file['file_id']}" in reply.message

    async def test_csv_holds_only_payments_not_in_the_pain_file(self, portal: Portal) -> None:
        await portal.ok("/network/entity_save", await portal.operator(), attributes=ENTITY)
        euro = await withdrawable(portal, "300.00")
        pound = await withdrawable(portal, "500.00", currency="GBP")
        given = {"sort_code": "123456", "account_number": "12345678", "iban": ""}
        local = await add_method(pound, country="GB", currency="GBP", **given)
        payments = [await request(euro), await request(pound, method_id=local)]
        batch_id = (await pay(portal))["batch_id"]
        mine = {payment["payment_id"] for payment in payments}

        pain = await file_of(portal, batch_id, "pain")
        rest = await file_of(portal, batch_id, "csv")

        assert mine & set(ids_in(pain)) == {payments[0]["payment_id"]}
        assert mine & set(ids_in(rest)) == {payments[1]["payment_id"]}
        assert not set(ids_in(pain)) & set(ids_in(rest))
        assert rest["file_id"] > pain["file_id"]

    async def test_new_bank_file_holds_only_the_retried_payment(self, portal: Portal) -> None:
        payments, batch_id = await two_payments(portal)
        first = await file_of(portal, batch_id, "pain")
        assert {each["payment_id"] for each in payments} <= set(ids_in(first))
        await set_state(portal, payments[0], "failed", "processing")

        second = await file_of(portal, batch_id, "pain")

        assert ids_in(second) == [payments[0]["payment_id"]]
        assert message_id(first) != message_id(second)
        assert second["total"] == {"EUR": "30.00"}

    async def test_concurrent_bank_files_hold_each_payment_once(self, portal: Portal) -> None:
        payments, batch_id = await two_payments(portal)

        replies = await asyncio.gather(
            *(take(portal, batch_id, format) for format in ("csv", "pain", "csv", "pain"))
        )

        held = [each for reply in replies if reply.code == 0 for each in ids_in(reply.data)]
        assert len(held) == len(set(held))
        assert {each["payment_id"] for each in payments} <= set(held)
        assert {reply.code for reply in replies} == {0, Code.NOTHING_TO_PAY.number}

    async def test_payment_that_fails_during_the_download_is_in_one_bank_file_per_attempt(
        self, portal: Portal
    ) -> None:
        payments, batch_id = await two_payments(portal)

        async def fail() -> None:
            await set_state(portal, payments[0], "failed", "processing")

        reply, _ = await asyncio.gather(take(portal, batch_id, "csv"), fail())
        later = await take(portal, batch_id, "csv")

        async with portal.db() as db:
            rows = await db.fetch(
                "select attempt from payout_file_payment where payment_id = $1",
                payments[0]["payment_id"],
            )
        attempts = [row["attempt"] for row in rows]
        assert len(attempts) == len(set(attempts))
        taken = [each for each in (reply, later) if each.code == 0]
        assert sum(ids_in(each.data).count(payments[0]["payment_id"]) for each in taken) == len(
            attempts
        )
        assert 2 in attempts

    async def test_database_refuses_a_payment_in_a_second_bank_file(self, portal: Portal) -> None:
        _it, made, batch_id = await batch_of(portal)
        file = await file_of(portal, batch_id, "csv")
        async with portal.db() as db:
            again = (
                "insert into payout_file_payment select publisher_id, payment_id, attempt, $2 + 1"
            )
            again += " from payout_file_payment where payment_id = $1"
            with pytest.raises(asyncpg.UniqueViolationError):
                await db.execute(again, made["payment_id"], file["file_id"])


class TestRepeatedFile:
    async def test_repeated_download_of_a_bank_file_is_byte_identical(self, portal: Portal) -> None:
        payments, batch_id = await two_payments(portal)
        first = await file_of(portal, batch_id, "pain")
        await set_state(portal, payments[0], "failed")

        again = (await take(portal, batch_id, "pain", file_id=first["file_id"])).data

        assert (again["content"], again["name"]) == (first["content"], first["name"])
        assert (first["repeat"], again["repeat"], again["made_at"]) == (
            False,
            True,
            first["made_at"],
        )
        operator = await portal.operator()
        files = await portal.ok("/network/payout_files", operator, filter={"batch_id": batch_id})
        [listed] = files["list"]
        assert (listed["file_id"], listed["message_id"]) == (first["file_id"], message_id(first))
        assert (listed["payments"], listed["repeats"], listed["available"]) == (
            first["payments"],
            1,
            True,
        )
        assert listed["made_by"] == listed["repeated_by"] != ""

    async def test_bank_file_id_is_in_the_activity_log_and_the_payment_list(
        self, portal: Portal
    ) -> None:
        it, made, batch_id = await batch_of(portal)
        file = await file_of(portal, batch_id, "csv")
        operator = await portal.operator()

        page = await portal.ok("/network/payments", operator, filter={"uid": it.who.uid})

        assert [row["file_id"] for row in page["list"]] == [file["file_id"]]
        await set_state(portal, made, "failed", "processing")
        page = await portal.ok("/network/payments", operator, filter={"uid": it.who.uid})
        assert [row["file_id"] for row in page["list"]] == [None]
        async with portal.db() as db:
            details = await db.fetchval(
                "select details from audit where action = '/network/payout_file'"
                " order by at desc limit 1"
            )
        assert f'"file_id": "{file["file_id"]}"' in str(details).replace("'", '"')

    async def test_download_of_an_unknown_bank_file_or_of_another_batch_is_refused(
        self, portal: Portal
    ) -> None:
        _it, _made, batch_id = await batch_of(portal)
        file = await file_of(portal, batch_id, "csv")
        _it, _made, other = await batch_of(portal)
        for batch, format, file_id in (
            (batch_id, "csv", 999_999),
            (other, "csv", file["file_id"]),
            (batch_id, "pain", file["file_id"]),
        ):
            reply = await take(portal, batch, format, file_id=file_id)
            assert (reply.code, reply.refusal) == (
                Code.NOT_FOUND.number, {"field": "attributes.file_id"},
            )  # fmt: skip

    async def test_bank_file_is_encrypted_and_deleted_after_90_days(self, portal: Portal) -> None:
        _it, _made, batch_id = await batch_of(
            portal, country="AT", iban="AT611904300234573201", holder="Łukasz Wałęsa"
        )
        file = await file_of(portal, batch_id, "csv")
        async with portal.db() as db:
            row = await db.fetchval(
                "select payout_file::text from payout_file where file_id = $1", file["file_id"]
            )
            assert "Wałęsa" not in row
            now = portal.resources.clock.now()
            await payout_file.forget(db, now + timedelta(days=1) - retention.PAYOUT_FILES)
            assert (await take(portal, batch_id, "csv", file_id=file["file_id"])).code == 0
            await payout_file.forget(db, now + timedelta(days=1))

        reply = await take(portal, batch_id, "csv", file_id=file["file_id"])

        assert reply.code == Code.STATE_FORBIDS.number
        files = await portal.ok(
            "/network/payout_files", await portal.operator(), filter={"batch_id": batch_id}
        )
        assert [each["available"] for each in files["list"]] == [False]


class TestPayeeNames:
    async def test_account_holder_without_a_latin_spelling_is_refused(self, portal: Portal) -> None:
        it: Deal = await withdrawable(portal, "300.00")
        for holder in ("😀", "—", "..."):
            given = {
                "kind": "bank", "country": "DE", "currency": "EUR", "entity": "person",
                "password": "x", "fields": {"holder": holder, "iban": "DE02120300000000202051"},
            }  # fmt: skip
            reply = await portal.refuses(
                Code.REQUEST_INVALID, "/payments/method_save", it.who, attributes=given
            )
            assert reply.data["field"] == "attributes.fields.holder"

    @pytest.mark.parametrize(
        ("country", "currency", "holder", "seen"),
        [
            ("PL", "EUR", "Łukasz Wałęsa", "Lukasz Walesa"),
            ("GR", "EUR", "Γιώργος", "Giorgos"),
            ("DE", "EUR", "😀", ""),
            ("GB", "GBP", "Łukasz", None),
            ("DE", "EUR", "", None),
        ],
    )
    async def test_payee_name_is_shown_in_the_letters_of_the_bank_file(
        self, portal: Portal, country: str, currency: str, holder: str, seen: str | None
    ) -> None:
        who = await portal.someone()
        given = {"kind": "bank", "country": country, "currency": currency, "holder": holder}
        made = await portal.ok("/payments/method_fields", who, attributes=given)
        assert made["bank_sees"] == seen

    async def test_paying_company_without_a_latin_spelling_is_refused(self, portal: Portal) -> None:
        given = {**ENTITY, "name": "***"}
        reply = await portal.refuses(
            Code.REQUEST_INVALID, "/network/entity_save", await portal.operator(), attributes=given
        )
        assert reply.refusal == {"field": "attributes.name"}

    async def test_stored_payee_without_a_latin_spelling_is_only_in_the_csv_file(
        self, portal: Portal
    ) -> None:
        await portal.ok("/network/entity_save", await portal.operator(), attributes=ENTITY)
        it, made, batch_id = await batch_of(portal)
        async with portal.db() as db:
            row = await db.fetchrow(
                "select payment_method_id, row_key::text from payment_method where publisher_id = $1",
                it.who.uid,
            )
            sealed = portal.resources.encryption.seal(
                '{"holder": "—", "iban": "DE02120300000000202051"}',
                associated_data(it.who.uid, row["row_key"]),
            )
            await db.execute(
                "update payment_method set sealed = $2 where publisher_id = $1", it.who.uid, sealed
            )

        reply = await take(portal, batch_id, "pain")
        assert "Banks cannot write the holder's name" in str(reply.data) + reply.message
        assert made["payment_id"] in ids_in(await file_of(portal, batch_id, "csv"))


OLD = [
    "insert into publisher (publisher_id, name) values (7, 'Kept')",
    *(
        "insert into payment (publisher_id, payment_id, state, payment_method_id, method, payee, currency,"
        " gross, fee, vat, net, payout_currency, batch_id, requested_at, processed_at, attempt, channel)"
        f" values (7, {number}, '{state}', 1, 'bank', '', 'EUR', 10, 0, 0, 10, '{currency}', {batch},"
        f" '2026-01-01', '{day}', 1, '{channel}')"
        for number, state, currency, batch, day, channel in (
            (1, "processing", "EUR", 1001, "2026-01-02", "file"),
            (2, "processing", "GBP", 1001, "2026-01-02", "file"),
            (3, "processing", "EUR", 1001, "2026-01-05", "file"),
            (4, "sent", "EUR", 1001, "2026-01-02", "file"),
            (5, "processing", "EUR", 1002, "2026-01-02", "file"),
            (6, "processing", "EUR", 1003, "2026-01-02", "provider"),
        )
    ),
    *(
        "insert into audit (publisher_id, at, account_id, action, details) values (0, '2026-01-03',"
        f' 3, \'/network/payout_file\', \'{{"batch_id": "{batch}", "format": "{format}",'
        ' "payments": "2"}\')'
        for batch, format in ((1001, "pain"), (1003, "csv"))
    ),
]


def test_migration_marks_payments_of_earlier_bank_files(
    make_database: MakeDatabase, tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Payment 3 was retried after the file, 2 was not in it, 5 is of a batch without a file."""
    url, at = make_database(empty=True), NAMES.index("0170_payout_file")
    migrate_part(url, NAMES[:at], tmp_path, monkeypatch)
    execute(url, *OLD)

    migrate(url)

    held = execute(
        url,
        "select payment_id, batch_id, message_id, format from payout_file_payment join payout_file"
        " using (file_id) order by 1",
    )
    assert [tuple(row) for row in held] == [(1, 1001, "BATCH-1001", "pain")]
    files = execute(url, "select batch_id, format, made_by, sealed from payout_file order by 1")
    assert [tuple(row) for row in files] == [(1001, "pain", 3, None), (1003, "csv", 3, None)]
