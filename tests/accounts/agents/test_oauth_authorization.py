"""Authorization requests of agents, and the consent of the person who is asked."""

from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from rpc import Code
from schema.accounts.oauth import is_registered, name_target
from tests.support.accounts.agents import BACK, question_of, register
from tests.support.accounts.impersonation import enter, issue_code
from tests.support.accounts.mails import mails_to
from tests.support.client import PASSWORD
from tests.support.portal import Portal


class TestQuestion:
    @pytest.mark.parametrize(
        "changes",
        [
            {"client_id": None},
            {"client_id": "app_unknown"},
            {"client_id": "app_\x00"},
            {"client_id": "https://"},
            {"client_id": "https://agent.example"},
            {"client_id": "http://agent.example/client.json"},
            {"client_id": "https://agent.example/a/../client.json"},
            {"redirect_uri": None},
            {"redirect_uri": "https://evil.example/"},
            {"redirect_uri": BACK + "/"},
            {"redirect_uri": BACK[:-1]},
            {"redirect_uri": BACK + "?x=1"},
            {"redirect_uri": BACK.replace("callback", "Callback")},
            {"redirect_uri": BACK.replace("127.0.0.1", "localhost")},
            {"redirect_uri": BACK.replace("http:", "https:")},
            {"redirect_uri": BACK.replace("127.0.0.1:4999", "127.0.0.1:4999@evil.example")},
            {"redirect_uri": BACK.replace("4999", "4999.evil.example")},
        ],
    )
    async def test_unknown_app_or_redirect_uri_is_never_redirected(
        self, portal: Portal, changes: dict[str, str | None]
    ) -> None:
        response = await (await register(portal)).authorize(**changes)
        assert response.status_code == 400 and "location" not in response.headers
        assert "This app cannot be connected" in response.text
        assert "frame-ancestors 'none'" in response.headers["content-security-policy"]

    @pytest.mark.parametrize("port", ["4998", "1", "65535"])
    async def test_loopback_redirect_may_use_any_port(self, portal: Portal, port: str) -> None:
        app = await register(portal)
        response = await app.authorize(redirect_uri=BACK.replace("4999", port))
        assert response.status_code == 302
        assert urlsplit(response.headers["location"]).path == "/connect"

    def test_port_of_another_host_must_match(self) -> None:
        assert not is_registered("https://a.example:444/", ["https://a.example:443/"])
        assert not is_registered("http://127.0.0.1:99999999/", ["http://127.0.0.1/"])
        assert is_registered("http://127.0.0.1/", ["http://127.0.0.1:80/"])

    @pytest.mark.parametrize(
        ("changes", "error"),
        [
            ({"response_type": "token"}, "unsupported_response_type"),
            ({"response_type": None}, "unsupported_response_type"),
            ({"code_challenge": None}, "invalid_request"),
            ({"code_challenge": "x"}, "invalid_request"),
            ({"code_challenge_method": "plain"}, "invalid_request"),
            ({"code_challenge_method": None}, "invalid_request"),
            ({"scope": "admin"}, "invalid_scope"),
            ({"resource": "https://elsewhere.example/mcp"}, "invalid_target"),
            ({"state": "s" * 2_001}, "invalid_request"),
        ],
    )
    async def test_invalid_authorization_request_redirects_to_the_app_with_its_error(
        self, portal: Portal, changes: dict[str, str | None], error: str
    ) -> None:
        response = await (await register(portal)).authorize(**changes)
        target = urlsplit(response.headers["location"])
        assert response.status_code == 302 and response.headers["location"].startswith(f"{BACK}?")
        values = parse_qs(target.query)
        assert values["error"] == [error]
        assert values["iss"] == [portal.resources.settings.public_url]
        assert values["state"] == [changes.get("state") or "s1"]

    async def test_invalid_authorization_request_redirects_to_no_website(
        self, portal: Portal
    ) -> None:
        """Anybody can register an app: the portal must not lead to any address that somebody chose."""
        app = await register(portal, redirect_uris=["https://agent.example/back?a=b"])
        response = await app.authorize(scope="admin")
        assert response.status_code == 400 and "location" not in response.headers
        assert 'href="https://agent.example/back?a=b&amp;error=invalid_scope' in response.text
        assert "Go back to agent.example" in response.text
        desktop = await register(portal, redirect_uris=["cursor://anysphere/back"])
        response = await desktop.authorize(scope="admin")
        assert response.headers["location"].startswith("cursor://anysphere/back?error=")

    async def test_duplicate_parameter_is_refused(self, portal: Portal) -> None:
        app = await register(portal)
        question = [*app.question().items(), ("redirect_uri", "https://evil.example/")]
        response = await portal.http.get("/oauth/authorize", params=question)
        assert response.status_code == 400 and "location" not in response.headers

    @pytest.mark.parametrize("state", ["1e5", "00123", '{"a": 1}', "true", "é&=#?", "0" * 40])
    async def test_state_is_returned_unchanged(self, portal: Portal, state: str) -> None:
        app = await register(portal)
        answer = await app.ask(await portal.someone(), ["agent.read"], state=state)
        assert answer["state"] == state
        assert answer["iss"] == portal.resources.settings.public_url


