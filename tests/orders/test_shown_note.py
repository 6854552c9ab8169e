"""Notes of brands lose names, addresses and numbers of customers."""

import re

import pytest

from schema.orders.note_redaction import show_note


@pytest.mark.parametrize(
    "secret",
    [
        "Anna Kowalska",
        "anna@example.com",
        "+44 20 7946 0958",
        "(020) 79460958",
        "12 High Street",
        "Hauptstraße 5",
        "SW1A 1AA",
        "DE89 3704 0044 0532 0130 00",
        "4111 1111 1111 1111",
        "1Z999AA10123456784",
        "Mr brown",
        "https://shop.example/orders?who=anna",
        "customer john smith",
    ],
)
@pytest.mark.parametrize("note", ["Returned by {}", "{} has returned it", "returned, see {}."])
def test_personal_data_of_a_customer_in_a_brands_note_is_not_shown(secret: str, note: str) -> None:
    shown = show_note(note.format(secret)) or ""

    left = {word for word in re.findall(r"\w{3,}", secret) if word in shown}
    assert left <= {"customer"}, shown


@pytest.mark.parametrize(
    "note",
    [
        "Order was cancelled by the customer before delivery.",
        "Returned on 2026-11-03, refunded 12.50 GBP",
        "Out of stock at Acme Shoes",
        "Voucher not allowed",
        "",
    ],
)
def test_brands_note_without_personal_data_is_shown_unchanged(note: str) -> None:
    assert show_note(note, "Acme Shoes") == note


def test_order_without_a_brands_note_shows_none() -> None:
    assert show_note(None) is None
