"""Payment methods: what each needs, how it is kept, and who is told (trust.md T12)."""

import asyncio
import json
import random
import re
from collections.abc import Sequence
from datetime import timedelta
from email import message_from_bytes, policy
from pathlib import Path
from typing import Any

import msgspec
import pytest

from handlers.payments import reseal
from rpc import Code
from rpc.crypt import crypt
from rpc.limits import MINUTE, Guard
from rpc.settings import Settings
from schema.envelope import Nothing
from tests.portal import LIFTED, PASSWORD, Portal, Someone, unique
from tests.test_auth_admin import enter, link

HOLDER = {"holder": "Maya Lindqvist"}
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
    ("paypal", "GB", "GBP", {"email": "maya.lindqvist@example.com"}, "vist"),
    ("payoneer", "US", "USD", {"email": "maya@example.com", "payoneer_id": "12345678"}, "5678"),
    ("airwallex", "AU", "AUD", {"email": "maya.l@example.com"}, "a.l"),
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


def draft(kind: str, country: str, currency: str, fields: dict[str, str], **more: Any) -> Any:
    known = {"kind": kind, "country": country, "currency": currency, "entity": "person"}
    return known | {"fields": HOLDER | fields, "password": PASSWORD} | more


def paypal(email: str, **more: Any) -> Any:
    return draft("paypal", "GB", "GBP", {"email": email}, **more)


async def saved(portal: Portal, who: Someone, attributes: Any) -> dict[str, Any]:
    made: dict[str, Any] = await portal.ok("/payments/method_save", who, attributes=attributes)
    return made


async def listed(portal: Portal, who: Someone) -> list[dict[str, Any]]:
    answer = await portal.ok("/payments/methods", who)
    assert answer["total"] == len(answer["list"])
    found: list[dict[str, Any]] = answer["list"]
    return found


def mails(portal: Portal, to: str) -> list[Any]:
    files = sorted(portal.parts.settings.outbox.glob("*.eml"), key=lambda file: file.name)
    read = [message_from_bytes(Path(file).read_bytes(), policy=policy.default) for file in files]
    return [mail for mail in read if mail["To"] == to]


async def dumped(portal: Portal, tables: Sequence[str] = ()) -> str:
    """All rows of the database, as text."""
    async with portal.db() as db:
        names = tables or [
            row["name"]
            for row in await db.fetch(
                "select c.relname as name from pg_class c join pg_namespace n on n.oid = relnamespace"
                " where nspname = 'public' and relkind = 'r'"
            )
        ]
        rows = [await db.fetch(f'select t::text as row from "{name}" t') for name in names]
    return "\n".join(row["row"] for table in rows for row in table)


