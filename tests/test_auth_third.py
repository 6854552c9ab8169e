"""Sign-in by a provider, against a real one; the scripts by which an account could be taken over (trust.md T25)."""

import asyncio
import secrets
from datetime import timedelta
from typing import Any

import httpx2
import pytest

import sql.third
from rpc import Code
from rpc.limits import Guards
from tests.portal import PASSWORD, Portal, Someone, unique
from tests.provider import Provider

UNKNOWN = Code.THIRD_PARTY_UNKNOWN


async def depart(third: Portal, name: str = "acme", **more: Any) -> str:
    found = await third.ok("/auth/third_link", attributes={"provider": name, **more})
    return str(found["url"])


async def journey(
    third: Portal, provider: Provider, sub: str, name: str = "acme", **more: Any
) -> dict[str, Any]:
    """There and back: what third_check takes."""
    back = await provider.consent(await depart(third, name, **more), sub)
    kept = {"browser": more["browser"]} if "browser" in more else {}
    return {"provider": name, "code": back["code"], "state": back["state"], **kept}


async def somebody(provider: Provider, **claims: Any) -> str:
    name = unique("somebody")
    return await provider.person(
        name,
        **{"email": f"{name}@example.com", "email_verified": True, "name": "Some Body"} | claims,
    )


async def ticket(third: Portal, provider: Provider, sub: str) -> str:
    """Of an identity that is nobody's."""
    reply = await third.refused(
        Code.USER_NOT_BOUND, "/auth/third_check", attributes=await journey(third, provider, sub)
    )
    return str(reply.data["ticket"])


async def bound(third: Portal, provider: Provider, who: Someone, name: str = "acme") -> str:
    """An identity that is bound to an account."""
    sub = await somebody(provider)
    await third.ok(
        "/user/third_bind",
        who,
        attributes={**await journey(third, provider, sub, name), "password": PASSWORD},
    )
    return sub


async def count(third: Portal) -> int:
    async with third.db() as db:
        found: int = await db.fetchval("select count(*) from third_directory")
        return found


class TestThirdProviders:
    async def test_lists_those_of_the_settings(self, third: Portal) -> None:
        found = await third.ok("/auth/third_providers")
        assert found["list"] == [
            {"name": "acme", "label": "Acme"},
            {"name": "other", "label": "Other"},
        ]

    async def test_is_empty_without_any(self, portal: Portal) -> None:
        assert (await portal.ok("/auth/third_providers"))["list"] == []


class TestThirdLink:
    async def test_leads_to_the_provider_with_all_that_guards_the_way(
        self, third: Portal, provider: Provider
    ) -> None:
        url = httpx2.URL(await depart(third))
        assert str(url).startswith(f"{provider.url}/oauth2/authorize")
        asked = url.params
        assert asked["code_challenge_method"] == "S256"
        assert asked["redirect_uri"] == f"{third.url}/auth/third-party?provider=acme"
        assert {"openid", "email"} <= set(asked["scope"].split())
        assert min(len(asked[name]) for name in ("state", "nonce", "code_challenge")) >= 43

    async def test_nothing_of_it_is_used_twice(self, third: Portal) -> None:
        first, second = (
            httpx2.URL(await depart(third)).params,
            httpx2.URL(await depart(third)).params,
        )
        for name in ("state", "nonce", "code_challenge"):
            assert first[name] != second[name]

    async def test_an_unknown_provider_is_told(self, third: Portal) -> None:
        for name in ("nobody", "autologin"):
            await third.refused(UNKNOWN, "/auth/third_link", attributes={"provider": name})


