"""The required fields of each payment method, and the errors of invalid ones."""

import asyncio
import json
import re
from datetime import timedelta

import pytest

from rpc import Code
from tests.support.accounts.payments import draft, list_methods, paypal, save_method
from tests.support.portal import Portal, unique
from tests.support.timing import no_hang

STREET = {"address": "1 Long Road", "city": "Springfield", "postal_code": "12345"}
GOOD: list[tuple[str, str, str, dict[str, str], str]] = [
    ("bank", "GB", "GBP", {"sort_code": "60-16-13", "account_number": "3192 6819"}, "6819"),
    ("bank", "GB", "EUR", {"iban": "GB29 NWBK 6016 1331 9268 19"}, "6819"),
    ("bank", "DE", "EUR", {"iban": "de89370400440532013000"}, "3000"),
    ("bank", "JE", "EUR", {"iban": "GB29NWBK60161331926819"}, "6819"),
    ("bank", "PL", "USD", {"iban": "PL61109010140000071219812874", "bic": "BREXPLPW"}, "2874"),
    (
        "bank",
        "US",
        "USD",
        {"routing_number": "021000021", "account_number": "000123456789", "account_type": "checking"} | STREET,
        "6789",
    ),
    ("bank", "AU", "AUD", {"bsb": "062-000", "account_number": "12345678"}, "5678"),
    ("bank", "IN", "INR", {"ifsc": "hdfc0001234", "account_number": "50100123456789"}, "6789"),
    (
        "bank",
        "CA",
        "CAD",
        {"institution_number": "003", "transit_number": "12345", "account_number": "1234567"},
        "567",
    ),
    ("bank", "NZ", "NZD", {"account_number": "01-0902-0068389-00"}, "8900"),
    ("bank", "MX", "MXN", {"clabe": "032180000118359719"}, "9719"),
    (
        "bank",
        "JP",
        "JPY",
        {"bic": "BOTKJPJT", "account_number": "1234567", "bank_name": "MUFG"} | STREET,
        "567",
    ),
    ("paypal", "GB", "GBP", {"email": "maya.lindqvist@example.com"}, "m•••@example.com"),
    ("payoneer", "US", "USD", {"email": "maya@example.com", "payoneer_id": "12345678"}, "5678"),
    ("airwallex", "AU", "AUD", {"email": "maya.l@example.com"}, "m•••@example.com"),
]  # fmt: skip
BAD: list[tuple[str, str, str, dict[str, str], str]] = [
    ("bank", "GB", "EUR", {"iban": "GB29NWBK60161331926818", "bic": "NWBKGB2L"}, "fields.iban"),
    ("bank", "FR", "EUR", {"iban": "DE89370400440532013000"}, "fields.iban"),
    ("bank", "DE", "USD", {"iban": "DE89370400440532013000"}, "fields.bic"),
    ("bank", "DE", "EUR", {"iban": "DE89370400440532013000", "bic": "XX"}, "fields.bic"),
    ("bank", "DE", "EUR", {}, "fields.iban"),
    ("bank", "US", "USD", {"routing_number": "021000022"}, "fields.routing_number"),
    ("bank", "US", "USD", {"routing_number": "000000000"}, "fields.routing_number"),
    ("bank", "GB", "GBP", {"sort_code": "60161", "account_number": "31926819"}, "fields.sort_code"),
    ("bank", "GB", "GBP", {"sort_code": "601613", "account_number": "319268199"}, "account_number"),
    ("bank", "AU", "AUD", {"bsb": "06200A", "account_number": "12345678"}, "fields.bsb"),
    ("bank", "IN", "INR", {"ifsc": "HDFC1001234", "account_number": "50100123456789"}, "ifsc"),
    ("bank", "MX", "MXN", {"clabe": "032180000118359718"}, "fields.clabe"),
    ("bank", "GB", "GBP", {"iban": "GB29NWBK60161331926819"}, "fields.iban"),
    ("paypal", "GB", "GBP", {"email": "nobody"}, "fields.email"),
    ("paypal", "GB", "GBP", {"email": "a@example.com", "holder": "x" * 101}, "fields.holder"),
    ("paypal", "GB", "INR", {"email": "a@example.com"}, "currency"),
    ("paypal", "ZZ", "GBP", {"email": "a@example.com"}, "country"),
    ("paypal", "GB", "GBP", {"email": "a@example.com", "role": "owner"}, "fields.role"),
]


