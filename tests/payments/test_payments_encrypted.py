"""The details of a payment method can be read by its publisher only (trust.md T12)."""

import asyncio
import random
from collections.abc import Sequence

import msgspec
import pytest

from handlers.payments.reencryption import reencrypt
from rpc import Code
from rpc.config.settings import Settings
from rpc.security.encryption import encryption_for
from schema.core.envelope import Nothing
from tests.support.accounts.payments import draft, list_methods, paypal, save_method
from tests.support.portal import Portal, unique


async def dump(portal: Portal, tables: Sequence[str] = ()) -> str:
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


class TestEncryption:
    async def test_account_number_is_not_in_the_database_or_on_disk(self, portal: Portal) -> None:
        alice = await portal.someone()
        digits = f"{random.randrange(10**7, 10**8)}"
        secrets = {"account_number": digits, "sort_code": "601613", "holder": f"Canary {digits}"}
        key = unique("key")
        given = draft("bank", "GB", "GBP", secrets)
        await portal.ok("/payments/method_save", alice, attributes=given, key=key)
        await portal.ok("/payments/methods", alice)
        await portal.work()

        everything = await dump(portal)
        assert digits not in everything
        assert f"•••• {digits[-4:]}" in everything  # the control: the end is kept
        for file in portal.resources.settings.data_dir.rglob("*"):
            if file.is_file():
                assert digits.encode() not in file.read_bytes(), file

    async def test_encrypted_bank_details_moved_to_another_publisher_cannot_be_decrypted(
        self, portal: Portal
    ) -> None:
        alice, bob = await portal.someone(), await portal.someone()
        made = await save_method(portal, alice, paypal("alice@example.com"))
        await save_method(portal, bob, paypal("bob@example.com"))
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

    async def test_payment_methods_can_be_read_during_key_rotation(
        self, portal: Portal, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        people = [await portal.someone() for _ in range(5)]
        for who in people:
            for name in ("first", "second", "third"):
                await save_method(portal, who, paypal(f"{name}@example.com"))
        before = [await list_methods(portal, who) for who in people]
        old = portal.resources.settings.secret_keys
        newer = (*old, "another key of this test, of thirty-two letters")
        settings = _with_keys(portal, newer)
        monkeypatch.setattr(portal.resources, "settings", settings)

        reading = asyncio.gather(
            *(list_methods(portal, who) for who in people for _ in range(10)),
            return_exceptions=True,
        )
        await reencrypt_all(portal)
        await reading

        assert [await list_methods(portal, who) for who in people] == before
        async with portal.db() as db:
            left = await db.fetchval(
                "select count(*) from payment_method where deleted_at is null"
                " and publisher_id = any($2) and split_part(sealed, '|', 2) <> $1",
                encryption_for(newer).key_id, [who.uid for who in people],
            )  # fmt: skip
        assert left == 0
        assert not [each for each in reading.result() if isinstance(each, BaseException)]
        monkeypatch.setattr(portal.resources, "settings", _with_keys(portal, newer[1:]))
        assert [await list_methods(portal, who) for who in people] == before
        monkeypatch.setattr(portal.resources, "settings", _with_keys(portal, (newer[1], old[0])))
        await reencrypt_all(portal)


def _with_keys(portal: Portal, keys: tuple[str, ...]) -> Settings:
    return msgspec.structs.replace(portal.resources.settings, secret_keys=keys)


async def reencrypt_all(portal: Portal) -> None:
    async with portal.db() as db:
        await reencrypt.later(db, Nothing())
    await portal.work()
