"""Passkeys in Chromium, with a virtual authenticator: added, used to sign in and to confirm, renamed and removed."""

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, NamedTuple

import pytest
from playwright.async_api import Browser, CDPSession, Page, expect

from tests.conftest import MakeDatabase
from tests.support.browser import Visit, open_visit
from tests.support.demo import free_port
from tests.support.portal import PASSWORD, Portal, Someone, unique
from tests.support.server import serve
from tests.support.timing import no_hang
from tests.web.test_main_job import SIZES, sound

SYNCED = {"defaultBackupEligibility": True, "defaultBackupState": True}
NO_SUGGESTIONS = "PublicKeyCredential.isConditionalMediationAvailable = async () => false"


class Device(NamedTuple):
    """A virtual authenticator of a page."""

    session: CDPSession
    id: str

    async def send(self, method: str, **more: Any) -> Any:
        return await self.session.send(f"WebAuthn.{method}", {"authenticatorId": self.id, **more})

    async def credentials(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = (await self.send("getCredentials"))["credentials"]
        return found


@pytest.fixture(scope="module")
async def local(
    make_database: MakeDatabase, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[Portal]:
    """A portal that a browser reaches at localhost, where there are passkeys."""
    port = free_port()
    own = {"PORT": str(port), "PUBLIC_URL": f"http://localhost:{port}"}
    async with serve(make_database(), tmp_path_factory.mktemp("local"), **own) as portal:
        yield portal


@asynccontextmanager
async def visit_with_device(
    portal: Portal, browser: Browser, *, phone: bool = False, token: str = "", **options: Any
) -> AsyncIterator[tuple[Visit, Device]]:
    url = portal.resources.settings.public_url
    async with open_visit(browser, url, phone=phone, token=token) as visit:
        session = await visit.page.context.new_cdp_session(visit.page)
        await session.send("WebAuthn.enable")
        made = await session.send(
            "WebAuthn.addVirtualAuthenticator",
            {
                "options": {
                    "protocol": "ctap2",
                    "transport": "internal",
                    "hasResidentKey": True,
                    "hasUserVerification": True,
                    "isUserVerified": True,
                    "automaticPresenceSimulation": True,
                    **options,
                }
            },
        )
        yield visit, Device(session, made["authenticatorId"])


async def add(page: Page, device: Device) -> dict[str, Any]:
    """Add a passkey on Login Information, confirmed by the password. Returns the authenticator's credential."""
    await page.goto("/settings/login")
    await page.get_by_role("button", name="Add a passkey").click()
    dialog = page.get_by_role("dialog", name="Add a passkey")
    await dialog.get_by_label("Your password").fill(PASSWORD)
    await dialog.get_by_role("button", name="Continue").click()
    await expect(dialog).to_be_hidden()
    [credential] = await device.credentials()
    return credential


async def wait_until_forgotten(device: Device) -> None:
    """The browser has heard that the passkey is gone, and dropped it."""
    async with no_hang():
        while await device.credentials():
            await asyncio.sleep(0.05)


@SIZES
async def test_passkey_is_added_confirms_signs_in_and_is_removed(
    local: Portal, browser: Browser, phone: bool
) -> None:
    alice = await local.someone()
    async with visit_with_device(local, browser, phone=phone, token=alice.token, **SYNCED) as (
        visit,
        device,
    ):
        page = visit.page
        await add(page, device)
        panel = page.get_by_role("region", name="Passkeys")
        await expect(panel.get_by_text("Synced")).to_be_visible()
        await sound(visit, "Login Information")

        await panel.get_by_role("button", name=re.compile("^Rename")).click()
        dialog = page.get_by_role("dialog", name="Rename the passkey")
        await dialog.get_by_label("Name").fill("W" * 64)
        assert await visit.violations() == []
        await page.keyboard.press("Enter")
        await expect(panel.get_by_text("W" * 64)).to_be_visible()
        await sound(visit, "Login Information")

        moved = f"{unique('moved')}@example.com"
        form = page.get_by_role("region", name="Email")
        await form.get_by_label("New email").fill(moved)
        await form.get_by_role("button", name="Confirm with a passkey").click()
        await expect(form.get_by_text("Confirm the new address")).to_be_visible()
        assert await visit.violations() == []
        [credential] = await device.credentials()  # with the counter of now

    async with visit_with_device(local, browser, phone=phone, **SYNCED) as (visit, device):
        page = visit.page
        await page.add_init_script(NO_SUGGESTIONS)
        await device.send("addCredential", credential=credential)
        await page.goto("/auth/login")
        await sound(visit, "Sign in to your account")
        await page.get_by_role("button", name="Sign in with a passkey").click()
        await expect(page).to_have_url(re.compile("/dashboard"))

        await page.goto("/settings/login")
        panel = page.get_by_role("region", name="Passkeys")
        await panel.get_by_role("button", name=re.compile("^Remove")).click()
        dialog = page.get_by_role("dialog", name="Remove the passkey")
        assert await visit.violations() == []
        await dialog.get_by_role("button", name="Confirm with a passkey").click()
        await expect(panel.get_by_text("No passkey yet")).to_be_visible()
        await wait_until_forgotten(device)
        assert visit.faults == []


async def test_suggestion_of_the_field_signs_in(local: Portal, browser: Browser) -> None:
    alice = await local.someone()
    async with visit_with_device(local, browser, token=alice.token) as (visit, device):
        credential = await add(visit.page, device)
        panel = visit.page.get_by_role("region", name="Passkeys")
        await expect(panel.get_by_text("Only on this device")).to_be_visible()
    async with visit_with_device(local, browser) as (visit, device):
        await device.send("addCredential", credential=credential)
        await visit.page.goto("/auth/login")
        await expect(visit.page).to_have_url(re.compile("/dashboard"))
        assert visit.faults == []


async def test_failed_passkey_verification_suggests_a_retry_or_the_password(
    local: Portal, browser: Browser
) -> None:
    alice = await local.someone()
    async with visit_with_device(local, browser, token=alice.token) as (visit, device):
        credential = await add(visit.page, device)
    async with visit_with_device(local, browser) as (visit, device):
        page = visit.page
        await page.add_init_script(NO_SUGGESTIONS)
        await device.send("addCredential", credential=credential)
        await device.send("setUserVerified", isUserVerified=False)
        await page.goto("/auth/login")
        await page.get_by_role("button", name="Sign in with a passkey").click()
        await expect(page.get_by_text("No passkey was used")).to_be_visible()
        assert await visit.violations() == []
        await fill_password(page, alice)
        await expect(page).to_have_url(re.compile("/dashboard"))


async def test_removed_passkey_is_refused_in_words(local: Portal, browser: Browser) -> None:
    alice = await local.someone()
    async with visit_with_device(local, browser, token=alice.token) as (visit, device):
        credential = await add(visit.page, device)
    async with local.db() as db:
        for table in ("passkey", "passkey_directory"):
            await db.execute(f"delete from {table} where publisher_id = $1", alice.uid)
    async with visit_with_device(local, browser) as (visit, device):
        page = visit.page
        await page.add_init_script(NO_SUGGESTIONS)
        await device.send("addCredential", credential=credential)
        await page.goto("/auth/login")
        await page.get_by_role("button", name="Sign in with a passkey").click()
        await expect(page.get_by_text("This passkey was not accepted").first).to_be_visible()
        await fill_password(page, alice)
        await expect(page).to_have_url(re.compile("/dashboard"))


async def test_there_are_no_passkeys_at_an_ip_address(site: Portal, browser: Browser) -> None:
    alice = await site.someone()
    async with open_visit(browser, site.url) as visit:
        page = visit.page
        await page.goto("/auth/login")
        await sound(visit, "Sign in to your account")
        await expect(page.get_by_role("button", name="Sign in with a passkey")).to_have_count(0)
        await fill_password(page, alice)
        await expect(page).to_have_url(re.compile("/dashboard"))
        await page.goto("/settings/login")
        await sound(visit, "Login Information")
        await expect(page.get_by_role("region", name="Passkeys")).to_have_count(0)


async def fill_password(page: Page, who: Someone) -> None:
    await page.get_by_label("Username or email").fill(who.username)
    await page.get_by_role("textbox", name="Password").fill(PASSWORD)
    await page.get_by_role("button", name="Sign in", exact=True).click()
