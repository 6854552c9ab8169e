"""The item status that each shop's word for the state of an order stands for."""

import unicodedata
from collections.abc import Mapping
from functools import lru_cache

from schema.orders.order import ItemStatus, Reason

WORDS: dict[tuple[ItemStatus, Reason | None], str] = {
    (ItemStatus.PENDING, None): (
        "pending, paid, authorized, partially paid, processing, in process, on hold, onhold, holded, pending "
        "payment, payment review, checkout draft, new, open, unshipped, partially shipped, shipping, shipped, "
        "invoiced, awaiting payment, awaiting fulfillment, offen, neu, bezahlt, in bearbeitung, in "
        "wartestellung, versandt, versendet, en attente, en cours, payee, paye, expediee, expedie, pendiente, "
        "pagado, enviado, in afwachting, betaald, verzonden, in attesa, pagato, spedito"
    ),
    (ItemStatus.APPROVED, None): (
        "approved, validated, confirmed, accepted, completed, complete, delivered, abgeschlossen, bestatigt, "
        "genehmigt, freigegeben, zugestellt, terminee, termine, validee, valide, livree, livre, completado, "
        "entregado, voltooid, afgerond, completato, consegnato"
    ),
    (ItemStatus.REJECTED, Reason.ITEM_RETURNED): (
        "refunded, returned, closed, erstattet, ruckerstattet, retourniert, remboursee, rembourse, retournee, "
        "reembolsado, devuelto, terugbetaald, geretourneerd, rimborsato"
    ),
    (ItemStatus.REJECTED, Reason.ORDER_CANCELLED): (
        "cancelled, canceled, voided, void, expired, storniert, abgebrochen, annulee, annule, cancelado, "
        "anulado, geannuleerd, annullato, trash, abandoned"
    ),
    (ItemStatus.REJECTED, Reason.PAYMENT_FAILED): (
        "failed, payment failed, declined, denied, unpaid, chargeback, fehlgeschlagen, echouee, echoue, "
        "fallido, mislukt, fallito"
    ),
    (ItemStatus.REJECTED, Reason.FRAUD_SUSPECTED): ("fraud, suspected fraud"),
    (ItemStatus.REJECTED, None): (
        "rejected, abgelehnt, refusee, refuse, rechazado, afgewezen, rifiutato"
    ),
}
"""In lower case, without accents. Paid or sent orders are Pending, as they can still be returned.
Words like `partially refunded` are left out on purpose: they do not say how much of the amount is left, so the user is
asked.
"""
MEANINGS = {word.strip(): meaning for meaning, words in WORDS.items() for word in words.split(",")}


@lru_cache(1_000)
def plain_word(text: str) -> str:
    """A word in lower case, without accents, dashes and the prefix of WooCommerce's slugs (wc-on-hold)."""
    bare = "".join(
        each
        for each in unicodedata.normalize("NFKD", text.casefold())
        if not unicodedata.combining(each)
    )
    return " ".join(bare.removeprefix("wc-").replace("_", " ").replace("-", " ").split())


def read_status(
    text: str, statuses: Mapping[str, ItemStatus]
) -> tuple[ItemStatus, Reason | None] | None:
    """The status of a word and the reason it gives; None if it is unknown. `statuses` takes precedence."""
    if chosen := statuses.get(text):
        known = MEANINGS.get(plain_word(text))
        return chosen, known[1] if known and known[0] is chosen else None
    return MEANINGS.get(plain_word(text))
