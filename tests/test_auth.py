"""Joining, proving an e-mail address, signing in and out."""

import asyncio
from collections.abc import AsyncIterator
from email import message_from_bytes, policy
from time import monotonic
from typing import Any

import httpx2
import pytest

import sql.one_time_token
from rpc import Code
from rpc.limits import DAY, Guard, Guards
from schema import rules
from tests.conftest import MakeDatabase
from tests.portal import PASSWORD, Portal, Someone, served, unique
from tests.uploads import PDF, sent

CHANNEL = {
    "name": "Alice's kitchen",
    "channel_type": 2,
    "channel_platform": "WordPress",
    "promotion_methods": [1, 4],
    "website": "https://kitchen.example",
}
COMPANY = {"name": "Kitchen Ltd", "country": "GB"}


def step_one(**changed: Any) -> dict[str, Any]:
    name = unique("alice")
    return {
        "username": name,
        "email": f"{name}@example.com",
        "password": PASSWORD,
        "confirm_password": PASSWORD,
        "agreement": 1,
    } | changed


def mails_to(portal: Portal, address: str) -> list[str]:
    """The texts of the mails to an address, oldest first."""
    texts = []
    for path in sorted(portal.parts.settings.outbox.glob("*.eml")):
        mail = message_from_bytes(path.read_bytes(), policy=policy.default)
        body = mail.get_body(("plain",))
        if mail["To"] == address and body is not None:
            texts.append(body.get_content())
    return texts


async def links_to(portal: Portal, address: str) -> list[str]:
    """The tokens of the links that were mailed to an address, oldest first."""
    await portal.work()
    return [text.split("?token=")[1].split()[0] for text in mails_to(portal, address)]


async def joined(portal: Portal, *, verified: bool = True, **changed: Any) -> dict[str, Any]:
    """What somebody signed up with."""
    attributes = step_one(**changed)
    uid = (await portal.ok("/auth/sign_up", attributes=attributes))["uid"]
    if verified:
        [token] = await links_to(portal, attributes["email"])
        await portal.ok("/auth/email_verify", attributes={"token": token})
    return attributes | {"uid": uid}


def credentials(account: str, password: str = PASSWORD, **more: Any) -> dict[str, Any]:
    return {"account": account, "password": password, **more}


