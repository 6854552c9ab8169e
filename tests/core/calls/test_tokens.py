"""Tokens (T7): altered, foreign, ended or expired ones are refused."""

import asyncio
import secrets
import string
from base64 import urlsafe_b64encode
from collections.abc import Iterator
from datetime import timedelta
from random import Random

import pytest
from itsdangerous import URLSafeSerializer

from rpc import Code
from rpc.security.tokens import BRAND_KEY, SESSION, VERIFY, Tokens
from tests.support.databases import earlier
from tests.support.portal import PASSWORD, Portal

ALPHABET = string.ascii_letters + string.digits + "-_."
KEY = "a key of these tests, 32 bytes or more"
OLDER = "an older key of these tests, 32 bytes"
RANDOM = 100_000
SAMPLE = 200


def forgeries(token: str) -> Iterator[str]:
    """Every change and deletion of one character, every swap of neighbours, and suffixes."""
    for index, letter in enumerate(token):
        yield token[:index] + token[index + 1 :]
        for other in ALPHABET:
            if other != letter:
                yield token[:index] + other + token[index + 1 :]
    for index in range(len(token) - 1):
        swapped = token[:index] + token[index + 1] + token[index] + token[index + 2 :]
        if swapped != token:
            yield swapped
    for suffix in (*ALPHABET, "=", "==", " ", "\n", "\0", "é", "A" * 300):
        yield token + suffix
        yield suffix + token


class TestForgeries:
    def test_a_hundred_thousand_forged_tokens_are_rejected(self) -> None:
        tokens = Tokens([KEY])
        made = {tokens.make(SESSION, 100_000 + number)[0] for number in range(20)}

        tried = [forged for token in made for forged in forgeries(token) if forged not in made]

        assert len(tried) >= 100_000
        assert [forged for forged in tried if tokens.read(SESSION, forged)] == []

    def test_itsdangerous_signer_accepts_some_forgeries(self) -> None:
        """The control: these forgeries do find a weak signature."""
        naive = URLSafeSerializer(KEY, salt="sess.v1")
        token = naive.dumps([100_000, secrets.token_urlsafe(32)])
        read = [forged for forged in forgeries(str(token)) if naive.loads_unsafe(forged)[0]]
        assert read

    def test_random_session_tokens_are_rejected(self) -> None:
        tokens, random = Tokens([KEY]), Random(7)
        for _ in range(RANDOM):
            payload = urlsafe_b64encode(random.randbytes(48)).decode().rstrip("=")
            signature = urlsafe_b64encode(random.randbytes(48)).decode().rstrip("=")
            assert tokens.read(SESSION, f"{payload}.{signature}") is None

    def test_token_is_read_only_for_its_purpose(self) -> None:
        tokens = Tokens([KEY])
        purposes = (SESSION, BRAND_KEY, VERIFY)
        for made in purposes:
            token, _ = tokens.make(made, 100_001)
            assert [purpose for purpose in purposes if tokens.read(purpose, token)] == [made]

    def test_token_of_an_older_key_is_read_until_the_key_is_dropped(self) -> None:
        token, hash = Tokens([OLDER]).make(SESSION, 100_001)
        assert Tokens([OLDER, KEY]).read(SESSION, token) == (100_001, hash)
        assert Tokens([KEY]).read(SESSION, token) is None

    async def test_forged_tokens_over_http_are_unauthorized(self, portal: Portal) -> None:
        alice = await portal.someone()
        tried = [forged for forged in forgeries(alice.token) if forged.isprintable()]

        chosen = Random(7).sample(tried, SAMPLE)

        for forged in chosen:
            await portal.refuses(Code.UNAUTHORIZED, "/user/profile", forged[:1000])
        await portal.ok("/user/profile", alice)

    @pytest.mark.parametrize("token", ["x", "null", "Bearer", ".", "a.b", "é", "x" * 1000])
    async def test_malformed_token_is_unauthorized(self, portal: Portal, token: str) -> None:
        await portal.refuses(Code.UNAUTHORIZED, "/user/profile", token)

    async def test_signed_token_without_a_stored_session_is_unauthorized(
        self, portal: Portal
    ) -> None:
        alice = await portal.someone()
        token, _ = portal.resources.tokens.make(SESSION, alice.uid)
        await portal.refuses(Code.UNAUTHORIZED, "/user/profile", token)

    @pytest.mark.parametrize("purpose", [BRAND_KEY, VERIFY])
    async def test_token_of_another_purpose_opens_no_session(
        self, portal: Portal, purpose: str
    ) -> None:
        alice = await portal.someone()
        token, hash = portal.resources.tokens.make(purpose, alice.uid)
        async with portal.db() as db:  # even with a row of its own
            await db.execute(
                "update session set hash = $2 where publisher_id = $1", alice.uid, hash
            )
        await portal.refuses(Code.UNAUTHORIZED, "/user/profile", token)

    async def test_session_token_verifies_no_email_address(self, portal: Portal) -> None:
        alice = await portal.someone()
        await portal.refuses(
            Code.VERIFICATION_CODE_INVALID, "/auth/email_verify", attributes={"token": alice.token}
        )


