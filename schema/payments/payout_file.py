"""Files for the bank: CSV for payments by hand, and ISO 20022 pain.001.001.09 for credit transfers in EUR."""

import csv
import io
from collections.abc import Sequence
from datetime import date, datetime
from decimal import Decimal
from typing import NamedTuple
from xml.etree import ElementTree as ET

from schema.core.csv_injection import escape_formulas
from schema.payments.sepa_text import NAME_MAX, REMITTANCE_MAX, is_name, to_sepa

NAMESPACE = "urn:iso:std:iso:20022:tech:xsd:pain.001.001.09"
CSV_COLUMNS = ("payment_id", "uid", "holder", "method", "country", "currency", "amount")


class Payee(NamedTuple):
    """One payment of a file; `account` has the fields of its method, decrypted."""

    payment_id: int
    uid: int
    method: str
    country: str
    currency: str
    amount: Decimal
    account: dict[str, str]

    @property
    def holder(self) -> str:
        return self.account.get("holder", "")

    @property
    def is_sepa(self) -> bool:
        return self.currency == "EUR" and bool(self.account.get("iban"))

    @property
    def has_name(self) -> bool:
        """Whether banks can write the holder's name."""
        return is_name(self.holder)


class Debtor(NamedTuple):
    """The company that pays."""

    name: str
    country: str
    iban: str
    bic: str | None


def write_csv(payees: Sequence[Payee]) -> str:
    """Write the payments as CSV: a line for each, with a column for every field that any of them has."""
    fields = sorted({name for payee in payees for name in payee.account} - {"holder"})
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow((*CSV_COLUMNS, *fields))
    for payee in payees:
        own = (
            payee.payment_id,
            payee.uid,
            escape_formulas(payee.holder),
            payee.method,
            payee.country,
        )
        account = (escape_formulas(payee.account.get(name, "")) for name in fields)
        writer.writerow((*own, payee.currency, payee.amount, *account))
    return "\ufeff" + out.getvalue()


def write_pain(
    message_id: str, debtor: Debtor, payees: Sequence[Payee], now: datetime, day: date
) -> str:
    """Write a credit transfer to each payee, in one payment order; there must be at least one payee.

    `message_id` is the file's own (MsgId, at most 35 characters), by which the bank recognises a repeat; `day` is when
    the transfers are to be made, in the network's time zone. `is_name` must be true of each payee's name.
    """
    total = sum((payee.amount for payee in payees), Decimal(0))
    counts = {"NbOfTxs": str(len(payees)), "CtrlSum": f"{total:.2f}"}
    root = ET.Element("Document", {"xmlns": NAMESPACE})
    order = ET.SubElement(root, "CstmrCdtTrfInitn")
    head = ET.SubElement(order, "GrpHdr")
    add(head, "MsgId", message_id)
    add(head, "CreDtTm", f"{now:%Y-%m-%dT%H:%M:%S}Z")
    for name, value in counts.items():
        add(head, name, value)
    add(head, "InitgPty/Nm", to_sepa(debtor.name, NAME_MAX, debtor.country))
    info = ET.SubElement(order, "PmtInf")
    add(info, "PmtInfId", message_id)
    add(info, "PmtMtd", "TRF")
    add(info, "BtchBookg", "true")
    for name, value in counts.items():
        add(info, name, value)
    add(info, "PmtTpInf/SvcLvl/Cd", "SEPA")
    add(info, "ReqdExctnDt/Dt", day.isoformat())
    add(info, "Dbtr/Nm", to_sepa(debtor.name, NAME_MAX, debtor.country))
    add(info, "DbtrAcct/Id/IBAN", compact(debtor.iban))
    add_agent(info, "DbtrAgt", debtor.bic)
    add(info, "ChrgBr", "SLEV")
    for payee in payees:
        transfer = ET.SubElement(info, "CdtTrfTxInf")
        add(transfer, "PmtId/EndToEndId", str(payee.payment_id))
        amount = add(transfer, "Amt/InstdAmt", f"{payee.amount:.2f}")
        amount.set("Ccy", payee.currency)
        if payee.account.get("bic"):
            add_agent(transfer, "CdtrAgt", payee.account["bic"])
        add(transfer, "Cdtr/Nm", to_sepa(payee.holder, NAME_MAX, payee.country))
        add(transfer, "CdtrAcct/Id/IBAN", compact(payee.account["iban"]))
        remittance = to_sepa(f"Commission, payment {payee.payment_id}", REMITTANCE_MAX)
        add(transfer, "RmtInf/Ustrd", remittance)
    ET.indent(root)
    body = ET.tostring(root, encoding="unicode")
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{body}\n'


def add(parent: ET.Element, path: str, text: str) -> ET.Element:
    """Add an element at a path, with the elements that lead to it."""
    for name in path.split("/"):
        parent = ET.SubElement(parent, name)
    parent.text = text
    return parent


def add_agent(parent: ET.Element, name: str, bic: str | None) -> None:
    """Add the bank by its BIC or, without one, the words that the rule book prescribes."""
    if bic:
        add(parent, f"{name}/FinInstnId/BICFI", compact(bic))
    else:
        add(parent, f"{name}/FinInstnId/Othr/Id", "NOTPROVIDED")


def compact(text: str) -> str:
    return "".join(text.split()).upper()
