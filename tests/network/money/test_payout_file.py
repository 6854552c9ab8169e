"""Files for the bank: every payment of a batch in CSV, transfers in EUR as ISO 20022."""

import csv
import io
import re
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from rpc import Code
from schema.payments.payout_file import NAMESPACE
from tests.support.accounts.payments import draft, save_method
from tests.support.orders.orders import Deal
from tests.support.orders.payouts import IBAN, add_method, pay, request, set_state, withdrawable
from tests.support.portal import Portal

ENTITY = {
    "name": "Portal Network Zürich GmbH & Co",
    "country": "DE",
    "address": "1 Long Road, Berlin",
    "iban": "DE02 1203 0000 0000 2020 51",
    "bic": "BYLADEM1001",
}
NS = {"p": NAMESPACE}


async def batch_of(portal: Portal, **fields: str) -> tuple[Deal, dict[str, Any], int]:
    """A publisher, its payment of 30 EUR, and the batch it is in."""
    it = await withdrawable(portal, "300.00")
    if fields:
        method = await add_method(it, **fields)
        made = await request(it, method_id=method)
    else:
        made = await request(it)
    return it, made, (await pay(portal))["batch_id"]


async def file_of(portal: Portal, batch_id: int, format: str) -> dict[str, Any]:
    given = {"batch_id": batch_id, "format": format}
    operator = await portal.operator()
    made: dict[str, Any] = await portal.ok("/network/payout_file", operator, attributes=given)
    return made


class TestPayoutFile:
    @pytest.mark.parametrize(
        ("holder", "written"),
        [
            ("=1+1", "'=1+1"),
            ("Ann;=1+1", "Ann;'=1+1"),
            ("\u200b\u2060=1+1", "'\u200b\u2060=1+1"),
            ("Anna-Maria Ruiz", "Anna-Maria Ruiz"),
        ],
    )
    async def test_bank_csv_holds_every_payment_and_escapes_formulas(
        self, portal: Portal, holder: str, written: str
    ) -> None:
        it, made, batch_id = await batch_of(
            portal, country="AT", iban="AT611904300234573201", holder=holder
        )

        found = await file_of(portal, batch_id, "csv")

        content = found["content"]
        assert content.startswith("\ufeff")
        rows = [
            row for row in csv.DictReader(io.StringIO(content[1:])) if row["uid"] == str(it.who.uid)
        ]
        [row] = rows
        assert (row["payment_id"], row["amount"], row["currency"]) == (
            str(made["payment_id"]), "30.00", "EUR",
        )  # fmt: skip
        assert (row["iban"], row["holder"]) == ("AT611904300234573201", written)

    async def test_pain_file_has_a_credit_transfer_for_each_payment_in_eur(
        self, portal: Portal
    ) -> None:
        entity = await portal.ok("/network/entity_save", await portal.operator(), attributes=ENTITY)
        _it, made, batch_id = await batch_of(portal)

        found = await file_of(portal, batch_id, "pain")

        root = ET.fromstring(found["content"])
        order = root.find("p:CstmrCdtTrfInitn", NS)
        assert order is not None
        transfers = order.findall("p:PmtInf/p:CdtTrfTxInf", NS)
        [mine] = [t for t in transfers if text_of(t, "PmtId/EndToEndId") == str(made["payment_id"])]
        assert text_of(mine, "Amt/InstdAmt") == "30.00"
        assert text_of(mine, "CdtrAcct/Id/IBAN") == IBAN
        assert text_of(mine, "Cdtr/Nm") == "Maya Lindqvist"
        sums = [text_of(t, "Amt/InstdAmt") for t in transfers]
        total = f"{sum(map(float, sums)):.2f}"
        for element in ("GrpHdr", "PmtInf"):
            assert text_of(order, f"{element}/CtrlSum") == total
            assert (
                text_of(order, f"{element}/NbOfTxs")
                == str(len(transfers))
                == str(found["payments"])
            )
        assert entity["list"][0]["entity_id"]
        assert re.fullmatch(r"[A-Za-z0-9/?:().,'+ -]+", text_of(order, "PmtInf/Dbtr/Nm"))

    async def test_bank_file_of_a_batch_without_payments_is_refused(self, portal: Portal) -> None:
        await portal.ok("/network/entity_save", await portal.operator(), attributes=ENTITY)
        _it, made, batch_id = await batch_of(portal)
        await set_state(portal, made, "sent")

        operator = await portal.operator()
        for format in ("csv", "pain"):
            given = {"batch_id": batch_id, "format": format}
            await portal.refuses(
                Code.NOTHING_TO_PAY, "/network/payout_file", operator, attributes=given
            )
        given = {"batch_id": 1, "format": "csv"}
        await portal.refuses(Code.NOT_FOUND, "/network/payout_file", operator, attributes=given)

    async def test_payment_whose_method_changed_after_the_batch_is_left_out_of_the_bank_file(
        self, portal: Portal
    ) -> None:
        it, made, batch_id = await batch_of(portal)
        [method] = (await portal.ok("/payments/methods", it.who))["list"]
        other = draft("bank", "DE", "EUR", {"iban": "DE02120300000000202051"}, id=method["id"])
        await save_method(portal, it.who, other)

        given = {"batch_id": batch_id, "format": "csv"}
        reply = await portal.refuses(
            Code.NOTHING_TO_PAY, "/network/payout_file", await portal.operator(), attributes=given
        )
        assert f"Payment {made['payment_id']}: The payment method has changed" in reply.message


class TestEntitySave:
    async def test_paying_company_is_saved_replaced_and_validated(self, portal: Portal) -> None:
        operator = await portal.operator()
        rows = (await portal.ok("/network/entity_save", operator, attributes=ENTITY))["list"]
        again = {**ENTITY, "name": "Other", "entity_id": rows[-1]["entity_id"]}
        await portal.ok("/network/entity_save", operator, attributes=again)

        found = (await portal.ok("/network/entities", operator))["list"]

        assert (found[-1]["name"], len(found)) == ("Other", len(rows))
        gone = {**ENTITY, "entity_id": 999_999}
        await portal.refuses(Code.NOT_FOUND, "/network/entity_save", operator, attributes=gone)
        for bad in (
            {"iban": "DE00"},
            {"bic": "NO"},
            {"country": "ZZ"},
            {"vat_id": "n/a"},
            {"vat_id": "FR40303265045"},
        ):
            given = {**ENTITY, **bad}
            await portal.refuses(
                Code.REQUEST_INVALID, "/network/entity_save", operator, attributes=given
            )

    async def test_bank_file_without_a_paying_company_is_refused(self, portal: Portal) -> None:
        _it, _made, batch_id = await batch_of(portal)
        async with portal.db() as db:
            await db.execute("delete from legal_entity")
        given = {"batch_id": batch_id, "format": "pain"}
        operator = await portal.operator()
        await portal.refuses(Code.STATE_FORBIDS, "/network/payout_file", operator, attributes=given)


def text_of(parent: ET.Element, path: str) -> str:
    found = parent.find("/".join(f"p:{name}" for name in path.split("/")), NS)
    assert found is not None, path
    return found.text or ""
