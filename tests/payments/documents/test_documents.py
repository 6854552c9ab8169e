"""Invoices, statements and credit notes: numbered without gaps, readable by machines and by screen readers."""

import asyncio
import csv
import io
from base64 import b64decode
from decimal import Decimal
from typing import Any

from pypdf import PdfReader

from rpc import Code
from tests.support.orders.orders import Deal
from tests.support.orders.payouts import ledger, pay, request, set_state, withdrawable
from tests.support.portal import Portal
from tests.support.tools.pdf_access import flaws, nodes

D = Decimal
IBAN = "DE89370400440532013000"


async def save_entity(portal: Portal, **fields: Any) -> dict[str, Any]:
    """The network's first company, as it is to be from now on."""
    operator = await portal.operator()
    known = (await portal.ok("/network/entities", operator))["list"]
    given = {"name": "Network GmbH", "country": "DE", "address": "Lindenweg 1\n10115 Berlin"}
    given |= {"iban": IBAN, "vat_id": "DE123456789", "vat_rate": "19", "prefix": "NW-"}
    given |= {"entity_id": known[0]["entity_id"]} if known else {}
    saved = await portal.ok("/network/entity_save", operator, attributes=given | fields)
    first: dict[str, Any] = saved["list"][0]
    return first


async def billable(portal: Portal, country: str = "DE", **company: Any) -> Deal:
    """A publisher with 30 EUR to withdraw, that agreed to self-billing."""
    it = await withdrawable(portal, "300.00")
    given = {"company": billable_company(country) | company}
    await portal.ok("/user/edit", it.who, attributes=given)
    return it


def billable_company(country: str = "DE") -> dict[str, Any]:
    """A company that agreed to self-billing, with its tax data."""
    given = {"name": "Łódź & Söhne *x*", "country": country, "address": "Weg 2", "city": "Köln"}
    return given | {
        "tax_id": "12/345/67890",
        "vat_id": f"{country}999999999",
        "self_billing": True,
    }


async def send_payment(it: Deal) -> dict[str, Any]:
    made = await request(it)
    await pay(it.portal)
    return await set_state(it.portal, made, "sent")


async def document(it: Deal, payment: dict[str, Any], **attributes: Any) -> dict[str, Any]:
    await it.portal.work()
    found: dict[str, Any] = await it.portal.ok(
        "/payments/invoice", it.who, attributes={"payment_id": payment["payment_id"], **attributes}
    )
    return found


async def open_pdf(portal: Portal, url: str) -> PdfReader:
    answer = await portal.http.get(url)
    assert (answer.status_code, answer.headers["content-type"]) == (200, "application/pdf")
    assert answer.headers["content-disposition"].startswith("attachment")
    return PdfReader(io.BytesIO(answer.content))


def read(pdf: PdfReader) -> str:
    """Its text, having checked what a machine can of PDF/UA, and that it has headings and tables."""
    assert flaws(pdf) == []
    assert {"/H1", "/Table", "/TH", "/TD"} <= {node["/S"] for node in nodes(pdf)}
    return "\n".join(page.extract_text() for page in pdf.pages)


