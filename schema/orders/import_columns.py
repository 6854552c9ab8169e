"""Proposes an order file's columns for each field: those of a known shop's export, else those with matching names."""

import unicodedata
from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from schema.core.table_file import REFUSED_COLUMNS, FileFlaw, is_refused_file, own_name
from schema.orders.import_mapping import ImportMapping
from schema.orders.import_shop_exports import EXPORTS, ShopExport


class Question(NamedTuple):
    """A question about a field: what is doubtful, and the possible columns or values."""

    field: str
    why: str
    choices: tuple[str, ...]


class Proposal(NamedTuple):
    mapping: ImportMapping
    shop: str | None
    notes: tuple[str, ...]
    questions: tuple[Question, ...]


SYNONYMS = {
    "order_id": (
        "orderid ordernumber orderno ordernr order invoiceno invoicenumber invoice transactionid "
        "bestellnummer bestellnr bestellid auftragsnummer auftragsnr ndecommande nodecommande "
        "numerodecommande numdecommande referencedecommande commande pedido numerodepedido numeropedido "
        "bestelnummer ordinenumero numeroordine numerodordine"
    ),
    "order_time": (
        "ordertime orderdate date time invoicedate transactiondate createdat bestelldatum datum auftragsdatum "
        "bestellzeit zeitpunkt datedecommande datecommande fecha fechadelpedido besteldatum dataordine data"
    ),
    "amount": (
        "amount saleamount subtotal nettobetrag warenwert umsatznetto betragnetto montantht soustotal "
        "ordervalue value betrag umsatz bestellwert montant importe bedrag importo total gesamt gesamtbetrag "
        "summe totalht montanttotal"
    ),
    "unit_price": (
        "unitprice price itemprice einzelpreis stuckpreis preis prixunitaire prix preciounitario stukprijs "
        "prezzounitario"
    ),
    "quantity": "quantity qty units menge anzahl stuckzahl quantite qte cantidad aantal quantita",
    "item_id": "itemid sku stockcode productid lineid artikelnummer artikelnr positionsnummer",
    "category": "category productcategory department kategorie warengruppe categorie categoria",
    "currency": "currency currencycode wahrung devise moneda valuta divisa",
    "country": "country countrycode land pays pais paese",
    "coupon": "coupon couponcode voucher vouchercode promocode gutschein gutscheincode codepromo cupon",
    "status": "status itemstatus orderstatus bestellstatus statut etat estado stato",
    "reason_code": "reasoncode reason",
    "click_ref": "clickref clickreference clickid subid klickreferenz klickref klickid",
    "code": "code link linkcode track",
    "mcid": "mcid brand merchant",
}
"""The names files use for our fields, in lower case without accents or anything but letters and digits; best first."""
GROSS_WORDS = frozenset(
    [
        "total",
        "gesamt",
        "gesamtbetrag",
        "summe",
        "montanttotal",
        "grandtotal",
        "ordertotal",
        "bestellwert",
        "brutto",
        "totalttc",
    ]
)
"""Amounts that include shipping or tax, which the same file also lists separately."""
EXTRA_WORDS = (
    "shipping",
    "tax",
    "taxes",
    "vat",
    "versand",
    "mwst",
    "ust",
    "umsatzsteuer",
    "steuer",
    "livraison",
    "fraisdeport",
    "tva",
    "envio",
    "iva",
    "verzendkosten",
    "btw",
    "spedizione",
)


def add_proposal(mapping: ImportMapping, header: Sequence[str]) -> ImportMapping:
    """The mapping with the columns proposed for a file. Raises FileFlaw if the proposal leaves a question open."""
    proposal = propose_mapping(header)
    for question in proposal.questions:
        if question.field not in mapping.constants:
            raise FileFlaw(question.why)
    return fill_mapping(mapping, proposal)


def fill_mapping(mapping: ImportMapping, proposal: Proposal) -> ImportMapping:
    """The mapping with what was proposed, apart from fields that have one value for every row."""
    proposed = proposal.mapping
    columns = {
        field: name for field, name in proposed.columns.items() if field not in mapping.constants
    }
    return msgspec.structs.replace(
        mapping,
        columns=columns,
        amount_of=proposed.amount_of,
        carried=[name for name in proposed.carried if name in columns],
    )


def propose_mapping(header: Sequence[str]) -> Proposal:
    """Propose a mapping for a file with these columns, with the questions it leaves open."""
    columns = [*header[len(REFUSED_COLUMNS) :]] if is_refused_file(header) else [*header]
    twins = _twins(columns)
    single = {letters(name): name for name in reversed(columns) if not own_name(name)}
    for export in EXPORTS:
        if all(letters(mark) in single or letters(mark) in twins for mark in export.marks):
            return _propose_export(export, single, twins, columns)
    return _propose_by_words(single, twins)


def _propose_export(
    export: ShopExport, single: dict[str, str], twins: dict[str, list[str]], columns: Sequence[str]
) -> Proposal:
    found: dict[str, str] = {}
    questions: list[Question] = []
    for field, names in export.columns.items():
        for name in map(letters, names):
            if name in twins:
                questions.append(_ask_twin(field, twins[name]))
                break
            if name in single:
                found[field] = single[name]
                break
    if "amount" not in found and all(each.field != "amount" for each in questions):
        totals = tuple(name for name in columns if "total" in name.lower())
        why = f"the amount without tax and shipping is no column of this {export.name} export: choose a column"
        questions.append(Question("amount", why, totals))
        found.pop("unit_price", None)
    mapping = ImportMapping(
        columns=found,
        amount_of=export.amount_of,
        carried=[name for name in export.carried if name in found],
    )
    return Proposal(mapping, export.name, (export.note,), tuple(questions))


def _propose_by_words(single: dict[str, str], twins: dict[str, list[str]]) -> Proposal:
    """Propose a column for each field whose words match its name; an amount makes price and quantity unnecessary."""
    found: dict[str, str] = {}
    questions: list[Question] = []
    for field, words in SYNONYMS.items():
        word = next((word for word in words.split() if word in single or word in twins), None)
        if word in twins:
            questions.append(_ask_twin(field, twins[word]))
        elif word is not None:
            found[field] = single[word]
    amount = letters(found.get("amount", ""))
    if amount in GROSS_WORDS and (
        extra := [name for word, name in single.items() if word in EXTRA_WORDS]
    ):
        others = " and ".join(map(repr, extra))
        why = f"'{found['amount']}' may include {others}, which is no part of a sale: choose the column of the amount"
        questions.append(Question("amount", why, (found.pop("amount"),)))
    if "amount" in found or any(each.field == "amount" for each in questions):
        found.pop("unit_price", None)
    return Proposal(ImportMapping(columns=found), None, (), tuple(questions))


def _ask_twin(field: str, names: Sequence[str]) -> Question:
    why = f"{len(names)} columns are called '{own_name(names[0])}': choose one"
    return Question(field, why, tuple(names))


def _twins(columns: Sequence[str]) -> dict[str, list[str]]:
    """The columns that have the same name, by that name."""
    twins: dict[str, list[str]] = {}
    for name in columns:
        if own := own_name(name):
            twins.setdefault(letters(own), []).append(name)
    return {own: names for own, names in twins.items() if len(names) > 1}


def letters(name: str) -> str:
    """The letters and digits of a name, in lower case without accents."""
    return "".join(filter(str.isalnum, unicodedata.normalize("NFKD", name.casefold())))