class TestMethodSave:
    @pytest.mark.parametrize(("kind", "country", "currency", "fields", "end"), GOOD)
    async def test_keeps_what_a_bank_or_a_wallet_needs(
        self,
        portal: Portal,
        kind: str,
        country: str,
        currency: str,
        fields: dict[str, str],
        end: str,
    ) -> None:
        alice = await portal.someone()

        made = await saved(portal, alice, draft(kind, country, currency, fields))

        assert [made] == await listed(portal, alice)
        assert (made["kind"], made["country"], made["currency"]) == (kind, country, currency)
        assert (made["payee"], made["is_default"], made["waiting"]) == (f"•••• {end}", True, True)
        told = json.dumps(made, ensure_ascii=False)
        for value in fields.values():
            plain = re.sub(r"[\s-]", "", value)
            assert len(plain) < 6 or plain.casefold() not in told.casefold()

    @pytest.mark.parametrize(("kind", "country", "currency", "fields", "place"), BAD)
    async def test_names_the_field_that_breaks_a_rule(
        self,
        portal: Portal,
        kind: str,
        country: str,
        currency: str,
        fields: dict[str, str],
        place: str,
    ) -> None:
        alice = await portal.someone()
        given = draft(kind, country, currency, fields)
        reply = await portal.refused(
            Code.REQUEST_INVALID, "/payments/method_save", alice, attributes=given
        )
        assert f"{place}`" in reply.message
        assert await listed(portal, alice) == []

    async def test_a_company_is_called_by_its_name(self, portal: Portal) -> None:
        alice = await portal.someone()
        fields = {"iban": "DE89370400440532013000", "registration_number": "HRB 1234"}
        made = await saved(portal, alice, draft("bank", "DE", "EUR", fields, entity="company"))
        assert made["entity"] == "company"

    async def test_money_waits_for_a_day(self, portal: Portal) -> None:
        alice = await portal.someone()
        made = await saved(portal, alice, paypal("one@example.com"))
        now = portal.parts.clock.now()
        async with portal.db() as db:
            row = await db.fetchrow(
                "select usable_from - updated_at as wait, usable_from from payment_method"
                " where publisher_id = $1", alice.uid,
            )  # fmt: skip
            assert row["wait"] == timedelta(hours=24) and row["usable_from"] > now
            await db.execute(
                "update payment_method set usable_from = $2 where publisher_id = $1", alice.uid, now
            )
        assert [each["waiting"] for each in await listed(portal, alice)] == [False]

        again = await saved(portal, alice, paypal("one@example.com", id=made["id"]))

        assert again["waiting"]

    async def test_a_change_keeps_what_is_left_empty(self, portal: Portal) -> None:
        alice = await portal.someone()
        fields = {"sort_code": "601613", "account_number": "31926819"}
        made = await saved(portal, alice, draft("bank", "GB", "GBP", fields))

        given = draft("bank", "GB", "GBP", {"account_number": "55779911", "holder": ""})
        changed = await saved(portal, alice, given | {"id": made["id"]})

        assert (changed["id"], changed["payee"]) == (made["id"], "•••• 9911")
        assert changed["fields"] == made["fields"] | {"account_number": "•••• 9911"}

    async def test_another_layout_needs_its_own_fields(self, portal: Portal) -> None:
        alice = await portal.someone()
        fields = {"sort_code": "601613", "account_number": "31926819"}
        made = await saved(portal, alice, draft("bank", "GB", "GBP", fields))
        given = draft("bank", "DE", "EUR", {}) | {"id": made["id"]}
        reply = await portal.refused(
            Code.REQUEST_INVALID, "/payments/method_save", alice, attributes=given
        )
        assert "attributes.fields.iban" in reply.message

    async def test_the_same_account_twice_is_refused(self, portal: Portal) -> None:
        alice, bob = await portal.someone(), await portal.someone()
        for who in (alice, bob):
            await saved(portal, who, draft("bank", "DE", "EUR", {"iban": "DE89370400440532013000"}))

        same = draft(
            "bank", "DE", "EUR", {"iban": "de89 3704 0044 0532 0130 00", "holder": "Other"}
        )
        reply = await portal.refused(
            Code.REQUEST_INVALID, "/payments/method_save", alice, attributes=same
        )
        assert "already" in reply.message

    async def test_of_many_at_once_one_is_kept_and_default(self, portal: Portal) -> None:
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
        found = await listed(portal, alice)
        assert [each["is_default"] for each in found] == [True, False, False, False]

    async def test_a_second_click_makes_no_second_one(self, portal: Portal) -> None:
        alice = await portal.someone()
        given, key = paypal("one@example.com"), unique("key")
        first = await portal.ok("/payments/method_save", alice, attributes=given, key=key)
        again = await portal.ok("/payments/method_save", alice, attributes=given, key=key)
        assert first == again == (await listed(portal, alice))[0]


