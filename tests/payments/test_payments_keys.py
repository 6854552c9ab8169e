"""Ten thousand payment methods get a new key while being read; none opens in another's row (trust.md T12)."""

import asyncio
import json
import random
from collections.abc import AsyncIterator
from uuid import uuid4

import msgspec
import pytest

from handlers.payments.reencryption import reencrypt
from rpc import Code
from rpc.security.encryption import DecryptionError, Encryption
from schema.core.envelope import Nothing
from schema.payments.payee import Layout
from schema.payments.payment_method import associated_data
from tests.payments.test_payments_encrypted import dump
from tests.support.accounts.payments import list_methods
from tests.support.portal import Portal, Someone

ROWS, PEOPLE = 10_000, 100
EACH = ROWS // PEOPLE
READERS = 4
NEWER = "another key of this test, of thirty-two letters"
LAYOUT = Layout("paypal", "GB", "GBP", "person")


@pytest.fixture(scope="module")
async def people(portal: Portal) -> AsyncIterator[list[Someone]]:
    """Publishers who have ten thousand methods together, each with an account of its own."""
    found = [await portal.someone() for _ in range(PEOPLE)]
    keys = portal.resources.encryption
    rows = []
    for who in found:
        for number in range(EACH):
            fields = {"holder": f"Canary {who.uid}", "email": address(who, number)}
            row_key = str(uuid4())
            sealed = keys.seal(json.dumps(fields), associated_data(who.uid, row_key))
            mark = keys.blind_index(LAYOUT.account_identity(fields))[-1]
            rows.append((who.uid, row_key, sealed, mark, number == 0))
    async with portal.db() as db:
        await db.execute(
            "insert into payment_method (publisher_id, row_key, sealed, mark, is_default, kind, country,"
            " currency, entity, ending, usable_from, created_at, updated_at)"
            " select *, 'paypal', 'GB', 'GBP', 'person', 'kept', now(), now(), now()"
            " from unnest($1::bigint[], $2::uuid[], $3::text[], $4::bytea[], $5::bool[])",
            *map(list, zip(*rows, strict=True)),
        )
    yield found
    async with portal.db() as db:
        uids = [who.uid for who in found]
        await db.execute("delete from payment_method where publisher_id = any($1)", uids)


def address(who: Someone, number: int) -> str:
    return f"payee-canary-{who.uid}-{number}@example.com"


async def test_ten_thousand_payment_methods_are_reencrypted_while_reads_succeed(
    portal: Portal, people: list[Someone], monkeypatch: pytest.MonkeyPatch
) -> None:
    old = portal.resources.settings.secret_keys
    both = (*old, NEWER)
    use(portal, both, monkeypatch)
    reencrypting, reads = asyncio.create_task(reencrypt_all(portal)), 0

    async def read(luck: random.Random) -> None:
        nonlocal reads
        while not reencrypting.done():
            who = luck.choice(people)
            assert len(await list_methods(portal, who)) == EACH
            reads += 1

    await asyncio.gather(*(read(random.Random(number)) for number in range(READERS)), reencrypting)

    assert reads > READERS
    async with portal.db() as db:
        rows = await db.fetch(
            "select publisher_id, row_key::text, sealed from payment_method"
            " where publisher_id = any($1) order by payment_method_id",
            [who.uid for who in people],
        )
    new = Encryption([NEWER])
    opened = [
        json.loads(new.open(row["sealed"], associated_data(row["publisher_id"], row["row_key"])))[
            "email"
        ]
        for row in rows
    ]
    assert sorted(opened) == sorted(address(who, n) for who in people for n in range(EACH))
    assert len({row["sealed"].split("|")[1] for row in rows}) == 1
    use(portal, (NEWER, *old), monkeypatch)
    await reencrypt_all(portal)


async def test_reading_payment_methods_without_the_old_key_fails(
    portal: Portal, people: list[Someone], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control: the old key is removed before the rows are sealed again."""
    use(portal, (NEWER,), monkeypatch)
    reply = await portal.post("/payments/methods", people[0])
    assert reply.code == Code.CRASHED.number


async def test_database_dump_holds_no_payment_method_in_plain_text(
    portal: Portal, people: list[Someone]
) -> None:
    everything = await dump(portal, ["payment_method", "audit", "idempotency", "pgqueuer"])
    assert "payee-canary-" not in everything
    assert "Canary" not in everything
    assert str(people[0].uid) in everything  # the control: the rows are there


async def test_thousand_payment_methods_moved_to_another_publisher_cannot_be_decrypted(
    portal: Portal, people: list[Someone]
) -> None:
    alice, *others = people
    async with portal.db() as db:
        rows = await db.fetch(
            "select sealed from payment_method where publisher_id = any($1) limit 1000",
            [who.uid for who in others],
        )
        own = await db.fetchrow(
            "select payment_method_id as id, row_key::text, sealed from payment_method"
            " where publisher_id = $1 and is_default",
            alice.uid,
        )
        put = "update payment_method set sealed = $3 where publisher_id = $1 and payment_method_id = $2"
        keys, there = portal.resources.encryption, associated_data(alice.uid, own["row_key"])
        shut = 0
        for row in rows:
            with pytest.raises(DecryptionError):
                keys.open(row["sealed"], there)
            shut += 1
        await db.execute(put, alice.uid, own["id"], rows[0]["sealed"])
        reply = await portal.post("/payments/methods", alice)
        await db.execute(put, alice.uid, own["id"], own["sealed"])
    assert (shut, reply.code) == (1_000, Code.CRASHED.number)
    assert len(await list_methods(portal, alice)) == EACH


def use(portal: Portal, keys: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    settings = msgspec.structs.replace(portal.resources.settings, secret_keys=keys)
    monkeypatch.setattr(portal.resources, "settings", settings)


async def reencrypt_all(portal: Portal) -> None:
    async with portal.db() as db:
        await reencrypt.later(db, Nothing())
    await portal.work()
