"""A day of a company of five with two channels: each signs in by passkey, on a phone and a desktop, and works.

Nobody does or sees anything else, and the owner is back within minutes after a theft of the password.
"""

import re
from base64 import b64encode
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace

import pytest
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
)
from playwright.async_api import Browser, Page, expect

from rpc import Code
from tests.conftest import MakeDatabase
from tests.support.accounts.authenticator import Authenticator, add_passkey
from tests.support.accounts.mails import mails_to
from tests.support.accounts.payments import draft, list_methods
from tests.support.accounts.waits import pass_wait
from tests.support.browser import Visit
from tests.support.demo import free_port
from tests.support.orders.orders import Deal
from tests.support.orders.payouts import IBAN, withdrawable
from tests.support.portal import PASSWORD, Portal, Someone, unique
from tests.support.server import serve
from tests.web.test_main_job import SIZES, go
from tests.web.test_web_passkeys import NO_SUGGESTIONS, visit_with_device

OTHER_IBAN = "DE02120300000000202051"


@dataclass(frozen=True)
class Company:
    it: Deal
    """The owner, and the brand that both channels promote."""
    letter: int
    """The channel that the manager and the developer see."""
    people: dict[str, Someone]
    keys: dict[str, Authenticator]


@pytest.fixture(scope="module")
async def local(
    make_database: MakeDatabase, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[Portal]:
    """A portal that a browser reaches at localhost, where there are passkeys."""
    port = free_port()
    own = {"PORT": str(port), "PUBLIC_URL": f"http://localhost:{port}"}
    async with serve(make_database(), tmp_path_factory.mktemp("day"), **own) as portal:
        yield portal


@pytest.fixture(scope="module")
async def company(local: Portal) -> Company:
    it = await withdrawable(local, "4000.00")
    letter = await local.site(it.who.uid)
    await local.join(it.who, it.brand, site_id=letter)
    link = await local.link(it.who, it.brand, site_id=letter, note="Letter of the week")
    of_letter = replace(it, who=replace(it.who, site_id=letter), code=link["code"])
    await of_letter.report(of_letter.order("77.00", currency="EUR"))
    people = {
        "owner": it.who,
        "manager": await local.member(it.who, "manager", site_ids=[letter]),
        "finance": await local.member(it.who, "finance"),
        "analyst": await local.member(it.who, "analyst", with_money=False),
        "developer": await local.member(it.who, "developer", site_ids=[letter]),
    }
    origin = local.resources.settings.public_url
    keys = {
        name: await add_passkey(local, who, Authenticator(origin)) for name, who in people.items()
    }
    await pass_wait(local, it.who.uid)
    return Company(it, letter, people, keys)


@asynccontextmanager
async def signed_in(
    local: Portal, browser: Browser, company: Company, name: str, *, phone: bool
) -> AsyncIterator[Visit]:
    """Somebody in a fresh browser whose device has their passkey, signed in without a name or a password."""
    async with visit_with_device(local, browser, phone=phone) as (visit, device):
        page = visit.page
        await page.add_init_script(NO_SUGGESTIONS)
        key = company.keys[name]
        pkcs8 = key.private_key.private_bytes(Encoding.DER, PrivateFormat.PKCS8, NoEncryption())
        credential = {
            "credentialId": b64encode(key.credential_id).decode(),
            "isResidentCredential": True,
            "rpId": "localhost",
            "privateKey": b64encode(pkcs8).decode(),
            "userHandle": b64encode(key.user_handle).decode(),
            "signCount": key.counter,
        }
        await device.send("addCredential", credential=credential)
        await page.goto("/auth/login")
        await page.get_by_role("button", name="Sign in with a passkey").click()
        await expect(page).to_have_url(re.compile("/dashboard"))
        yield visit
        [used] = await device.credentials()
        key.counter = used["signCount"]
        assert visit.faults == []


async def is_closed(page: Page, *paths: str) -> None:
    for path in paths:
        await page.goto(path)
        await expect(page.get_by_role("heading", name="You may not see this")).to_be_visible()


async def choices(page: Page, field: str) -> list[str]:
    """The options of a field."""
    await page.get_by_role("combobox", name=field).click()
    await expect(page.get_by_role("option").first).to_be_visible()
    found = await page.get_by_role("option").all_inner_texts()
    await page.keyboard.press("Escape")
    return found


async def save_postback(page: Page) -> None:
    await page.get_by_label("Address").fill("https://tracker.example/in")
    await page.get_by_role("button", name="Save postback").click()
    await expect(page).to_have_url(re.compile("/tools/global-postback/list"))


@SIZES
async def test_manager_of_a_channel_makes_links_and_sees_its_orders(
    local: Portal, browser: Browser, company: Company, phone: bool
) -> None:
    async with signed_in(local, browser, company, "manager", phone=phone) as visit:
        page = visit.page
        await go(page, "Transactions", phone=phone)
        await expect(page.get_by_text(re.compile(r"7\.70")).first).to_be_visible()
        await expect(page.get_by_text(re.compile(r"400\.00"))).to_have_count(0)
        await page.goto("/tools/link-generator")
        await expect(page.get_by_role("heading", level=1, name="Link Generator")).to_be_visible()
        await is_closed(page, "/payments/summary", "/reports/books")
        await page.goto("/tools/global-postback/edit")
        assert "Order created" in await choices(page, "Event")
        await save_postback(page)


@SIZES
async def test_finance_looks_after_payments_and_their_postbacks(
    local: Portal, browser: Browser, company: Company, phone: bool
) -> None:
    async with signed_in(local, browser, company, "finance", phone=phone) as visit:
        page = visit.page
        await go(page, "Summary", phone=phone)
        await expect(page.get_by_text(re.compile(r"400\.00")).first).to_be_visible()
        await page.goto("/tools/global-postback/edit")
        assert await choices(page, "Event") == [
            "Payment sent",
            "Payment failed",
            "Payment returned",
            "Settlement payable",
        ]
        await save_postback(page)
        await is_closed(page, "/tools/link-generator")


@SIZES
async def test_owner_confirms_the_account_that_finance_proposes(
    local: Portal, browser: Browser, company: Company, phone: bool
) -> None:
    email = f"{unique('office')}@example.com"
    async with signed_in(local, browser, company, "finance", phone=phone) as visit:
        page = visit.page
        await page.goto("/settings/payment")
        await page.get_by_role("link", name="Add PayPal").click()
        await page.get_by_role("combobox", name="Country").click()
        await page.get_by_role("option", name="Germany").click()
        await page.get_by_label("Account holder").fill("Fern Reviews")
        await page.get_by_label("Email of the account").fill(email)
        await page.get_by_label("Your portal password").fill(PASSWORD)
        await page.get_by_role("button", name="Propose this method").click()
        await expect(page.get_by_role("button", name="Withdraw PayPal")).to_be_visible()
        await expect(page.get_by_role("button", name="Confirm PayPal")).to_have_count(0)
    assert len(await list_methods(local, company.it.who)) == 1
    async with signed_in(local, browser, company, "owner", phone=phone) as visit:
        page = visit.page
        await page.goto("/settings/payment")
        await page.get_by_role("button", name="Confirm PayPal").click()
        account = page.get_by_label("Email of the account")
        await account.fill("other@example.com")
        await page.get_by_label("Your portal password").fill(PASSWORD)
        await page.get_by_role("button", name="Confirm account").click()
        await expect(page.get_by_text("is not the account that was proposed")).to_be_visible()
        await account.fill(email)
        await page.get_by_label("Your portal password").fill(PASSWORD)
        await page.get_by_role("button", name="Confirm account").click()
        await expect(page.get_by_role("listitem").filter(has_text="Payable from")).to_be_visible()
        await expect(page.get_by_role("button", name="Confirm PayPal")).to_have_count(0)
    [waiting] = (await local.ok("/user/changes", company.it.who))["list"]
    assert waiting["kind"] == "payee"
    _, made = await list_methods(local, company.it.who)
    gone = {"id": made["id"], "password": PASSWORD}
    await local.ok("/payments/method_del", company.it.who, attributes=gone)


@SIZES
async def test_analyst_without_money_reads_counts_alone(
    local: Portal, browser: Browser, company: Company, phone: bool
) -> None:
    async with signed_in(local, browser, company, "analyst", phone=phone) as visit:
        page = visit.page
        await go(page, "Transactions", phone=phone)
        await expect(page.get_by_role("heading", level=1, name="Transactions")).to_be_visible()
        await visit.settle()
        await expect(page.locator("main").get_by_text(re.compile("€|EUR"))).to_have_count(0)
        await is_closed(page, "/payments/summary", "/tools/global-postback/list")


@SIZES
async def test_developer_of_a_channel_sets_up_its_postbacks(
    local: Portal, browser: Browser, company: Company, phone: bool
) -> None:
    async with signed_in(local, browser, company, "developer", phone=phone) as visit:
        page = visit.page
        await page.goto("/tools/global-postback/edit")
        events = await choices(page, "Event")
        assert "Click" in events
        assert not [each for each in events if "ayment" in each or "Team" in each]
        await save_postback(page)
        await is_closed(page, "/payments/summary")


@SIZES
async def test_owner_sees_the_team_the_balance_and_every_act_in_the_log(
    local: Portal, browser: Browser, company: Company, phone: bool
) -> None:
    async with signed_in(local, browser, company, "owner", phone=phone) as visit:
        page = visit.page
        await go(page, "Team", phone=phone)
        for who in company.people.values():
            row = page.get_by_role("listitem").filter(has_text=who.email)
            await expect(row).to_be_visible()
        await page.goto("/payments/summary")
        await expect(page.get_by_text(re.compile(r"400\.00")).first).to_be_visible()
    done = (await local.ok("/user/audit", company.it.who, page={"perPage": 100}))["list"]
    saved = {each["person"] for each in done if each["action"] == "/postback/do_info"}
    assert saved == {company.people[name].username for name in ("manager", "finance", "developer")}


async def test_owner_stops_a_theft_and_is_back_by_passkey(
    local: Portal, browser: Browser, company: Company
) -> None:
    """Somebody with the owner's password names their own bank account and another address of the owner."""
    owner = company.it.who
    given = {"account": owner.username, "password": PASSWORD}
    thief = (await local.ok("/auth/sign_in", attributes=given))["token"]
    details = draft("bank", "DE", "EUR", {"iban": OTHER_IBAN})
    await local.ok("/payments/method_save", thief, attributes={**details, "password": PASSWORD})
    away = {"email": "thief@example.com", "password": PASSWORD}
    await local.ok("/user/email_edit", thief, attributes=away)
    await local.work()
    mail = next(each for each in mails_to(local, owner.email) if "stop-change" in each)
    found = re.search(r"https?://\S*stop-change\S+", mail)
    assert found is not None
    async with visit_with_device(local, browser, phone=True) as (visit, _):
        await visit.page.goto(found[0])
        assert (await local.post("/user/profile", thief)).code == 0  # opening it stops nothing
        await visit.page.get_by_role("button", name="Stop this change").click()
        await expect(visit.page.get_by_text("The change is stopped")).to_be_visible()
    await local.refuses(Code.UNAUTHORIZED, "/user/profile", thief)
    async with signed_in(local, browser, company, "owner", phone=True) as visit:
        await visit.page.goto("/settings/payment")
        await expect(visit.page.get_by_text(IBAN[-4:]).first).to_be_visible()
        await expect(visit.page.get_by_text(OTHER_IBAN[-4:])).to_have_count(0)