class TestPassword:
    @pytest.mark.parametrize("path", ["method_save", "method_del", "method_default"])
    async def test_is_asked_for_again(self, portal: Portal, path: str) -> None:
        alice = await portal.someone()
        await saved(portal, alice, paypal("first@example.com"))
        made = await saved(portal, alice, paypal("second@example.com"))
        before = await listed(portal, alice)
        given = (
            paypal("third@example.com", id=made["id"])
            if path == "method_save"
            else {"id": made["id"]}
        )
        for password in ("wrong", "x" * 300):
            await portal.refused(
                Code.LOGIN_PASSWORD_INVALID, f"/payments/{path}", alice,
                attributes=given | {"password": password},
            )  # fmt: skip
        without = {name: value for name, value in given.items() if name != "password"}
        reply = await portal.post(f"/payments/{path}", alice, attributes=without)
        assert reply.code != 0
        assert await listed(portal, alice) == before

    @pytest.mark.parametrize("path", ["method_save", "method_del", "method_default"])
    async def test_does_not_help_the_networks_staff(self, portal: Portal, path: str) -> None:
        alice, operator = await portal.someone(), await portal.operator()
        made = await saved(portal, alice, paypal("first@example.com"))
        token = await enter(portal, await link(portal, operator, uid=alice.uid))
        given = paypal("x@example.com") if path == "method_save" else {"password": PASSWORD}
        await portal.refused(
            Code.NOT_ALLOWED, f"/payments/{path}", token, attributes=given | {"id": made["id"]}
        )
        assert (await portal.ok("/payments/methods", token))["list"] == [made]

    async def test_guesses_are_limited(
        self, portal: Portal, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        strict = LIFTED._replace(password=Guard(unique("password"), ((3, MINUTE),)))
        monkeypatch.setattr(portal.parts, "guards", strict)
        alice = await portal.someone()
        given = paypal("first@example.com", password="wrong")
        codes = [
            (await portal.post("/payments/method_save", alice, attributes=given)).code
            for _ in range(3)
        ]
        right = await portal.post(
            "/payments/method_save", alice, attributes=given | {"password": PASSWORD}
        )
        assert (codes, right.code) == ([20050] * 3, Code.TOO_MANY_REQUESTS.number)


class TestMethods:
    async def test_anothers_stay_hidden(self, portal: Portal) -> None:
        alice, bob = await portal.someone(), await portal.someone()
        made = await saved(portal, alice, paypal("alice@example.com"))
        bobs = await saved(portal, bob, paypal("bob@example.com"))

        assert [each["id"] for each in await listed(portal, bob)] == [bobs["id"]]
        for path in ("method_del", "method_default", "method_save"):
            extra = paypal("x@example.com") if path == "method_save" else {"password": PASSWORD}
            for method_id in (made["id"], 2**50):
                given = extra | {"id": method_id}
                await portal.refused(Code.NOT_FOUND, f"/payments/{path}", bob, attributes=given)
        assert await listed(portal, alice) == [made]


class TestMethodDefault:
    async def test_there_is_one(self, portal: Portal) -> None:
        alice = await portal.someone()
        made = [
            await saved(portal, alice, paypal(f"{n}@example.com")) for n in ("one", "two", "six")
        ]
        asked = [{"id": each["id"], "password": PASSWORD} for each in made]

        await asyncio.gather(
            *(portal.ok("/payments/method_default", alice, attributes=each) for each in asked * 2)
        )
        await portal.ok("/payments/method_default", alice, attributes=asked[2])

        found = await listed(portal, alice)
        assert [(each["id"], each["is_default"]) for each in found] == [
            (made[2]["id"], True), (made[0]["id"], False), (made[1]["id"], False)
        ]  # fmt: skip


class TestMethodDel:
    async def test_what_it_held_is_gone(self, portal: Portal) -> None:
        alice = await portal.someone()
        made = await saved(portal, alice, paypal("gone@example.com"))

        await portal.ok(
            "/payments/method_del", alice, attributes={"id": made["id"], "password": PASSWORD}
        )

        assert await listed(portal, alice) == []
        async with portal.db() as db:
            rows = "select sealed, mark from payment_method where publisher_id = $1"
            assert [tuple(row) for row in await db.fetch(rows, alice.uid)] == [("", b"")]
        assert (await saved(portal, alice, paypal("gone@example.com")))["is_default"]

    async def test_the_default_one_stays_while_there_are_others(self, portal: Portal) -> None:
        alice = await portal.someone()
        first, second = [
            await saved(portal, alice, paypal(f"{n}@example.com")) for n in ("a1", "b2")
        ]
        ask = {"id": first["id"], "password": PASSWORD}
        reply = await portal.refused(
            Code.REQUEST_INVALID, "/payments/method_del", alice, attributes=ask
        )
        assert "make another one the default first" in reply.message
        await portal.ok("/payments/method_del", alice, attributes=ask | {"id": second["id"]})
        await portal.ok("/payments/method_del", alice, attributes=ask)


class TestMethodFields:
    async def test_tells_the_rules_of_each_field(self, portal: Portal) -> None:
        alice = await portal.someone()
        ask = {"kind": "bank", "country": "US", "currency": "USD", "entity": "company"}
        found = await portal.ok("/payments/method_fields", alice, attributes=ask)
        fields = {field["name"]: field for field in found["fields"]}
        assert list(fields) == [
            "holder", "registration_number", "routing_number", "account_number", "account_type",
            "address", "city", "postal_code",
        ]  # fmt: skip
        assert fields["holder"]["label"] == "Company name"
        assert fields["registration_number"]["required"] is False
        assert fields["account_type"]["choices"] == ["checking", "savings"]
        assert fields["routing_number"]["pattern"] == "[0-9]{9}"
        assert fields["routing_number"]["shape"] == "Routing number has 9 digits"

    @pytest.mark.parametrize(
        ("kind", "country", "currency"),
        [
            ("bank", "IN", "INR"),
            ("bank", "FR", "EUR"),
            ("paypal", "IN", "USD"),
            ("bank", "AQ", "USD"),
        ],
    )
    async def test_a_currency_is_proposed(
        self, portal: Portal, kind: str, country: str, currency: str
    ) -> None:
        alice = await portal.someone()
        ask = {"kind": kind, "country": country}
        found = await portal.ok("/payments/method_fields", alice, attributes=ask)
        assert found["currency"] == currency
        assert currency in found["currencies"]

    async def test_every_country_has_a_way_to_be_paid(self, portal: Portal) -> None:
        alice = await portal.someone()
        for country in ("AE", "BR", "CN", "ZA", "SG", "AQ", "GG", "RE"):
            ask = {"kind": "bank", "country": country}
            found = await portal.ok("/payments/method_fields", alice, attributes=ask)
            names = {field["name"] for field in found["fields"]}
            assert names & {"iban", "account_number"}, country

    @pytest.mark.parametrize("changed", [{"country": "ZZ"}, {"currency": "ZZZ"}, {"kind": "cash"}])
    async def test_what_there_is_not_is_refused(
        self, portal: Portal, changed: dict[str, str]
    ) -> None:
        alice = await portal.someone()
        ask = {"kind": "bank", "country": "GB", "currency": "GBP"} | changed
        reply = await portal.refused(
            Code.REQUEST_INVALID, "/payments/method_fields", alice, attributes=ask
        )
        assert f"attributes.{next(iter(changed))}" in reply.message


class TestTold:
    async def test_each_change_is_mailed_and_written_down(self, portal: Portal) -> None:
        alice = await portal.someone()
        first = await saved(portal, alice, paypal("maya.first@example.com"))
        await saved(portal, alice, paypal("maya.other@example.com", id=first["id"]))
        ask = {"id": first["id"], "password": PASSWORD}
        await portal.ok("/payments/method_default", alice, attributes=ask)
        await portal.ok("/payments/method_del", alice, attributes=ask)
        await portal.work()

        told = [mail.get_body(("plain",)).get_content() for mail in mails(portal, alice.email)]
        assert ["PayPal, •••• irst" in told[0], "PayPal, •••• ther" in told[1]] == [True, True]
        assert [re.search(r"was (added|changed|made|deleted)", text)[1] for text in told] == [
            "added", "changed", "made", "deleted"
        ]  # fmt: skip
        assert not any("maya.other@" in text for text in told)
        async with portal.db() as db:
            rows = await db.fetch(
                "select action, details from audit where publisher_id = $1 order by at", alice.uid
            )
        assert [row["action"] for row in rows] == [
            "/payments/method_save", "/payments/method_save", "/payments/method_default",
            "/payments/method_del",
        ]  # fmt: skip


class TestAtRest:
    async def test_nothing_of_it_is_in_the_database_or_on_the_disk(self, portal: Portal) -> None:
        alice = await portal.someone()
        digits = f"{random.randrange(10**7, 10**8)}"
        secrets = {"account_number": digits, "sort_code": "601613", "holder": f"Canary {digits}"}
        key = unique("key")
        given = draft("bank", "GB", "GBP", secrets)
        await portal.ok("/payments/method_save", alice, attributes=given, key=key)
        await portal.ok("/payments/methods", alice)
        await portal.work()

        everything = await dumped(portal)
        assert digits not in everything
        assert f"•••• {digits[-4:]}" in everything  # the control: the end is kept
        for file in portal.parts.settings.data_dir.rglob("*"):
            if file.is_file():
                assert digits.encode() not in file.read_bytes(), file

    async def test_a_row_that_took_anothers_place_is_not_read(self, portal: Portal) -> None:
        alice, bob = await portal.someone(), await portal.someone()
        made = await saved(portal, alice, paypal("alice@example.com"))
        await saved(portal, bob, paypal("bob@example.com"))
        async with portal.db() as db:
            [sealed] = await db.fetchrow(
                "select sealed from payment_method where publisher_id = $1", bob.uid
            )
            await db.execute(
                "update payment_method set sealed = $2 where publisher_id = $1", alice.uid, sealed
            )
        reply = await portal.post("/payments/methods", alice)
        assert reply.code == Code.CRASHED.number
        assert "bob" not in str(reply.data) and made["payee"] not in str(reply.data)

    async def test_other_keys_are_taken_without_a_reading_that_fails(
        self, portal: Portal, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        people = [await portal.someone() for _ in range(5)]
        for who in people:
            for name in ("first", "second", "third"):
                await saved(portal, who, paypal(f"{name}@example.com"))
        before = [await listed(portal, who) for who in people]
        old = portal.parts.settings.secret_keys
        newer = (*old, "another key of this test, of thirty-two letters")
        settings = _with_keys(portal, newer)
        monkeypatch.setattr(portal.parts, "settings", settings)

        reading = asyncio.gather(
            *(listed(portal, who) for who in people for _ in range(10)), return_exceptions=True
        )
        await _reseal(portal)
        await reading

        assert [await listed(portal, who) for who in people] == before
        async with portal.db() as db:
            left = await db.fetchval(
                "select count(*) from payment_method where deleted_at is null"
                " and publisher_id = any($2) and split_part(sealed, '|', 2) <> $1",
                crypt(newer).key_id, [who.uid for who in people],
            )  # fmt: skip
        assert left == 0
        assert not [each for each in reading.result() if isinstance(each, BaseException)]
        monkeypatch.setattr(portal.parts, "settings", _with_keys(portal, newer[1:]))
        assert [await listed(portal, who) for who in people] == before
        monkeypatch.setattr(portal.parts, "settings", _with_keys(portal, (newer[1], old[0])))
        await _reseal(portal)


def _with_keys(portal: Portal, keys: tuple[str, ...]) -> Settings:
    return msgspec.structs.replace(portal.parts.settings, secret_keys=keys)


async def _reseal(portal: Portal) -> None:
    async with portal.db() as db:
        await reseal.later(db, Nothing())
    await portal.work()