class TestThirdCheck:
    async def test_signs_in_whom_the_identity_is_bound_to(
        self, third: Portal, provider: Provider
    ) -> None:
        alice = await third.someone()
        sub = await bound(third, provider, alice)

        asked = await journey(third, provider, sub, next="/reports/performance")
        opened = await third.ok("/auth/third_check", attributes=asked)

        assert opened["next"] == "/reports/performance"
        profile = await third.ok("/user/profile", opened["token"])
        assert profile["uid"] == alice.uid

    async def test_one_address_that_both_have_proven_is_one_person(
        self, third: Portal, provider: Provider
    ) -> None:
        alice = await third.someone()
        sub = await somebody(provider, email=alice.email.upper())

        opened = await third.ok("/auth/third_check", attributes=await journey(third, provider, sub))

        assert (await third.ok("/user/profile", opened["token"]))["uid"] == alice.uid
        listed = (await third.ok("/user/third_list", opened["token"]))["list"]
        assert [row["provider"] for row in listed] == ["acme"]

    async def test_an_identity_that_is_nobodys_gets_a_ticket(
        self, third: Portal, provider: Provider
    ) -> None:
        sub = await somebody(provider)
        reply = await third.refused(
            Code.USER_NOT_BOUND, "/auth/third_check", attributes=await journey(third, provider, sub)
        )
        assert (reply.data["email"], reply.data["name"]) == (f"{sub}@example.com", "Some Body")
        assert len(reply.data["ticket"]) >= 43

    async def test_a_locked_or_closed_account_stays_shut(
        self, third: Portal, provider: Provider
    ) -> None:
        alice = await third.someone()
        sub = await bound(third, provider, alice)
        for column, code in (("locked_at", Code.USER_LOCKED), ("closed_at", UNKNOWN)):
            async with third.db() as db:
                await db.execute(
                    f"update account set {column} = $2 where publisher_id = $1",
                    alice.uid,
                    third.parts.clock.now(),
                )
            await third.refused(
                code, "/auth/third_check", attributes=await journey(third, provider, sub)
            )
            async with third.db() as db:
                await db.execute(
                    f"update account set {column} = null where publisher_id = $1", alice.uid
                )

    async def test_a_new_password_that_is_due_and_an_unproven_address_keep_out(
        self, third: Portal, provider: Provider
    ) -> None:
        alice = await third.someone()
        sub = await bound(third, provider, alice)
        async with third.db() as db:
            await db.execute(
                "update account set new_password_due = true where publisher_id = $1", alice.uid
            )
        await third.refused(
            Code.PASSWORD_EXPIRED,
            "/auth/third_check",
            attributes=await journey(third, provider, sub),
        )
        async with third.db() as db:
            await db.execute(
                "update account set new_password_due = false, email_verified_at = null"
                " where publisher_id = $1",
                alice.uid,
            )
        await third.refused(
            Code.EMAIL_NOT_VERIFIED,
            "/auth/third_check",
            attributes=await journey(third, provider, sub),
        )

    async def test_an_account_has_one_identity_of_a_provider(
        self, third: Portal, provider: Provider
    ) -> None:
        alice = await third.someone()
        await bound(third, provider, alice)
        second = await somebody(provider, email=alice.email)
        await third.refused(
            Code.USER_ALREADY_BOUND,
            "/auth/third_check",
            attributes=await journey(third, provider, second),
        )

    async def test_a_provider_that_is_away_is_not_available(
        self, third: Portal, provider: Provider
    ) -> None:
        asked = await journey(third, provider, await somebody(provider))
        known = third.parts.openid.providers["acme"]
        away = type(known)(
            name="acme",
            client_id="portal-acme",
            client_secret="s3cret",
            label="Acme",
            issuer="http://127.0.0.1:9",
        )
        third.parts.openid.providers["acme"] = away
        try:
            for path, given in (
                ("/auth/third_link", {"provider": "acme"}),
                ("/auth/third_check", asked),
            ):
                reply = await third.refused(Code.UNAVAILABLE, path, attributes=given)
                assert reply.status == 503
        finally:
            third.parts.openid.providers["acme"] = known