@pytest.fixture(scope="module")
async def guarded(
    make_database: MakeDatabase, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[Portal]:
    """A portal with the real limits, for which X-Forwarded-For names the caller."""
    url, folder = make_database(), tmp_path_factory.mktemp("guarded")
    async with served(url, folder, TRUSTED_PROXIES="127.0.0.1/32") as running:
        running.parts.guards = Guards()
        yield running


def from_address(address: str) -> dict[str, str]:
    return {"x-forwarded-for": address}


class TestAccountCheck:
    async def test_a_free_username_is_fine(self, portal: Portal) -> None:
        free = {"username": unique("free")}
        assert await portal.ok("/auth/account_check", attributes=free) is None

    async def test_a_taken_one_is_told_however_it_is_written(self, portal: Portal) -> None:
        alice = await portal.someone(site=False)
        taken = {"username": alice.username.upper()}
        await portal.refused(Code.USERNAME_TAKEN, "/auth/account_check", attributes=taken)

    @pytest.mark.parametrize("wrong", ["ab", "a b", "-alice", "alice@example.com", "a" * 65])
    async def test_one_of_a_wrong_form_is_refused(self, portal: Portal, wrong: str) -> None:
        given = {"username": wrong}
        await portal.refused(Code.USERNAME_INVALID, "/auth/account_check", attributes=given)

    async def test_no_address_asks_more_than_ten_times_a_minute(self, guarded: Portal) -> None:
        codes = [
            (
                await guarded.post(
                    "/auth/account_check",
                    headers=from_address("203.0.113.1"),
                    attributes={"username": unique("free")},
                )
            ).code
            for _ in range(12)
        ]
        assert codes == [0] * 10 + [Code.TOO_MANY_REQUESTS.number] * 2


class TestEmailCheck:
    async def test_a_free_address_is_fine(self, portal: Portal) -> None:
        free = {"email": f"{unique('free')}@example.com"}
        assert await portal.ok("/auth/email_check", attributes=free) is None

    async def test_a_taken_one_is_told_however_it_is_written(self, portal: Portal) -> None:
        alice = await portal.someone(site=False)
        taken = {"email": alice.email.title()}
        await portal.refused(Code.EMAIL_TAKEN, "/auth/email_check", attributes=taken)

    @pytest.mark.parametrize("wrong", ["alice", "alice@", "@example.com", "a b@example.com"])
    async def test_one_of_a_wrong_form_is_refused(self, portal: Portal, wrong: str) -> None:
        await portal.refused(Code.EMAIL_INVALID, "/auth/email_check", attributes={"email": wrong})

    async def test_who_asks_too_often_is_told_how_long_to_wait(self, guarded: Portal) -> None:
        headers = from_address("203.0.113.2")
        for _ in range(10):
            free = {"email": f"{unique('free')}@example.com"}
            await guarded.ok("/auth/email_check", headers=headers, attributes=free)

        reply = await guarded.refused(
            Code.TOO_MANY_REQUESTS, "/auth/email_check", headers=headers, attributes=free
        )

        assert reply.status == 429
        assert 1 <= int(reply.headers["retry-after"]) <= 60


class TestSignUp:
    async def test_makes_a_publisher_without_a_site(self, portal: Portal) -> None:
        alice = await joined(portal)

        session = await portal.ok("/auth/sign_in", attributes=credentials(alice["username"]))

        profile = await portal.ok("/user/profile", session["token"])
        assert (profile["uid"], profile["default_site"]) == (alice["uid"], None)
        assert (profile["login_email"], profile["email_verified"]) == (alice["email"], True)

    async def test_makes_the_first_site_the_default_one(self, portal: Portal) -> None:
        file = await sent(portal, None, PDF)
        kit = {"file_url": file["url"], "name": "kit.pdf", "size": 9}
        alice = await joined(
            portal,
            channel=CHANNEL,
            company=COMPANY,
            media_kit=[kit],
            upload_tickets=[file["ticket"]],
        )
        session = await portal.ok("/auth/sign_in", attributes=credentials(alice["email"]))

        [site] = (await portal.ok("/site/list", session["token"]))["list"]

        profile = await portal.ok("/user/profile", session["token"])
        assert profile["default_site"] == {"id": site["id"], "name": CHANNEL["name"]}
        assert profile["company"]["name"] == "Kitchen Ltd"
        kept = [{**kit, "size": len(PDF)}]
        assert (site["status"], site["is_default"], site["media_kit"]) == (1, True, kept)

    async def test_a_guests_file_is_theirs_who_hand_in_its_ticket_once_and_in_time(
        self, portal: Portal
    ) -> None:
        first, late = await sent(portal), await sent(portal)
        async with portal.db() as db:
            await db.execute(
                "update upload set ticket_until = now() where name = $1",
                late["url"].rpartition("/")[2],
            )
        channel = {**CHANNEL, "logo": first["url"]}
        await joined(portal, channel=channel, upload_tickets=[first["ticket"]])

        for file, ticket in ((first, first["ticket"]), (late, late["ticket"]), (late, "x")):
            given = step_one(channel={**CHANNEL, "logo": file["url"]}, upload_tickets=[ticket])
            reply = await portal.refused(Code.REQUEST_INVALID, "/auth/sign_up", attributes=given)
            assert "attributes.upload_tickets" in reply.message

    async def test_keeps_who_invited(self, portal: Portal) -> None:
        bob = await portal.someone(site=False)
        alice = await joined(portal, verified=False, referer_uid=bob.uid)
        lost = await joined(portal, verified=False, referer_uid=2**52)

        async with portal.db() as db:
            kept = await db.fetch(
                "select referer_uid from publisher where publisher_id = any($1) order by 1",
                [alice["uid"], lost["uid"]],
            )
        assert [row["referer_uid"] for row in kept] == [bob.uid, None]

    async def test_a_taken_username_is_refused(self, portal: Portal) -> None:
        alice = await portal.someone(site=False)
        given = step_one(username=alice.username.upper())
        await portal.refused(Code.USERNAME_TAKEN, "/auth/sign_up", attributes=given)

    async def test_a_taken_address_is_refused(self, portal: Portal) -> None:
        alice = await portal.someone(site=False)
        given = step_one(email=alice.email.upper())
        await portal.refused(Code.EMAIL_TAKEN, "/auth/sign_up", attributes=given)

    async def test_passwords_that_differ_are_refused(self, portal: Portal) -> None:
        given = step_one(confirm_password=PASSWORD + "!")
        await portal.refused(Code.PASSWORDS_DIFFER, "/auth/sign_up", attributes=given)

    @pytest.mark.parametrize(
        "weak",
        ["short", "password1234", "aaaaaaaaaaaa", "publisherportal", "a" * 129, "qwertyuiop123"],
    )
    async def test_a_weak_password_is_refused(self, portal: Portal, weak: str) -> None:
        given = step_one(password=weak, confirm_password=weak)
        await portal.refused(Code.PASSWORD_INVALID, "/auth/sign_up", attributes=given)

    async def test_a_password_made_of_ones_own_name_is_refused(self, portal: Portal) -> None:
        given = step_one(username="anneliese.kowalczyk", email="info@kowalczyk-reisen.example")
        for word in ("anneliese.kowalczyk", "kowalczyk-reisen1"):
            weak = given | {"password": word, "confirm_password": word}
            await portal.refused(Code.PASSWORD_INVALID, "/auth/sign_up", attributes=weak)

    async def test_without_agreement_nobody_joins(self, portal: Portal) -> None:
        given = step_one(agreement=0)
        await portal.refused(Code.REGISTRATION_FAILED, "/auth/sign_up", attributes=given)
        await portal.ok("/auth/account_check", attributes={"username": given["username"]})

    async def test_other_faults_are_told_before_the_agreement(self, portal: Portal) -> None:
        alice = await portal.someone(site=False)
        given = step_one(agreement=0, username=alice.username)
        await portal.refused(Code.USERNAME_TAKEN, "/auth/sign_up", attributes=given)

    @pytest.mark.parametrize(
        ("changed", "field"),
        [
            ({"channel_type": 99}, "channel_type"),
            ({"promotion_methods": [1, 99]}, "promotion_methods"),
        ],
    )
    async def test_a_kind_that_is_not_listed_is_refused(
        self, portal: Portal, changed: dict[str, Any], field: str
    ) -> None:
        given = step_one(channel=CHANNEL | changed)
        reply = await portal.refused(Code.REQUEST_INVALID, "/auth/sign_up", attributes=given)
        assert f"attributes.channel.{field}" in reply.message

    async def test_a_media_kit_without_a_channel_is_refused(self, portal: Portal) -> None:
        given = step_one(media_kit=[{"file_url": "/files/a", "name": "a", "size": 1}])
        await portal.refused(Code.REQUEST_INVALID, "/auth/sign_up", attributes=given)

    async def test_of_many_at_once_one_joins_and_nothing_is_left_of_the_others(
        self, portal: Portal
    ) -> None:
        lost = {Code.REGISTRATION_FAILED.number, Code.USERNAME_TAKEN.number}
        for _ in range(3):
            company = unique("race")
            given = step_one(company={"name": company, "country": "GB"})

            replies = await asyncio.gather(
                *(portal.post("/auth/sign_up", attributes=given) for _ in range(12))
            )

            codes = [reply.code for reply in replies]
            assert codes.count(0) == 1
            assert set(codes) - {0} <= lost
            async with portal.db() as db:
                count = "select count(*) from publisher where name = $1"
                assert await db.fetchval(count, company) == 1

    async def test_an_address_joins_five_times_an_hour(self, guarded: Portal) -> None:
        headers = from_address("203.0.113.3")
        for _ in range(5):
            await guarded.ok("/auth/sign_up", headers=headers, attributes=step_one())

        taken = step_one()
        await guarded.refused(
            Code.TOO_MANY_REQUESTS, "/auth/sign_up", headers=headers, attributes=taken
        )

        await guarded.ok("/auth/sign_up", headers=from_address("203.0.113.4"), attributes=taken)


def broken_values() -> list[Any]:
    """A value that breaks each rule of §5 for the fields of sign_up, and the number it is refused with."""
    found = []
    media = {"file_url": "/files/a", "name": "a", "size": 1}
    for field in sorted(rules.FIELDS):
        place, _, name = field.rpartition(".")
        if name not in {*step_one(), *COMPANY, *CHANNEL, "logo", *media, "category", "address",
                        "city", "province", "postal_code"}:  # fmt: skip
            continue
        inside = "company" if place == "company" else "media_kit" if place == "media_kit" else ""
        if name in {*CHANNEL, "logo"} and not place:
            inside = "channel"
        for rule, number, _text in rules.FIELDS[field].texts():
            found.append(pytest.param(inside, name, rule, number, id=f"{field}-{rule}"))
    return found


WRONG_TYPES = {"channel_type": "x", "promotion_methods": ["x"], "agreement": "yes", "size": 0}
WRONG_FORMS = {"username": "a b", "email": "alice", "password": "short", "website": "kitchen"}


class TestRules:
    @pytest.mark.parametrize(("inside", "name", "rule", "number"), broken_values())
    async def test_each_has_a_code_of_its_own(
        self, portal: Portal, inside: str, name: str, rule: str, number: int
    ) -> None:
        parts: dict[str, dict[str, Any]] = {
            "": step_one(),
            "company": dict(COMPANY),
            "channel": dict(CHANNEL),
            "media_kit": {"file_url": "/files/a", "name": "a", "size": 1},
        }
        broken = {
            "type": WRONG_TYPES.get(name, 7),
            "length": "https://" + "x" * 300,
            "format": WRONG_FORMS.get(name),
        }
        if rule == "required" and name in parts[inside]:
            parts[inside].pop(name)
        elif rule == "required":
            parts[inside][name] = ""
        else:
            parts[inside][name] = broken[rule]
        whole = parts[""]
        if inside:
            whole[inside] = [parts[inside]] if inside == "media_kit" else parts[inside]

        reply = await portal.refused(number, "/auth/sign_up", attributes=whole)

        assert reply.status == 200


class TestEmailVerify:
    async def test_opens_the_way_to_sign_in(self, portal: Portal) -> None:
        alice = await joined(portal, verified=False)
        who = credentials(alice["username"])
        await portal.refused(Code.EMAIL_NOT_VERIFIED, "/auth/sign_in", attributes=who)
        [token] = await links_to(portal, alice["email"])

        assert await portal.ok("/auth/email_verify", attributes={"token": token}) is None

        assert (await portal.ok("/auth/sign_in", attributes=who))["token"]

    async def test_the_link_leads_to_the_public_address(self, portal: Portal) -> None:
        alice = await joined(portal, verified=False)
        await portal.work()
        [text] = mails_to(portal, alice["email"])
        assert "http://portal.test/auth/email-verification?token=" in text

    async def test_a_link_works_once(self, portal: Portal) -> None:
        alice = await joined(portal, verified=False)
        [token] = await links_to(portal, alice["email"])
        await portal.ok("/auth/email_verify", attributes={"token": token})

        await portal.refused(
            Code.EMAIL_ALREADY_VERIFIED, "/auth/email_verify", attributes={"token": token}
        )

    async def test_of_twenty_uses_at_once_one_succeeds(self, portal: Portal) -> None:
        alice = await joined(portal, verified=False)
        [token] = await links_to(portal, alice["email"])

        replies = await asyncio.gather(
            *(portal.post("/auth/email_verify", attributes={"token": token}) for _ in range(20))
        )

        codes = sorted(reply.code for reply in replies)
        assert codes == [0] + [Code.EMAIL_ALREADY_VERIFIED.number] * 19

    async def test_of_twenty_transactions_that_use_a_token_one_has_it(self, portal: Portal) -> None:
        """The address is guarded twice; this is the guard that later links will have alone."""
        alice = await portal.someone(site=False)
        now, hash = portal.parts.clock.now(), unique("hash").encode()
        async with portal.db() as db:
            await sql.one_time_token.replace(
                db,
                alice.uid,
                alice.account_id,
                purpose="test",
                hash=hash,
                expires_at=now + DAY,
                now=now,
            )

        async def use() -> int | None:
            async with portal.db() as db, db.transaction():
                return await sql.one_time_token.use(db, alice.uid, hash, purpose="test", now=now)

        used = await asyncio.gather(*(use() for _ in range(20)))

        assert sorted(used, key=bool) == [None] * 19 + [alice.account_id]

    async def test_looking_at_the_page_does_not_use_the_link(self, portal: Portal) -> None:
        alice = await joined(portal, verified=False)
        [token] = await links_to(portal, alice["email"])
        for _ in range(5):
            await portal.http.get(f"/auth/email-verification?token={token}")

        await portal.ok("/auth/email_verify", attributes={"token": token})

    async def test_a_newer_link_ends_the_older_one(self, portal: Portal) -> None:
        alice = await joined(portal, verified=False)
        await portal.ok("/auth/email_check_resend", attributes={"email": alice["email"]})
        older, newer = await links_to(portal, alice["email"])

        await portal.refused(
            Code.VERIFICATION_CODE_INVALID, "/auth/email_verify", attributes={"token": older}
        )

        await portal.ok("/auth/email_verify", attributes={"token": newer})
        await portal.refused(
            Code.EMAIL_ALREADY_VERIFIED, "/auth/email_verify", attributes={"token": older}
        )

    async def test_a_late_link_is_refused(self, portal: Portal) -> None:
        alice = await joined(portal, verified=False)
        [token] = await links_to(portal, alice["email"])
        async with portal.db() as db:
            await db.execute(
                "update one_time_token set expires_at = $2 where publisher_id = $1",
                alice["uid"],
                portal.parts.clock.now(),
            )

        await portal.refused(
            Code.VERIFICATION_CODE_INVALID, "/auth/email_verify", attributes={"token": token}
        )

    async def test_guessing_is_limited(self, guarded: Portal) -> None:
        headers, guess = from_address("203.0.113.5"), {"token": "guess"}
        for _ in range(6):
            await guarded.refused(
                Code.VERIFICATION_CODE_INVALID,
                "/auth/email_verify",
                headers=headers,
                attributes=guess,
            )

        await guarded.refused(
            Code.TOO_MANY_REQUESTS, "/auth/email_verify", headers=headers, attributes=guess
        )


class TestEmailCheckResend:
    async def test_answers_the_same_for_unknown_known_and_verified(self, portal: Portal) -> None:
        known = await joined(portal, verified=False)
        verified = await joined(portal)
        addresses = [known["email"], verified["email"], f"{unique('nobody')}@example.com"]

        replies = [
            await portal.post("/auth/email_check_resend", attributes={"email": address})
            for address in addresses
        ]

        assert [(reply.code, reply.data) for reply in replies] == [(0, None)] * 3
        assert [len(await links_to(portal, address)) for address in addresses] == [2, 1, 0]

    async def test_beyond_the_limit_nothing_is_sent_and_nothing_said(self, portal: Portal) -> None:
        alice = await joined(portal, verified=False)
        before, guards = await links_to(portal, alice["email"]), portal.parts.guards
        portal.parts.guards = guards._replace(mail=Guard(unique("mail"), ((2, DAY),)))
        try:
            for _ in range(4):
                await portal.ok("/auth/email_check_resend", attributes={"email": alice["email"]})
        finally:
            portal.parts.guards = guards

        assert len(await links_to(portal, alice["email"])) == len(before) + 2

    async def test_the_first_mail_and_one_more_leave_in_an_hour(self, guarded: Portal) -> None:
        given = step_one()
        headers = from_address("203.0.113.6")
        await guarded.ok("/auth/sign_up", headers=headers, attributes=given)
        for _ in range(3):
            email = {"email": given["email"]}
            await guarded.ok("/auth/email_check_resend", headers=headers, attributes=email)

        assert len(await links_to(guarded, given["email"])) == 2

    async def test_a_missing_mail_is_told_whatever_the_address(
        self, portal: Portal, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        alice = await joined(portal, verified=False)
        monkeypatch.setattr("handlers.auth.LANGUAGE", "xx")

        for address in (alice["email"], f"{unique('nobody')}@example.com"):
            await portal.refused(
                Code.EMAIL_TEMPLATE_MISSING,
                "/auth/email_check_resend",
                attributes={"email": address},
            )

    async def test_a_mail_server_that_is_away_is_told_whatever_the_address(
        self, database_url: str, tmp_path_factory: pytest.TempPathFactory
    ) -> None:
        folder = tmp_path_factory.mktemp("mute")
        async with served(database_url, folder, SMTP_URL="smtp://127.0.0.1:9") as portal:
            alice = await portal.someone(site=False)
            for address in (alice.email, f"{unique('nobody')}@example.com"):
                await portal.refused(
                    Code.EMAIL_NOT_SENT,
                    "/auth/email_check_resend",
                    attributes={"email": address},
                )


class TestSignIn:
    @pytest.mark.parametrize("form", ["username", "email"])
    async def test_takes_username_or_address_in_any_case(self, portal: Portal, form: str) -> None:
        alice = await portal.someone(site=False)
        who = credentials(getattr(alice, form).upper())

        session = await portal.ok("/auth/sign_in", attributes=who)

        profile = await portal.ok("/user/profile", session["token"])
        assert profile["uid"] == alice.uid
        assert profile["session_expires_at"] == session["expires_at"]

    async def test_wrong_and_unknown_are_answered_alike(self, portal: Portal) -> None:
        alice = await portal.someone(site=False)

        wrong = await portal.refused(
            Code.PASSWORD_WRONG, "/auth/sign_in", attributes=credentials(alice.username, "x")
        )
        unknown = await portal.refused(
            Code.PASSWORD_WRONG, "/auth/sign_in", attributes=credentials(unique("nobody"), "x")
        )

        assert (wrong.message, wrong.data) == (unknown.message, unknown.data)

    async def test_works_as_hard_for_an_unknown_account(self, portal: Portal) -> None:
        before = portal.parts.passwords.hashes
        await portal.post("/auth/sign_in", attributes=credentials(unique("nobody"), "x"))
        assert portal.parts.passwords.hashes == before + 1

    @pytest.mark.parametrize("known", [True, False])
    async def test_after_five_failures_even_the_right_password_is_refused(
        self, portal: Portal, known: bool
    ) -> None:
        alice = (
            await portal.someone(site=False) if known else Someone(token="", username=unique("x"))
        )
        for _ in range(5):
            await portal.refused(
                Code.PASSWORD_WRONG,
                "/auth/sign_in",
                attributes=credentials(alice.username.upper(), "x"),
            )
        hashed = portal.parts.passwords.hashes

        for _ in range(2):
            await portal.refused(
                Code.TOO_MANY_ATTEMPTS, "/auth/sign_in", attributes=credentials(alice.username)
            )

        assert portal.parts.passwords.hashes == hashed

    async def test_two_hundred_attempts_at_once_verify_five_times(self, portal: Portal) -> None:
        alice = await portal.someone(site=False)
        before = portal.parts.passwords.hashes
        lanes = asyncio.Semaphore(32)

        async def guess(number: int) -> int:
            async with lanes:
                who = credentials(alice.username, f"guess {number}")
                return (await portal.post("/auth/sign_in", attributes=who)).code

        codes = await asyncio.gather(*map(guess, range(200)))

        assert portal.parts.passwords.hashes - before == 5
        assert codes.count(Code.PASSWORD_WRONG.number) == 5
        assert codes.count(Code.TOO_MANY_ATTEMPTS.number) == 195

    async def test_the_count_outlives_the_process(
        self, portal: Portal, database_url: str, tmp_path_factory: pytest.TempPathFactory
    ) -> None:
        alice = await portal.someone(site=False)
        for _ in range(5):
            await portal.post("/auth/sign_in", attributes=credentials(alice.username, "x"))

        async with served(database_url, tmp_path_factory.mktemp("again")) as started:
            await started.refused(
                Code.TOO_MANY_ATTEMPTS, "/auth/sign_in", attributes=credentials(alice.username)
            )

    async def test_success_clears_the_count(self, portal: Portal) -> None:
        alice = await portal.someone(site=False)
        for _ in range(3):
            for _ in range(4):
                await portal.refused(
                    Code.PASSWORD_WRONG, "/auth/sign_in", attributes=credentials(alice.email, "x")
                )
            await portal.ok("/auth/sign_in", attributes=credentials(alice.email))

    async def test_of_two_hundred_at_once_some_wait_and_the_rest_are_told_when_to_come_back(
        self, portal: Portal
    ) -> None:
        alice = await portal.someone(site=False)
        http, who = portal.http, credentials(alice.username)
        limits = httpx2.Limits(max_connections=250)
        portal.http = httpx2.AsyncClient(
            base_url=portal.url, timeout=60, trust_env=False, limits=limits
        )
        async with portal.http:
            signing_in = asyncio.gather(
                *(portal.post("/auth/sign_in", attributes=who) for _ in range(200))
            )
            began = monotonic()
            await portal.ok("/user/profile", alice)
            answered = monotonic() - began
            replies = await signing_in
        portal.http = http

        codes = [reply.code for reply in replies]
        busy = [reply for reply in replies if reply.code == Code.UNAVAILABLE.number]
        assert codes.count(0) + len(busy) == 200
        assert codes.count(0) >= 50
        assert {(reply.status, "retry-after" in reply.headers) for reply in busy} == {(503, True)}
        assert answered < 1.5
        await portal.ok("/auth/sign_in", attributes=who)

    async def test_what_is_wrong_with_an_account_is_told_after_the_right_password_only(
        self, portal: Portal
    ) -> None:
        alice = await joined(portal, verified=False)
        operator = await portal.operator()
        right, wrong = credentials(alice["email"]), credentials(alice["email"], "x")

        async def shows(code: Code) -> None:
            await portal.refused(Code.PASSWORD_WRONG, "/auth/sign_in", attributes=wrong)
            await portal.refused(code, "/auth/sign_in", attributes=right)

        await shows(Code.EMAIL_NOT_VERIFIED)
        for kind, code in (("new_password", Code.PASSWORD_EXPIRED), ("lock", Code.USER_LOCKED)):
            decided = {"uid": alice["uid"], "kind": kind}
            await portal.ok("/network/account_lock", operator, attributes=decided)
            await shows(code)

    async def test_a_closed_account_is_as_unknown(self, portal: Portal) -> None:
        alice = await portal.someone(site=False)
        async with portal.db() as db:
            await db.execute(
                "update account set closed_at = $2 where publisher_id = $1",
                alice.uid,
                portal.parts.clock.now(),
            )

        await portal.refused(
            Code.PASSWORD_WRONG, "/auth/sign_in", attributes=credentials(alice.username)
        )

    async def test_a_remembered_session_lasts_longer(self, portal: Portal) -> None:
        alice = await portal.someone(site=False)
        await portal.ok("/auth/sign_in", attributes=credentials(alice.username))
        await portal.ok("/auth/sign_in", attributes=credentials(alice.username, remember=True))

        async with portal.db() as db:
            rows = await db.fetch(
                "select idle, expires_at - created_at as whole from session"
                " where publisher_id = $1 and user_agent <> 'test' order by idle",
                alice.uid,
            )
        hours = [(row["idle"].total_seconds() / 3600, row["whole"].days) for row in rows]
        assert hours == [(2, 1), (7 * 24, 30)]

    async def test_the_twenty_first_session_ends_the_oldest(self, portal: Portal) -> None:
        alice = await portal.someone(site=False)
        who = credentials(alice.username)
        tokens = [(await portal.ok("/auth/sign_in", attributes=who))["token"] for _ in range(19)]
        await portal.ok("/user/profile", alice)

        await portal.ok("/auth/sign_in", attributes=who)

        await portal.refused(Code.UNAUTHORIZED, "/user/profile", alice)
        await portal.ok("/user/profile", tokens[0])

    async def test_sessions_that_ran_out_do_not_push_a_living_one_out(self, portal: Portal) -> None:
        alice = await portal.someone(site=False)
        who = credentials(alice.username)
        kept = (await portal.ok("/auth/sign_in", attributes=who | {"remember": True}))["token"]
        for _ in range(20):
            await portal.ok("/auth/sign_in", attributes=who)
            async with portal.db() as db:
                await db.execute(
                    "update session set last_seen = last_seen - interval '3 hours'"
                    " where publisher_id = $1 and idle < interval '1 day'",
                    alice.uid,
                )

        await portal.ok("/user/profile", kept)

    async def test_many_sign_ins_at_once_leave_twenty_sessions(self, portal: Portal) -> None:
        alice = await portal.someone(site=False)
        who = credentials(alice.username)
        await asyncio.gather(*(portal.ok("/auth/sign_in", attributes=who) for _ in range(20)))

        lives = []
        for _ in range(10):
            await asyncio.gather(*(portal.ok("/auth/sign_in", attributes=who) for _ in range(4)))
            async with portal.db() as db:
                live = "select count(*) from session where publisher_id = $1 and ended_at is null"
                lives.append(await db.fetchval(live, alice.uid))

        assert lives == [20] * 10

    async def test_an_old_hash_is_made_anew(self, portal: Portal) -> None:
        from argon2 import PasswordHasher

        alice = await portal.someone(site=False)
        old = PasswordHasher(time_cost=1, memory_cost=8_192, parallelism=1).hash(PASSWORD)
        async with portal.db() as db:
            await db.execute(
                "update account set password_hash = $2 where publisher_id = $1", alice.uid, old
            )
            await portal.ok("/auth/sign_in", attributes=credentials(alice.username))
            hash = await db.fetchval(
                "select password_hash from account where publisher_id = $1", alice.uid
            )
        assert not portal.parts.passwords.outdated(hash)
        await portal.ok("/auth/sign_in", attributes=credentials(alice.username))

    async def test_an_address_tries_thirty_times_a_minute(self, guarded: Portal) -> None:
        headers = from_address("203.0.113.7")
        codes = [
            (
                await guarded.post(
                    "/auth/sign_in",
                    headers=headers,
                    attributes=credentials(f"nobody-{number}", "x"),
                )
            ).code
            for number in range(31)
        ]
        assert codes == [Code.PASSWORD_WRONG.number] * 30 + [Code.TOO_MANY_REQUESTS.number]

    async def test_a_made_up_forwarding_address_changes_nothing(self, portal: Portal) -> None:
        guards = portal.parts.guards
        portal.parts.guards = guards._replace(sign_in=Guard(unique("sign_in"), ((3, DAY),)))
        try:
            codes = [
                (
                    await portal.post(
                        "/auth/sign_in",
                        headers=from_address(f"198.51.100.{number}"),
                        attributes=credentials(f"nobody-{number}", "x"),
                    )
                ).code
                for number in range(5)
            ]
        finally:
            portal.parts.guards = guards
        assert codes == [Code.PASSWORD_WRONG.number] * 3 + [Code.TOO_MANY_REQUESTS.number] * 2

    async def test_is_written_into_the_accounts_log(self, portal: Portal) -> None:
        alice = await portal.someone(site=False)
        await portal.post("/auth/sign_in", attributes=credentials(alice.username, "x"))
        await portal.ok("/auth/sign_in", attributes=credentials(alice.username))

        async with portal.db() as db:
            rows = await db.fetch(
                "select action, result from audit where publisher_id = $1 order by at", alice.uid
            )
        assert [tuple(row) for row in rows] == [
            ("/auth/sign_in", "refused"),
            ("/auth/sign_in", "ok"),
        ]


class TestSignOut:
    async def test_ends_this_session_and_no_other(self, portal: Portal) -> None:
        alice = await portal.someone(site=False)
        other = (await portal.ok("/auth/sign_in", attributes=credentials(alice.username)))["token"]

        await portal.ok("/auth/sign_out", alice)

        await portal.refused(Code.UNAUTHORIZED, "/user/profile", alice)
        await portal.refused(Code.UNAUTHORIZED, "/auth/sign_out", alice)
        await portal.ok("/user/profile", other)


class TestIdempotency:
    async def test_a_sign_up_that_is_sent_again_is_answered_as_it_was(self, portal: Portal) -> None:
        name = unique("twice")
        form = {
            "username": name,
            "email": f"{name}@example.com",
            "password": "walnut bicycle harvest",
            "confirm_password": "walnut bicycle harvest",
            "agreement": 1,
        }

        first = await portal.post("/auth/sign_up", key=name, attributes=form)
        again = await portal.post("/auth/sign_up", key=name, attributes=form)

        assert (first.code, again.code) == (0, 0)
        assert first.data == again.data

    async def test_a_refused_one_may_be_mended_under_the_same_key(self, portal: Portal) -> None:
        name = unique("mended")
        form = {
            "username": name,
            "email": f"{name}@example.com",
            "password": "walnut bicycle harvest",
            "confirm_password": "another",
            "agreement": 1,
        }
        await portal.refused(Code.PASSWORDS_DIFFER, "/auth/sign_up", key=name, attributes=form)
        form["confirm_password"] = form["password"]

        assert (await portal.post("/auth/sign_up", key=name, attributes=form)).code == 0
