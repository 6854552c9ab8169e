"""What strangers' programs look for: robots.txt, /.well-known and the page for whoever found a vulnerability."""

from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.conftest import MakeDatabase
from tests.support.portal import Portal
from tests.support.server import serve

CONTACTS = "security@portal.example,https://portal.example/report?a=1&b=2"


@pytest.fixture(scope="module")
async def disclosing(
    make_database: MakeDatabase, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[Portal]:
    """A portal that says whom to tell about a vulnerability, for as long as this machine's tests run."""
    folder: Path = tmp_path_factory.mktemp("disclosing")
    given = {"SECURITY_CONTACT": CONTACTS, "SECURITY_EXPIRES": "2999-12-31"}
    async with serve(make_database(), folder, **given) as running:
        yield running


async def test_security_txt_names_contacts_and_expiry(disclosing: Portal) -> None:
    answer = await disclosing.http.get("/.well-known/security.txt")

    assert (answer.status_code, answer.headers["content-type"]) == (
        200,
        "text/plain; charset=utf-8",
    )
    assert answer.text.splitlines() == [
        "Contact: mailto:security@portal.example",
        "Contact: https://portal.example/report?a=1&b=2",
        "Expires: 2999-12-31T00:00:00Z",
        "Preferred-Languages: en",
        "Canonical: http://portal.test/.well-known/security.txt",
        "Policy: http://portal.test/vulnerabilities",
    ]


async def test_policy_page_names_the_contacts(disclosing: Portal) -> None:
    page = await disclosing.http.get("/vulnerabilities")

    assert page.status_code == 200
    assert '<a href="mailto:security@portal.example">security@portal.example</a>' in page.text
    assert "https://portal.example/report?a=1&amp;b=2" in page.text


async def test_expired_contacts_are_no_longer_published(disclosing: Portal) -> None:
    settings = disclosing.resources.settings
    today = disclosing.resources.clock.now().date()
    for expires, status in ((today + timedelta(days=1), 200), (today, 404)):
        disclosing.resources.settings = replace(settings, security_expires=expires)
        try:
            answer = await disclosing.http.get("/.well-known/security.txt")
            page = await disclosing.http.get("/vulnerabilities")
        finally:
            disclosing.resources.settings = settings
        assert answer.status_code == status
        assert ("security@portal.example" in page.text) == (status == 200)


async def test_portal_without_contact_has_no_security_txt(portal: Portal) -> None:
    assert (await portal.http.get("/.well-known/security.txt")).status_code == 404
    assert "your contact at the network" in (await portal.http.get("/vulnerabilities")).text


async def test_well_known_address_for_password_managers_redirects_to_the_password_page(
    portal: Portal,
) -> None:
    answer = await portal.http.get("/.well-known/change-password", follow_redirects=False)

    assert (answer.status_code, answer.headers["location"]) == (302, "/settings/login")


@pytest.mark.parametrize(
    "path",
    [
        "/.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200",
        "/.well-known/openid-configuration",
        "/.well-known/acme-challenge/token",
        "/.WELL-KNOWN/security.TXT",
    ],
)
async def test_unknown_well_known_address_is_not_found(portal: Portal, path: str) -> None:
    for method in ("GET", "HEAD"):
        answer = await portal.http.request(method, path)
        assert (answer.status_code, "html" in answer.headers["content-type"]) == (404, False)


async def test_robots_are_kept_from_secret_addresses_only(portal: Portal) -> None:
    answer = await portal.http.get("/robots.txt")

    assert answer.headers["content-type"] == "text/plain; charset=utf-8"
    user_agent, *rules = answer.text.splitlines()
    assert user_agent == "User-agent: *"
    assert "Disallow: /reset-password" in rules
    assert not any(rule.startswith(("Disallow: /s", "Disallow: /track")) for rule in rules)