IBANS = [
    ("GB", "GB29", "IBAN must begin with GB and have 22 characters"),
    ("JE", "GB29NWBK6016133192681", "IBAN must begin with GB and have 22 characters"),
    ("FR", "DE89370400440532013000", "IBAN must begin with FR and have 27 characters"),
    ("NO", "NO93860111179", "IBAN must begin with NO and have 15 characters"),
    ("DE", "DE88370400440532013000", "This is not a valid IBAN; check its characters"),
]


class TestMethodSave:
    @pytest.mark.parametrize(("kind", "country", "currency", "fields", "end"), GOOD)
    async def test_payment_method_is_stored_and_shown_masked(
        self,
        portal: Portal,
        kind: str,
        country: str,
        currency: str,
        fields: dict[str, str],
        end: str,
    ) -> None:
        alice = await portal.someone()

        made = await save_method(portal, alice, draft(kind, country, currency, fields))

        assert [made] == await list_methods(portal, alice)
        assert (made["kind"], made["country"], made["currency"]) == (kind, country, currency)
        payee = end if "@" in end else f"•••• {end}"
        assert (made["payee"], made["is_default"], made["waiting"]) == (payee, True, True)
        text = json.dumps(made, ensure_ascii=False)
        for value in fields.values():
            plain = re.sub(r"[\s-]", "", value)
            assert len(plain) < 6 or plain.casefold() not in text.casefold()

    @pytest.mark.parametrize(("kind", "country", "currency", "fields", "broken"), BAD)
    async def test_refusal_of_a_payment_method_names_the_invalid_field_and_stores_nothing(
        self,
        portal: Portal,
        kind: str,
        country: str,
        currency: str,
        fields: dict[str, str],
        broken: str,
    ) -> None:
        alice = await portal.someone()
        given = draft(kind, country, currency, fields)
        reply = await portal.refuses(
            Code.REQUEST_INVALID, "/payments/method_save", alice, attributes=given
        )
        assert f"{broken}`" in reply.message
        assert await list_methods(portal, alice) == []

    async def test_masked_account_number_has_one_space_before_its_visible_digits(
        self, portal: Portal
    ) -> None:
        alice = await portal.someone()
        fields = {"email": "a@example.com", "holder": "Kettle and Keel Ltd"}

        made = await save_method(portal, alice, draft("paypal", "GB", "GBP", fields))

        assert made["fields"]["holder"] == "•••• Ltd"

    async def test_payment_method_of_a_company_is_stored_as_a_companys(
        self, portal: Portal
    ) -> None:
        alice = await portal.someone()
        fields = {"iban": "DE89370400440532013000", "registration_number": "HRB 1234"}
        made = await save_method(
            portal, alice, draft("bank", "DE", "EUR", fields, entity="company")
        )
        assert made["entity"] == "company"

    async def test_new_or_changed_payment_method_is_usable_after_72_hours(
        self, portal: Portal
    ) -> None:
        alice = await portal.someone()
        made = await save_method(portal, alice, paypal("one@example.com"))
        now = portal.resources.clock.now()
        async with portal.db() as db:
            row = await db.fetchrow(
                "select usable_from - updated_at as wait, usable_from from payment_method"
                " where publisher_id = $1", alice.uid,
            )  # fmt: skip
            assert row["wait"] == timedelta(hours=72) and row["usable_from"] > now
            await db.execute(
                "update payment_method set usable_from = $2 where publisher_id = $1", alice.uid, now
            )
        assert [each["waiting"] for each in await list_methods(portal, alice)] == [False]

        again = await save_method(portal, alice, paypal("one@example.com", id=made["id"]))

        assert again["waiting"]

    async def test_change_of_a_payment_method_keeps_fields_left_empty(self, portal: Portal) -> None:
        alice = await portal.someone()
        fields = {"sort_code": "601613", "account_number": "31926819"}
        made = await save_method(portal, alice, draft("bank", "GB", "GBP", fields))

        given = draft("bank", "GB", "GBP", {"account_number": "55779911", "holder": ""})
        changed = await save_method(portal, alice, given | {"id": made["id"]})

        assert (changed["id"], changed["payee"]) == (made["id"], "•••• 9911")
        assert changed["fields"] == made["fields"] | {"account_number": "•••• 9911"}

    async def test_payment_method_with_a_new_country_needs_the_bank_fields_of_that_country(
        self, portal: Portal
    ) -> None:
        alice = await portal.someone()
        fields = {"sort_code": "601613", "account_number": "31926819"}
        made = await save_method(portal, alice, draft("bank", "GB", "GBP", fields))
        given = draft("bank", "DE", "EUR", {}) | {"id": made["id"]}
        reply = await portal.refuses(
            Code.REQUEST_INVALID, "/payments/method_save", alice, attributes=given
        )
        assert "attributes.fields.iban" in reply.message

    @pytest.mark.parametrize(("country", "iban", "why"), IBANS)
    async def test_invalid_iban_is_refused_with_country_and_length(
        self, portal: Portal, country: str, iban: str, why: str
    ) -> None:
        alice = await portal.someone()
        given = draft("bank", country, "EUR", {"iban": iban})
        reply = await portal.refuses(
            Code.REQUEST_INVALID, "/payments/method_save", alice, attributes=given
        )
        assert reply.message == f"`attributes.fields.iban`: {why}"

    async def test_second_payment_method_for_the_same_account_is_refused(
        self, portal: Portal
    ) -> None:
        alice, bob = await portal.someone(), await portal.someone()
        for who in (alice, bob):
            await save_method(
                portal, who, draft("bank", "DE", "EUR", {"iban": "DE89370400440532013000"})
            )

        same = draft(
            "bank", "DE", "EUR", {"iban": "de89 3704 0044 0532 0130 00", "holder": "Other"}
        )
        reply = await portal.refuses(
            Code.REQUEST_INVALID, "/payments/method_save", alice, attributes=same
        )
        assert "already" in reply.message

    async def test_concurrent_saves_of_a_payment_method_keep_one_copy_and_one_default(
        self, portal: Portal
    ) -> None:
        alice = await portal.someone()
        same = [paypal("same@example.com") for _ in range(3)]
        others = [paypal(f"other-{number}@example.com") for number in range(3)]

        replies = await asyncio.gather(
            *(
                portal.post("/payments/method_save", alice, attributes=each)
                for each in same + others
            )
        )

        assert sorted(reply.code for reply in replies[:3]) == [0, 21000, 21000]
        found = await list_methods(portal, alice)
        assert [each["is_default"] for each in found] == [True, False, False, False]

    async def test_repeated_save_with_one_idempotency_key_makes_one_payment_method(
        self, portal: Portal
    ) -> None:
        alice = await portal.someone()
        given, key = paypal("one@example.com"), unique("key")
        first = await portal.ok("/payments/method_save", alice, attributes=given, key=key)
        again = await portal.ok("/payments/method_save", alice, attributes=given, key=key)
        assert first == again == (await list_methods(portal, alice))[0]

    async def test_later_of_two_concurrent_changes_of_a_payment_method_is_refused(
        self, portal: Portal
    ) -> None:
        alice = await portal.someone()
        made = await save_method(portal, alice, paypal("one@example.com"))
        changes = [paypal(f"{name}@example.com", id=made["id"]) for name in ("two", "three")]
        lock = "select from publisher where publisher_id = $1 for update"
        waiting = (
            "select count(*) from pg_stat_activity where datname = current_database()"
            " and state = 'active' and query like '%for update%' and pid <> pg_backend_pid()"
        )

        async with portal.db() as db, no_hang():
            async with db.transaction():
                await db.fetch(lock, alice.uid)
                saving = [
                    asyncio.create_task(
                        portal.post("/payments/method_save", alice, attributes=change)
                    )
                    for change in changes
                ]
                while await portal.value(waiting) < len(changes):  # each has read the method
                    await asyncio.sleep(0.01)
            replies = await asyncio.gather(*saving)

        won, lost = sorted(replies, key=lambda reply: reply.code)
        assert (won.code, lost.code, lost.status) == (0, Code.CHANGED_MEANWHILE.number, 200)
        assert [each["payee"] for each in await list_methods(portal, alice)] == [won.data["payee"]]