class TestInvoice:
    async def test_a_self_billed_invoice_with_vat(self, portal: Portal) -> None:
        await save_entity(portal)
        it = await billable(portal)

        payment = await send_payment(it)

        assert (payment["gross"], payment["vat"], payment["net"]) == ("30.00", "5.70", "35.70")
        assert await ledger(it) == {"bank": "-5.70", "vat": "5.70"}
        made = await document(it, payment)
        assert (made["kind"], made["number"][:3]) == ("invoice", "NW-")
        text = read(await open_pdf(portal, made["url"]))
        for word in (made["number"], "Network GmbH", "DE123456789", "Łódź & Söhne *x*"):
            assert word in text
        for word in ("12/345/67890", "DE999999999", "19 %", "5.70", "35.70", "Self-billing"):
            assert word in text
        rows = list(csv.reader(io.StringIO(made["csv"].removeprefix("\ufeff"))))
        assert [row[3] for row in rows if row[1] == "Total"] == ["35.70"]
        settlements = [D(row[3]) for row in rows if row[2].startswith("Settlement")]
        assert sum(settlements) == D("30.00")
        [listed] = (await portal.ok("/payments/summary", it.who))["list"]
        assert listed["invoice"] == made["number"]

    async def test_reverse_charge_and_no_vat(self, portal: Portal) -> None:
        await save_entity(portal)
        for country, word in (("FR", "Reverse charge"), ("US", "No VAT")):
            it = await billable(portal, country)
            payment = await send_payment(it)
            assert payment["vat"] == "0.00"
            assert word in read(await open_pdf(portal, (await document(it, payment))["url"]))

    async def test_its_amounts_are_easy_to_read(self, portal: Portal) -> None:
        await save_entity(portal)
        it = await withdrawable(portal, "12345670.00")
        await portal.ok("/user/edit", it.who, attributes={"company": billable_company("US")})

        made = await document(it, await send_payment(it))

        assert "1,234,567.00" in read(await open_pdf(portal, made["url"]))
        assert ",VAT,,0.00,EUR" in made["csv"]
        assert ",Total,,1234567.00,EUR" in made["csv"]

    async def test_who_did_not_agree_gets_a_statement_without_number(self, portal: Portal) -> None:
        await save_entity(portal)
        it = await billable(portal, self_billing=False)

        payment = await send_payment(it)

        made = await document(it, payment)
        assert (made["kind"], made["number"], payment["vat"]) == ("statement", None, "0.00")
        assert payment["invoice"] is None
        assert "Statement of payment" in read(await open_pdf(portal, made["url"]))

    async def test_numbers_have_no_gap_whoever_is_first(self, portal: Portal) -> None:
        await save_entity(portal)
        deals = [await billable(portal, "FR") for _ in range(3)]
        payments = [await request(it) for it in deals]
        await pay(portal)

        await asyncio.gather(*(set_state(portal, each, "sent") for each in payments))
        # One that is refused takes no number.
        given = {"payment_id": payments[0]["payment_id"], "status": "processing"}
        operator = await portal.operator()
        await portal.refuses(Code.STATE_FORBIDS, "/network/payment_set", operator, attributes=given)

        numbers = [
            (await document(it, each))["number"] for it, each in zip(deals, payments, strict=True)
        ]
        serials = sorted(int(number[-5:]) for number in numbers)
        assert serials == list(range(serials[0], serials[0] + 3))

    async def test_one_that_failed_and_is_sent_again_keeps_it(self, portal: Portal) -> None:
        await save_entity(portal)
        it = await billable(portal)
        payment = await send_payment(it)
        first = await document(it, payment)

        await set_state(portal, payment, "failed", "processing", "sent")

        assert (await document(it, payment))["number"] == first["number"]

    async def test_a_return_makes_a_credit_note(self, portal: Portal) -> None:
        await save_entity(portal)
        it = await billable(portal)
        payment = await send_payment(it)
        invoice = await document(it, payment)

        await set_state(portal, payment, "returned")

        note = await document(it, payment, kind="credit_note")
        assert note["number"] != invoice["number"]
        text = read(await open_pdf(portal, note["url"]))
        assert invoice["number"] in text
        assert "-35.70" in text.replace("\u2212", "-")
        assert (await document(it, payment, kind="invoice"))["number"] == invoice["number"]
        [listed] = (await portal.ok("/payments/summary", it.who))["list"]
        assert (listed["invoice"], listed["credit_note"]) == (invoice["number"], note["number"])

    async def test_a_credit_note_without_vat_shows_none(self, portal: Portal) -> None:
        await save_entity(portal)
        it = await billable(portal, "US")
        payment = await send_payment(it)
        await set_state(portal, payment, "returned")

        note = await document(it, payment, kind="credit_note")

        assert ",VAT,,0.00,EUR" in note["csv"]
        assert ",Total,,-30.00,EUR" in note["csv"]

    async def test_there_is_none_before_it_is_sent_nor_of_others(self, portal: Portal) -> None:
        it = await billable(portal)
        other = await billable(portal)
        made = await request(it)
        asked = {"payment_id": made["payment_id"]}
        await portal.refuses(Code.NOT_FOUND, "/payments/invoice", it.who, attributes=asked)
        await pay(portal)
        await set_state(portal, made, "sent")
        await portal.refuses(Code.NOT_FOUND, "/payments/invoice", other.who, attributes=asked)


class TestStatement:
    async def test_a_month_is_what_the_ledger_says(self, portal: Portal) -> None:
        it = await withdrawable(portal, "300.00")
        other = await withdrawable(portal, "900.00")
        period = f"{portal.resources.clock.now():%Y-%m}"
        asked = {"period": period, "format": "csv"}

        made = await portal.ok("/payments/statement", it.who, attributes=asked)
        rows = list(csv.reader(io.StringIO(made["content"].removeprefix("\ufeff"))))
        assert rows[1] == [f"{period}-01", "Opening balance", "", "0.00", "EUR"]
        assert rows[2][1].startswith("Commission settled")
        assert rows[-1][1:4] == ["Closing balance", "", "30.00"]
        await request(it)
        await pay(portal)
        asked["format"] = "pdf"
        pdf = await portal.ok("/payments/statement", it.who, attributes=asked)

        text = read(PdfReader(io.BytesIO(b64decode(pdf["content"]))))
        assert "-30.00" in text.replace("\u2212", "-")
        assert other.brand.mcid not in text

    async def test_its_csv_runs_in_no_spreadsheet(self, portal: Portal) -> None:
        it = await withdrawable(portal, "300.00")
        given = {"uid": it.who.uid, "amount": "5.00", "reference": "r", "note": "Thanks;=1+1"}
        await portal.ok("/network/bonus_add", await portal.operator(), attributes=given)
        asked = {"period": f"{portal.resources.clock.now():%Y-%m}", "format": "csv"}
        made = await portal.ok("/payments/statement", it.who, attributes=asked)
        texts = [row[1] for row in csv.reader(io.StringIO(made["content"]))]
        assert "Bonus or adjustment: Thanks;'=1+1" in texts

    async def test_an_empty_month_and_a_wrong_one(self, portal: Portal) -> None:
        it = await withdrawable(portal, "300.00")
        made = await portal.ok("/payments/statement", it.who, attributes={"period": "2020-01"})
        text = read(PdfReader(io.BytesIO(b64decode(made["content"]))))
        assert text.index("Opening balance") < text.index("Closing balance")
        for period in ("2020-13", "2099-12"):
            reply = await portal.refuses(
                Code.REQUEST_INVALID, "/payments/statement", it.who, attributes={"period": period}
            )
            assert reply.data == {"field": "attributes.period"}