class TestSessions:
    @pytest.mark.parametrize("column", ["last_seen", "expires_at"])
    async def test_expired_session_answers_token_expired(self, portal: Portal, column: str) -> None:
        alice = await portal.someone()
        late = {"last_seen": timedelta(hours=2), "expires_at": timedelta(hours=24)}[column]
        async with portal.db() as db:
            await db.execute(
                f"update session set {earlier(column, '$2')} where publisher_id = $1",
                alice.uid,
                late,
            )
        await portal.refuses(Code.TOKEN_EXPIRED, "/user/profile", alice)

    async def test_use_of_a_session_extends_its_idle_timeout(self, portal: Portal) -> None:
        alice = await portal.someone()
        async with portal.db() as db:
            await db.execute(
                f"update session set {earlier('last_seen', '119 minutes')} where publisher_id = $1",
                alice.uid,
            )
            began = portal.resources.clock.now()
            await portal.ok("/user/profile", alice)
            seen = await db.fetchval(
                "select last_seen from session where publisher_id = $1", alice.uid
            )
        assert seen > began - timedelta(minutes=1)

    async def test_signed_out_token_is_refused_by_the_next_call(self, portal: Portal) -> None:
        late = 0
        for _ in range(25):
            alice = await portal.someone(site=False)
            await portal.ok("/user/profile", alice)
            await portal.ok("/auth/sign_out", alice)
            late += (await portal.post("/user/profile", alice)).code != Code.UNAUTHORIZED.number
        assert late == 0

    async def test_account_lock_applies_from_the_next_call(self, portal: Portal) -> None:
        alice, operator = await portal.someone(), await portal.operator()
        given = {"uid": alice.uid, "kind": "lock"}
        await portal.ok("/network/account_lock", operator, attributes=given)
        replies = await asyncio.gather(*(portal.post("/user/profile", alice) for _ in range(20)))
        assert {reply.code for reply in replies} == {Code.UNAUTHORIZED.number}

    async def test_change_of_role_applies_from_the_next_call(self, portal: Portal) -> None:
        operator = await portal.operator()
        await portal.ok("/network/sites", operator)
        async with portal.db() as db:
            await db.execute(
                "update account set role = 'owner' where publisher_id = 0 and account_id = $1",
                operator.account_id,
            )
        await portal.refuses(Code.NOT_ALLOWED, "/network/sites", operator)

    async def test_database_stores_no_session_token(self, portal: Portal) -> None:
        alice = await portal.someone()
        who = {"account": alice.username, "password": PASSWORD}
        token = (await portal.ok("/auth/sign_in", attributes=who))["token"]
        async with portal.db() as db:
            rows = await db.fetch(
                "select session::text from session where publisher_id = $1", alice.uid
            )
        assert not any(token in row[0] or token.split(".")[0] in row[0] for row in rows)
