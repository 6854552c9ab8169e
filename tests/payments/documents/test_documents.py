"""Invoices, statements and credit notes: numbered without gaps, readable by machines and by screen readers."""

import asyncio
import csv
import io
import itertools
from base64 import b64decode
from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest
from pypdf import PdfReader

from rpc import Code
from tests.support.orders.orders import Deal, link_brand
from tests.support.orders.payouts import ledger, pay, request, set_state, withdrawable
from tests.support.orders.settling import earn, settle
from tests.support.payments.pdf_access import flaws, nodes
from tests.support.portal import Portal

D = Decimal
IBAN = "DE89370400440532013000"
VAT_IDS = {"DE": "DE136695976", "FR": "FR40303265045", "US": "123456789"}


async def save_entity(portal: Portal, **fields: Any) -> dict[str, Any]:
    """The network's first company, as it is to be from now on."""
    operator = await portal.operator()
    known = (await portal.ok("/network/entities", operator))["list"]
    given = {"name": "Network GmbH", "country": "DE", "address": "Lindenweg 1\n10115 Berlin"}
    given |= {"iban": IBAN, "vat_id": "DE123456788", "vat_rate": "19", "prefix": "NW-"}
    given |= {"entity_id": known[0]["entity_id"]} if known else {}
    saved = await portal.ok("/network/entity_save", operator, attributes=given | fields)
    first: dict[str, Any] = saved["list"][0]
    return first


async def billable(portal: Portal, country: str = "DE", **company: Any) -> Deal:
    """A publisher with 30 EUR to withdraw, that agreed to self-billing."""
    it = await withdrawable(portal, "300.00")
    given = {"company": billable_company(country) | company}
    await portal.ok("/user/edit", it.who, attributes=given)
    if (given["company"]["country"], given["company"].get("vat_status")) == ("DE", "registered"):
        await confirm(it)
    return it


def billable_company(country: str = "DE") -> dict[str, Any]:
    """A company that agreed to self-billing, with its tax data."""
    given = {"name": "Łódź & Söhne *x*", "country": country, "address": "Weg 2", "city": "Köln"}
    return given | {
        "tax_id": "12/345/67890",
        "vat_id": VAT_IDS[country],
        "vat_status": "registered",
        "self_billing": True,
    }


async def confirm(it: Deal) -> None:
    """An operator confirms what the publisher says of its VAT."""
    operator = await it.portal.operator()
    [row] = (await it.portal.ok("/network/vat_reviews", operator, filter={"uid": it.who.uid}))[
        "list"
    ]
    given = {"uid": it.who.uid, "stated_at": row["stated_at"], "state": "confirmed"}
    await it.portal.ok("/network/vat_review_set", operator, attributes=given)


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
    async def test_self_billed_invoice_shows_vat(self, portal: Portal) -> None:
        await save_entity(portal)
        it = await billable(portal)

        payment = await send_payment(it)

        assert (payment["gross"], payment["vat"], payment["net"]) == ("30.00", "5.70", "35.70")
        assert await ledger(it) == {"bank": "-5.70", "vat": "5.70"}
        made = await document(it, payment)
        assert (made["kind"], made["number"][:3]) == ("invoice", "NW-")
        text = read(await open_pdf(portal, made["url"]))
        for word in (made["number"], "Network GmbH", "DE123456788", "Łódź & Söhne *x*"):
            assert word in text
        for word in ("12/345/67890", "DE136695976", "19 %", "5.70", "35.70", "Self-billing"):
            assert word in text
        rows = list(csv.reader(io.StringIO(made["csv"].removeprefix("\ufeff"))))
        assert [row[3] for row in rows if row[1] == "Total"] == ["35.70"]
        settlements = [D(row[3]) for row in rows if row[2].startswith("Settlement")]
        assert sum(settlements) == D("30.00")
        [listed] = (await portal.ok("/payments/summary", it.who))["list"]
        assert listed["invoice"] == made["number"]

    async def test_reverse_charge_invoice_shows_no_vat(self, portal: Portal) -> None:
        await save_entity(portal)
        for country, word in (("FR", "Reverse charge"), ("US", "No VAT")):
            it = await billable(portal, country)
            payment = await send_payment(it)
            assert payment["vat"] == "0.00"
            assert word in read(await open_pdf(portal, (await document(it, payment))["url"]))

    async def test_document_amounts_have_thousands_separators_in_pdf_but_not_in_csv(
        self, portal: Portal
    ) -> None:
        await save_entity(portal)
        it = await withdrawable(portal, "12345670.00")
        await portal.ok("/user/edit", it.who, attributes={"company": billable_company("US")})

        made = await document(it, await send_payment(it))

        assert "1,234,567.00" in read(await open_pdf(portal, made["url"]))
        assert ",VAT,,0.00,EUR" in made["csv"]
        assert ",Total,,1234567.00,EUR" in made["csv"]

    async def test_publisher_without_agreement_gets_an_unnumbered_statement(
        self, portal: Portal
    ) -> None:
        await save_entity(portal)
        it = await billable(portal, self_billing=False)

        payment = await send_payment(it)

        made = await document(it, payment)
        assert (made["kind"], made["number"], payment["vat"]) == ("statement", None, "0.00")
        assert payment["invoice"] is None
        assert "Statement of payment" in read(await open_pdf(portal, made["url"]))

    async def test_concurrent_invoices_are_numbered_without_gaps(self, portal: Portal) -> None:
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

    async def test_retried_payment_keeps_its_invoice_number(self, portal: Portal) -> None:
        await save_entity(portal)
        it = await billable(portal)
        payment = await send_payment(it)
        first = await document(it, payment)

        await set_state(portal, payment, "failed", "processing", "sent")

        assert (await document(it, payment))["number"] == first["number"]

    async def test_returned_payment_makes_a_credit_note(self, portal: Portal) -> None:
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
        unasked = await document(it, payment)
        assert (unasked["kind"], unasked["number"]) == ("invoice", invoice["number"])
        [listed] = (await portal.ok("/payments/summary", it.who))["list"]
        assert (listed["invoice"], listed["credit_note"]) == (invoice["number"], note["number"])

    async def test_credit_note_without_vat_shows_zero(self, portal: Portal) -> None:
        await save_entity(portal)
        it = await billable(portal, "US")
        payment = await send_payment(it)
        await set_state(portal, payment, "returned")

        note = await document(it, payment, kind="credit_note")

        assert ",VAT,,0.00,EUR" in note["csv"]
        assert ",Total,,-30.00,EUR" in note["csv"]

    async def test_invoice_of_an_unsent_or_foreign_payment_is_not_found(
        self, portal: Portal
    ) -> None:
        it = await billable(portal)
        other = await billable(portal)
        made = await request(it)
        asked = {"payment_id": made["payment_id"]}
        await portal.refuses(Code.NOT_FOUND, "/payments/invoice", it.who, attributes=asked)
        await pay(portal)
        await set_state(portal, made, "sent")
        await portal.refuses(Code.NOT_FOUND, "/payments/invoice", other.who, attributes=asked)