class TestTickets:
    async def test_a_sign_in_binds(self, third: Portal, provider: Provider) -> None:
        alice, sub = await third.someone(), await somebody(provider)
        who = {"account": alice.username, "password": PASSWORD}

        given = await ticket(third, provider, sub)
        await third.ok("/auth/sign_in", attributes={**who, "third_ticket": given})

        opened = await third.ok("/auth/third_check", attributes=await journey(third, provider, sub))
        assert (await third.ok("/user/profile", opened["token"]))["uid"] == alice.uid
        await third.refused(UNKNOWN, "/auth/sign_in", attributes={**who, "third_ticket": given})

    async def test_a_sign_up_binds_and_a_proven_address_needs_no_mail(
        self, third: Portal, provider: Provider
    ) -> None:
        sub = await somebody(provider)
        await third.work()
        sent = len(list(third.parts.settings.outbox.glob("*.eml")))
        given = {
            "username": sub,
            "email": f"{sub}@example.com",
            "password": "walnut bicycle harvest",
            "confirm_password": "walnut bicycle harvest",
            "agreement": 1,
            "third_ticket": await ticket(third, provider, sub),
        }

        uid = (await third.ok("/auth/sign_up", attributes=given))["uid"]
        await third.work()

        assert len(list(third.parts.settings.outbox.glob("*.eml"))) == sent
        opened = await third.ok("/auth/third_check", attributes=await journey(third, provider, sub))
        profile = await third.ok("/user/profile", opened["token"])
        assert (profile["uid"], profile["email_verified"]) == (uid, True)

    async def test_an_address_the_provider_did_not_prove_is_proven_by_mail(
        self, third: Portal, provider: Provider
    ) -> None:
        sub = await somebody(provider, email_verified=False)
        given = {
            "username": sub,
            "email": f"{sub}@example.com",
            "password": "walnut bicycle harvest",
            "confirm_password": "walnut bicycle harvest",
            "agreement": 1,
            "third_ticket": await ticket(third, provider, sub),
        }
        await third.ok("/auth/sign_up", attributes=given)
        await third.refused(
            Code.EMAIL_NOT_VERIFIED,
            "/auth/third_check",
            attributes=await journey(third, provider, sub),
        )

    async def test_an_unknown_ticket_changes_nothing(self, third: Portal) -> None:
        alice = await third.someone()
        who = {"account": alice.username, "password": PASSWORD, "third_ticket": "x" * 43}
        await third.refused(UNKNOWN, "/auth/sign_in", attributes=who)
        sub = unique("late")
        given = {
            "username": sub,
            "email": f"{sub}@example.com",
            "password": "walnut bicycle harvest",
            "confirm_password": "walnut bicycle harvest",
            "agreement": 1,
            "third_ticket": "x" * 43,
        }
        await third.refused(UNKNOWN, "/auth/sign_up", attributes=given)
        await third.ok("/auth/account_check", attributes={"username": sub})

    async def test_the_ticket_of_an_identity_that_was_bound_meanwhile_is_refused(
        self, third: Portal, provider: Provider
    ) -> None:
        sub = await somebody(provider)
        first, second = await ticket(third, provider, sub), await ticket(third, provider, sub)
        alice, bob = await third.someone(), await third.someone()
        who = {"account": alice.username, "password": PASSWORD}
        await third.ok("/auth/sign_in", attributes={**who, "third_ticket": first})
        who = {"account": bob.username, "password": PASSWORD, "third_ticket": second}
        await third.refused(Code.USER_ALREADY_BOUND, "/auth/sign_in", attributes=who)
        who = {**who, "username": unique("up"), "confirm_password": PASSWORD, "agreement": 1}
        del who["account"]
        given = {**who, "email": f"{unique('up')}@example.com"}
        await third.refused(Code.USER_ALREADY_BOUND, "/auth/sign_up", attributes=given)


class TestThirdBind:
    async def test_connects_tells_by_mail_and_is_written_down(
        self, third: Portal, provider: Provider
    ) -> None:
        alice = await third.someone()
        await bound(third, provider, alice)
        await third.work()

        [row] = (await third.ok("/user/third_list", alice))["list"]
        assert row["provider"] == "acme"
        texts = [file.read_text() for file in third.parts.settings.outbox.glob("*.eml")]
        assert any(f"To: {alice.email}" in text and "Acme" in text for text in texts)
        found = await third.ok("/user/audit", alice)
        assert "/user/third_bind" in [entry["action"] for entry in found["list"]]

    async def test_wants_the_password_before_the_code_is_spent(
        self, third: Portal, provider: Provider
    ) -> None:
        alice, sub = await third.someone(), await somebody(provider)
        asked = await journey(third, provider, sub)
        await third.refused(
            Code.LOGIN_PASSWORD_INVALID,
            "/user/third_bind",
            alice,
            attributes={**asked, "password": "another one entirely"},
        )
        await third.ok("/user/third_bind", alice, attributes={**asked, "password": PASSWORD})

    async def test_an_identity_of_another_is_refused(
        self, third: Portal, provider: Provider
    ) -> None:
        alice, bob = await third.someone(), await third.someone()
        sub = await bound(third, provider, alice)
        asked = {**await journey(third, provider, sub), "password": PASSWORD}
        await third.refused(Code.USER_ALREADY_BOUND, "/user/third_bind", bob, attributes=asked)
        assert (await third.ok("/user/third_list", bob))["list"] == []

    async def test_an_unknown_state_is_refused(self, third: Portal) -> None:
        given = {"provider": "acme", "code": "x", "state": "y", "password": PASSWORD}
        await third.refused(UNKNOWN, "/user/third_bind", await third.someone(), attributes=given)


