"""Sign-up: required fields, refusals, and repeated requests."""

import asyncio
from typing import Any

import pytest

from rpc import Code
from schema.core import field_errors
from tests.conftest import from_address
from tests.support.accounts.sign_up import CHANNEL, COMPANY, credentials, sign_up, step_one
from tests.support.hostile.files import PDF, send_all
from tests.support.portal import PASSWORD, Portal, unique


class TestSignUp:
    async def test_sign_up_creates_a_publisher_without_a_channel(self, portal: Portal) -> None:
        alice = await sign_up(portal)

        session = await portal.ok("/auth/sign_in", attributes=credentials(alice["username"]))

        profile = await portal.ok("/user/profile", session["token"])
        assert (profile["uid"], profile["default_site"]) == (alice["uid"], None)
        assert (profile["login_email"], profile["email_verified"]) == (alice["email"], True)

    async def test_first_channel_given_at_sign_up_becomes_the_default(self, portal: Portal) -> None:
        file = await send_all(portal, None, PDF)
        kit = {"file_url": file["url"], "name": "kit.pdf", "size": 9}
        alice = await sign_up(
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
        kits = [{**kit, "size": len(PDF)}]
        assert (site["status"], site["is_default"], site["media_kit"]) == (1, True, kits)

    async def test_sign_up_claims_a_guests_file_by_its_ticket_once_and_before_expiry(
        self, portal: Portal
    ) -> None:
        first, late = await send_all(portal), await send_all(portal)
        async with portal.db() as db:
            await db.execute(
                "update upload set ticket_until = now() where name = $1",
                late["url"].rpartition("/")[2],
            )
        channel = {**CHANNEL, "logo": first["url"]}
        await sign_up(portal, channel=channel, upload_tickets=[first["ticket"]])

        for file, ticket in ((first, first["ticket"]), (late, late["ticket"]), (late, "x")):
            given = step_one(channel={**CHANNEL, "logo": file["url"]}, upload_tickets=[ticket])
            reply = await portal.refuses(Code.REQUEST_INVALID, "/auth/sign_up", attributes=given)
            assert "attributes.upload_tickets" in reply.message

    async def test_sign_up_stores_the_referring_publisher(self, portal: Portal) -> None:
        bob = await portal.someone(site=False)
        alice = await sign_up(portal, verified=False, referer_uid=bob.uid)
        lost = await sign_up(portal, verified=False, referer_uid=2**52)

        async with portal.db() as db:
            rows = await db.fetch(
                "select referer_uid from publisher where publisher_id = any($1) order by 1",
                [alice["uid"], lost["uid"]],
            )
        assert [row["referer_uid"] for row in rows] == [bob.uid, None]

    async def test_sign_up_with_a_taken_username_is_refused(self, portal: Portal) -> None:
        alice = await portal.someone(site=False)
        given = step_one(username=alice.username.upper())
        await portal.refuses(Code.USERNAME_TAKEN, "/auth/sign_up", attributes=given)

    async def test_sign_up_with_a_taken_email_address_is_refused(self, portal: Portal) -> None:
        alice = await portal.someone(site=False)
        given = step_one(email=alice.email.upper())
        await portal.refuses(Code.EMAIL_TAKEN, "/auth/sign_up", attributes=given)

    async def test_sign_up_with_differing_passwords_is_refused(self, portal: Portal) -> None:
        given = step_one(confirm_password=PASSWORD + "!")
        await portal.refuses(Code.PASSWORDS_DIFFER, "/auth/sign_up", attributes=given)

    @pytest.mark.parametrize(
        "weak",
        ["short", "password1234", "aaaaaaaaaaaa", "publisherportal", "a" * 129, "qwertyuiop123"],
    )
    async def test_sign_up_with_a_weak_password_is_refused(self, portal: Portal, weak: str) -> None:
        given = step_one(password=weak, confirm_password=weak)
        await portal.refuses(Code.PASSWORD_INVALID, "/auth/sign_up", attributes=given)

    async def test_sign_up_with_a_password_made_of_the_username_or_address_is_refused(
        self, portal: Portal
    ) -> None:
        given = step_one(username="anneliese.kowalczyk", email="info@kowalczyk-reisen.example")
        for word in ("anneliese.kowalczyk", "kowalczyk-reisen1"):
            weak = given | {"password": word, "confirm_password": word}
            await portal.refuses(Code.PASSWORD_INVALID, "/auth/sign_up", attributes=weak)

    async def test_sign_up_without_agreement_to_the_terms_is_refused(self, portal: Portal) -> None:
        given = step_one(agreement=0)
        await portal.refuses(Code.REGISTRATION_FAILED, "/auth/sign_up", attributes=given)
        await portal.ok("/auth/account_check", attributes={"username": given["username"]})

    async def test_other_sign_up_errors_take_precedence_over_the_missing_agreement(
        self, portal: Portal
    ) -> None:
        alice = await portal.someone(site=False)
        given = step_one(agreement=0, username=alice.username)
        await portal.refuses(Code.USERNAME_TAKEN, "/auth/sign_up", attributes=given)

    @pytest.mark.parametrize(
        ("changed", "field"),
        [
            ({"channel_type": 99}, "channel_type"),
            ({"promotion_methods": [1, 99]}, "promotion_methods"),
        ],
    )
    async def test_sign_up_with_an_unlisted_channel_type_or_promotion_method_is_refused(
        self, portal: Portal, changed: dict[str, Any], field: str
    ) -> None:
        given = step_one(channel=CHANNEL | changed)
        reply = await portal.refuses(Code.REQUEST_INVALID, "/auth/sign_up", attributes=given)
        assert f"attributes.channel.{field}" in reply.message

    async def test_sign_up_with_a_media_kit_and_no_channel_is_refused(self, portal: Portal) -> None:
        given = step_one(media_kit=[{"file_url": "/files/a", "name": "a", "size": 1}])
        await portal.refuses(Code.REQUEST_INVALID, "/auth/sign_up", attributes=given)

    async def test_concurrent_sign_ups_with_one_name_succeed_once(self, portal: Portal) -> None:
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

    async def test_sign_ups_per_address_are_limited_to_five_an_hour(
        self, guarded_portal: Portal
    ) -> None:
        headers = from_address("203.0.113.3")
        for _ in range(5):
            await guarded_portal.ok("/auth/sign_up", headers=headers, attributes=step_one())

        taken = step_one()
        await guarded_portal.refuses(
            Code.TOO_MANY_REQUESTS, "/auth/sign_up", headers=headers, attributes=taken
        )

        await guarded_portal.ok(
            "/auth/sign_up", headers=from_address("203.0.113.4"), attributes=taken
        )


def broken_values() -> list[Any]:
    """A value that breaks each rule of §5 for the fields of sign_up, and the number it is refused with."""
    found = []
    media = {"file_url": "/files/a", "name": "a", "size": 1}
    for field in sorted(field_errors.FIELDS):
        parent, _, name = field.rpartition(".")
        if name not in {*step_one(), *COMPANY, *CHANNEL, "logo", *media, "category", "address",
                        "city", "province", "postal_code"}:  # fmt: skip
            continue
        inside = "company" if parent == "company" else "media_kit" if parent == "media_kit" else ""
        if name in {*CHANNEL, "logo"} and not parent:
            inside = "channel"
        for rule, number, _text in field_errors.FIELDS[field].messages():
            found.append(pytest.param(inside, name, rule, number, id=f"{field}-{rule}"))
    return found


WRONG_TYPES = {"channel_type": "x", "promotion_methods": ["x"], "agreement": "yes", "size": 0}
WRONG_FORMS = {"username": "a b", "email": "alice", "website": "kitchen"}


class TestRules:
    @pytest.mark.parametrize(("inside", "name", "rule", "number"), broken_values())
    async def test_each_rule_of_sign_up_has_its_own_error_code(
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
            "too_long": "https://" + "x" * 300,
            "too_short": "x",
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

        reply = await portal.refuses(number, "/auth/sign_up", attributes=whole)

        assert reply.status == 200


class TestIdempotency:
    async def test_idempotency_key_of_a_guest_is_ignored(self, portal: Portal) -> None:
        form, key = step_one(), unique("key")

        await portal.ok("/auth/sign_up", key=key, attributes=form)

        await portal.refuses(Code.USERNAME_TAKEN, "/auth/sign_up", key=key, attributes=form)

    async def test_refused_sign_up_can_be_corrected_under_the_same_idempotency_key(
        self, portal: Portal
    ) -> None:
        form, key = step_one(confirm_password="another"), unique("key")
        await portal.refuses(Code.PASSWORDS_DIFFER, "/auth/sign_up", key=key, attributes=form)
        form["confirm_password"] = form["password"]

        assert (await portal.post("/auth/sign_up", key=key, attributes=form)).code == 0