async def add_bonus(it: Deal, amount: str) -> None:
    given = {"uid": it.who.uid, "amount": amount, "reference": amount, "note": "Thanks"}
    await it.portal.ok("/network/bonus_add", await it.portal.operator(), attributes=given)


async def parts_of(it: Deal, period: str) -> tuple[dict[str, D], D]:
    """What a month's statement says that its closing balance is made of, and that balance."""
    asked = {"period": period, "format": "csv"}
    made = await it.portal.ok("/payments/statement", it.who, attributes=asked)
    rows = list(csv.DictReader(io.StringIO(made["content"].removeprefix("\ufeff"))))
    sums = {row["text"]: D(row["balance"]) for row in rows if not row["when"]}
    return sums, sums.pop("Closing balance")


class TestStatement:
    async def test_statement_of_a_month_equals_the_ledger(self, portal: Portal) -> None:
        it = await withdrawable(portal, "300.00")
        other = await withdrawable(portal, "900.00")
        period = f"{portal.resources.clock.now():%Y-%m}"
        asked = {"period": period, "format": "csv"}

        made = await portal.ok("/payments/statement", it.who, attributes=asked)
        rows = list(csv.reader(io.StringIO(made["content"].removeprefix("\ufeff"))))
        assert rows[0] == ["when", "text", "reference", "amount", "currency", "balance"]
        assert rows[1] == [f"{period}-01", "Opening balance", "", "", "EUR", "0.00"]
        assert rows[2][1].startswith("Commission settled")
        assert rows[2][3:] == ["30.00", "EUR", "30.00"]
        assert rows[-1] == ["", "Closing balance", "", "", "EUR", "30.00"]
        await request(it)
        await pay(portal)
        asked["format"] = "pdf"
        pdf = await portal.ok("/payments/statement", it.who, attributes=asked)

        text = read(PdfReader(io.BytesIO(b64decode(pdf["content"]))))
        assert "-30.00" in text.replace("\u2212", "-")
        assert other.brand.mcid not in text

    @pytest.mark.parametrize("currency", ["EUR", "JPY", "KWD"])
    async def test_statement_amounts_add_up_to_the_change_of_balance(
        self, portal: Portal, currency: str
    ) -> None:
        it = await withdrawable(portal, "900000", currency=currency)
        made = await request(it)
        rate = {"base": currency, "quote": "EUR", "rate": "0.5"}
        rate["day"] = portal.resources.clock.now().date().isoformat()
        if currency != "EUR":
            await portal.ok("/network/rate_save", await portal.operator(), attributes=rate)
        await pay(portal)
        await set_state(portal, made, "failed", "processing", "sent")
        asked = {"period": f"{portal.resources.clock.now():%Y-%m}", "format": "csv"}
        made = await portal.ok("/payments/statement", it.who, attributes=asked)
        rows = list(csv.DictReader(io.StringIO(made["content"].removeprefix("\ufeff"))))
        opening, *moved, part, closing = rows
        assert (len(moved), part["text"]) == (4, "Can be withdrawn")
        assert {opening["amount"], part["amount"], closing["amount"]} == {""}
        for before, row in itertools.pairwise((opening, *moved)):
            assert D(before["balance"]) + D(row["amount"]) == D(row["balance"])
        assert closing["balance"] == moved[-1]["balance"]
        assert not any("E" in row[name] for row in rows for name in ("amount", "balance"))
        await portal.value("delete from currency_rate where day::text = $1", rate["day"])

    async def test_closing_balance_of_a_statement_is_broken_down_by_payment_stage(
        self, portal: Portal
    ) -> None:
        it = await withdrawable(portal, "300.00", "450.00")
        failed = await request(it)
        await pay(portal)
        await set_state(portal, failed, "failed")
        await add_bonus(it, "60.00")
        sent = await request(it)
        await pay(portal)
        await set_state(portal, sent, "sent")
        await add_bonus(it, "40.00")
        await request(it)
        await add_bonus(it, "12.34")
        late = await link_brand(portal, await portal.brand(currency="EUR"), it.who)
        await earn(late, "99.90", currency="EUR")
        await settle(portal, late.brand.mcid)

        stages = await portal.ok("/payments/balance", it.who)
        parts, closing = await parts_of(it, f"{portal.resources.clock.now():%Y-%m}")

        assert parts == {
            "Approved, waits for brands": D(stages["waiting"]),
            "Can be withdrawn": D(stages["withdrawable"]),
            "On the way, requested": D("40.00"),
            "Needs you, a payment failed": D(stages["needs_you"]),
        }
        assert sum(parts.values()) == closing
        assert D(stages["on_the_way"]) == D("100.00")
        asked = {"period": f"{portal.resources.clock.now():%Y-%m}"}
        made = await portal.ok("/payments/statement", it.who, attributes=asked)
        assert "not arrived yet: EUR\u00a060.00" in read(
            PdfReader(io.BytesIO(b64decode(made["content"])))
        ).replace("\n", " ")

    async def test_closing_balance_of_a_past_months_statement_is_broken_down_as_of_its_end(
        self, portal: Portal
    ) -> None:
        it = await withdrawable(portal, "300.00")
        now = portal.resources.clock.now()
        async with portal.db() as db:
            for table, column in (("settlement", "created_at"), ("ledger", "at")):
                await db.execute(
                    f"update {table} set {column} = {column} - interval '40 days' where publisher_id = $1",
                    it.who.uid,
                )
            await db.execute(
                "update settlement set payable_at = payable_at - interval '40 days' where publisher_id = $1",
                it.who.uid,
            )
        made = await request(it)
        await pay(portal)
        await set_state(portal, made, "sent", "returned")

        before = await parts_of(it, f"{now - timedelta(days=40):%Y-%m}")
        after = await parts_of(it, f"{now:%Y-%m}")

        assert before == after == ({"Can be withdrawn": D("30.00")}, D("30.00"))

    async def test_document_csv_escapes_spreadsheet_formulas(self, portal: Portal) -> None:
        it = await withdrawable(portal, "300.00")
        given = {"uid": it.who.uid, "amount": "5.00", "reference": "r", "note": "Thanks;=1+1"}
        await portal.ok("/network/bonus_add", await portal.operator(), attributes=given)
        asked = {"period": f"{portal.resources.clock.now():%Y-%m}", "format": "csv"}
        made = await portal.ok("/payments/statement", it.who, attributes=asked)
        texts = [row[1] for row in csv.reader(io.StringIO(made["content"]))]
        assert "Bonus or adjustment: Thanks;'=1+1" in texts

    async def test_month_without_payments_has_a_statement_and_an_invalid_month_is_refused(
        self, portal: Portal
    ) -> None:
        it = await withdrawable(portal, "300.00")
        made = await portal.ok("/payments/statement", it.who, attributes={"period": "2020-01"})
        text = read(PdfReader(io.BytesIO(b64decode(made["content"]))))
        assert text.index("Opening balance") < text.index("Closing balance")
        for period in ("2020-13", "2099-12"):
            reply = await portal.refuses(
                Code.REQUEST_INVALID, "/payments/statement", it.who, attributes={"period": period}
            )
            assert reply.refusal == {"field": "attributes.period"}