class TestThirdUnbind:
    async def test_the_provider_no_longer_signs_in(self, third: Portal, provider: Provider) -> None:
        alice = await third.someone()
        sub = await bound(third, provider, alice)

        given = {"provider": "acme", "password": PASSWORD}
        await third.ok("/user/third_unbind", alice, attributes=given)

        assert (await third.ok("/user/third_list", alice))["list"] == []
        await ticket(third, provider, sub)
        await third.refused(UNKNOWN, "/user/third_unbind", alice, attributes=given)

    async def test_wants_the_password(self, third: Portal, provider: Provider) -> None:
        alice = await third.someone()
        await bound(third, provider, alice)
        given = {"provider": "acme", "password": "another one entirely"}
        await third.refused(
            Code.LOGIN_PASSWORD_INVALID, "/user/third_unbind", alice, attributes=given
        )
        assert len((await third.ok("/user/third_list", alice))["list"]) == 1


class TestTakeovers:
    """Each script tries to sign in as Alice, or to be signed in to by her, and must not."""

    async def test_1_an_address_the_provider_did_not_prove(
        self, third: Portal, provider: Provider
    ) -> None:
        alice = await third.someone()
        for claims in (
            {"email_verified": False},
            {"email_verified": "no"},
            {"email_verified": None},
        ):
            sub = await somebody(provider, email=alice.email, **claims)
            asked = await journey(third, provider, sub)
            reply = await third.post("/auth/third_check", attributes=asked)
            assert reply.code in (Code.USER_NOT_BOUND.number, UNKNOWN.number)

    async def test_2_a_password_set_before_the_owner_of_the_address_came(
        self, third: Portal, provider: Provider
    ) -> None:
        alice = await third.someone()
        async with third.db() as db:
            await db.execute(
                "update account set email_verified_at = null where publisher_id = $1", alice.uid
            )
        sub = await somebody(provider, email=alice.email)
        asked = await journey(third, provider, sub)
        await third.refused(Code.USER_NOT_BOUND, "/auth/third_check", attributes=asked)

    async def test_3_the_state_of_another_browser(self, third: Portal, provider: Provider) -> None:
        mine, theirs = secrets.token_urlsafe(32), secrets.token_urlsafe(32)
        sub = await bound(third, provider, await third.someone())
        asked = await journey(third, provider, sub, browser=mine)
        for browser in ({"browser": theirs}, {}):
            swapped = {**asked, "browser": None, **browser}
            await third.refused(UNKNOWN, "/auth/third_check", attributes=swapped)
        await third.ok("/auth/third_check", attributes=asked)

    async def test_4_a_state_that_was_begun_without_this_browser(
        self, third: Portal, provider: Provider
    ) -> None:
        """A link with the attacker's code, opened where somebody else is signed in."""
        victim, sub = await third.someone(), await somebody(provider)
        asked = await journey(third, provider, sub)
        own = {"browser": secrets.token_urlsafe(32), "password": PASSWORD}
        await third.refused(UNKNOWN, "/user/third_bind", victim, attributes={**asked, **own})

    async def test_5_the_same_state_and_code_again(self, third: Portal, provider: Provider) -> None:
        sub = await bound(third, provider, await third.someone())
        asked = await journey(third, provider, sub)
        await third.ok("/auth/third_check", attributes=asked)
        await third.refused(UNKNOWN, "/auth/third_check", attributes=asked)

    async def test_6_many_at_once(self, third: Portal, provider: Provider) -> None:
        sub = await bound(third, provider, await third.someone())
        asked = await journey(third, provider, sub)
        replies = await asyncio.gather(
            *(third.post("/auth/third_check", attributes=asked) for _ in range(20))
        )
        assert sorted(reply.code == 0 for reply in replies) == [False] * 19 + [True]

    async def test_7_a_used_code_under_a_fresh_state(
        self, third: Portal, provider: Provider
    ) -> None:
        sub = await bound(third, provider, await third.someone())
        used = await journey(third, provider, sub)
        await third.ok("/auth/third_check", attributes=used)
        fresh = await journey(third, provider, await somebody(provider))
        swapped = {**fresh, "code": used["code"]}
        await third.refused(UNKNOWN, "/auth/third_check", attributes=swapped)

    async def test_8_a_code_of_another_journey(self, third: Portal, provider: Provider) -> None:
        """Stolen on its way: the nonce is the other journey's."""
        sub = await bound(third, provider, await third.someone())
        stolen = await journey(third, provider, sub)
        own = await journey(third, provider, await somebody(provider))
        await third.refused(
            UNKNOWN, "/auth/third_check", attributes={**own, "code": stolen["code"]}
        )

    async def test_9_the_same_subject_at_another_provider(
        self, third: Portal, provider: Provider
    ) -> None:
        sub = await bound(third, provider, await third.someone())
        asked = await journey(third, provider, sub, "other")
        await third.refused(Code.USER_NOT_BOUND, "/auth/third_check", attributes=asked)

    async def test_10_a_code_of_one_provider_given_to_another(
        self, third: Portal, provider: Provider
    ) -> None:
        sub = await bound(third, provider, await third.someone())
        asked = await journey(third, provider, sub)
        await third.refused(UNKNOWN, "/auth/third_check", attributes={**asked, "provider": "other"})

    async def test_11_a_state_that_is_late(self, third: Portal, provider: Provider) -> None:
        sub = await bound(third, provider, await third.someone())
        asked = await journey(third, provider, sub)
        async with third.db() as db:
            await db.execute("update third_state set expires_at = $1", third.parts.clock.now())
        await third.refused(UNKNOWN, "/auth/third_check", attributes=asked)

    async def test_12_one_of_the_staff_is_not_linked_by_an_address(
        self, third: Portal, provider: Provider
    ) -> None:
        operator = await third.operator()
        sub = await somebody(provider, email=operator.email)
        asked = await journey(third, provider, sub)
        await third.refused(Code.USER_NOT_BOUND, "/auth/third_check", attributes=asked)

    async def test_a_late_ticket_binds_nothing(self, third: Portal, provider: Provider) -> None:
        given, before = await ticket(third, provider, await somebody(provider)), await count(third)
        async with third.db() as db:
            await db.execute("update third_ticket set expires_at = $1", third.parts.clock.now())
        alice = await third.someone()
        who = {"account": alice.username, "password": PASSWORD, "third_ticket": given}
        await third.refused(UNKNOWN, "/auth/sign_in", attributes=who)
        assert await count(third) == before


async def test_what_is_over_is_forgotten(third: Portal, provider: Provider) -> None:
    await depart(third)
    await ticket(third, provider, await somebody(provider))
    async with third.db() as db:
        later = third.parts.clock.now() + timedelta(hours=1)
        await sql.third.forget(db, later)
        left = await db.fetchval(
            "select (select count(*) from third_state) + (select count(*) from third_ticket)"
        )
    assert left == 0


@pytest.mark.parametrize("path", ["/auth/third_link", "/auth/third_check"])
async def test_its_calls_are_counted_by_address(
    third: Portal, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    monkeypatch.setattr(third.parts, "guards", Guards())
    given = {"provider": "nobody", **({"code": "x", "state": "y"} if "check" in path else {})}
    codes = [(await third.post(path, attributes=given)).code for _ in range(21)]
    assert codes[-1] == Code.TOO_MANY_REQUESTS.number