class TestConsent:
    async def test_consent_page_shows_redirect_target_and_scopes(self, portal: Portal) -> None:
        app = await register(portal, client_name="Claude")
        shown = await portal.ok(
            "/user/app_info", await portal.someone(), attributes=await question_of(app)
        )
        assert shown == {
            "name": "Claude",
            "goes_to": "your own computer",
            "document_host": None,
            "scopes": ["agent.read", "agent.write"],
        }

    @pytest.mark.parametrize(
        ("address", "shown"),
        [
            ("https://claude.ai/api/mcp/auth_callback", "claude.ai"),
            ("https://xn--80ak6aa92e.example/", "xn--80ak6aa92e.example"),
            ("http://localhost:3000/", "your own computer"),
            ("cursor://anysphere/back", "an app on your device (cursor:)"),
        ],
    )
    def test_redirect_target_is_named_in_plain_words(self, address: str, shown: str) -> None:
        assert name_target(address) == shown

    @pytest.mark.parametrize(
        ("changes", "field", "code"),
        [
            ({"client_id": "app_unknown"}, "client_id", Code.NOT_FOUND),
            ({"redirect_uri": "https://evil.example/"}, "redirect_uri", Code.REQUEST_INVALID),
            ({"redirect_uri": BACK + "/"}, "redirect_uri", Code.REQUEST_INVALID),
            ({"resource": "https://evil.example/"}, "resource", Code.REQUEST_INVALID),
            ({"scope": "admin"}, "scope", Code.REQUEST_INVALID),
            ({"code_challenge": "short"}, "code_challenge", Code.REQUEST_INVALID),
        ],
    )
    async def test_altered_authorization_request_is_refused(
        self, portal: Portal, changes: dict[str, str], field: str, code: Code
    ) -> None:
        alice, app = await portal.someone(), await register(portal)
        question = await question_of(app, **changes)
        reply = await portal.refuses(code, "/user/app_info", alice, attributes=question)
        assert reply.data["field"] == f"attributes.{field}"
        answer = {"question": question, "scopes": ["agent.read"], "password": PASSWORD}
        reply = await portal.refuses(code, "/user/app_allow", alice, attributes=answer)
        assert reply.data["field"] == f"attributes.question.{field}"

    async def test_consent_requires_the_password(self, portal: Portal) -> None:
        alice, app = await portal.someone(), await register(portal)
        answer: dict[str, Any] = {"question": await question_of(app), "scopes": ["agent.read"]}
        for wrong in ({}, {"password": "wrong password"}, {"stepup": "nonsense"}):
            await portal.refuses(
                Code.LOGIN_PASSWORD_INVALID, "/user/app_allow", alice, attributes=answer | wrong
            )
        assert (await portal.ok("/user/app_list", alice))["list"] == []

    async def test_scope_that_the_app_did_not_request_is_refused(self, portal: Portal) -> None:
        alice, app = await portal.someone(), await register(portal)
        answer = {
            "question": await question_of(app, scope="agent.read"),
            "scopes": ["agent.read", "agent.write"],
            "password": PASSWORD,
        }
        reply = await portal.refuses(
            Code.REQUEST_INVALID, "/user/app_allow", alice, attributes=answer
        )
        assert reply.data["field"] == "attributes.scopes"

    async def test_consent_may_grant_fewer_scopes_than_requested(self, portal: Portal) -> None:
        alice, app = await portal.someone(), await register(portal)
        tokens = await app.connect(alice, "agent.read")
        assert tokens["scope"] == "agent.read"
        assert not [name for name in await app.agent(tokens).tools() if name.endswith("link_code")]

    async def test_impersonating_session_and_staff_cannot_connect_apps(
        self, portal: Portal
    ) -> None:
        alice, app = await portal.someone(), await register(portal)
        operator = await portal.new_operator()
        staff = await enter(portal, await issue_code(portal, operator, uid=alice.uid))
        answer = {
            "question": await question_of(app),
            "scopes": ["agent.read"],
            "password": PASSWORD,
        }
        for who in (staff, operator):
            await portal.refuses(Code.NOT_ALLOWED, "/user/app_allow", who, attributes=answer)
            await portal.refuses(
                Code.NOT_ALLOWED, "/user/app_info", who, attributes=await question_of(app)
            )

    async def test_consent_is_mailed_and_logged(self, portal: Portal) -> None:
        alice = await portal.someone()
        app = await register(portal, client_name="Claude")
        await app.connect(alice)
        await portal.work()
        [mail] = mails_to(portal, alice.email)
        assert "Claude" in mail and "your own computer" in mail
        [entry] = (await portal.ok("/user/audit", alice))["list"]
        assert (entry["action"], entry["details"]["app"]) == ("/user/app_allow", "Claude")
