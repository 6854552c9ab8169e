"""Payment Settings in Chromium: each kind of method is added, one edited, one made the default, one deleted."""

import re
from functools import partial

import pytest
from playwright.async_api import Browser, Page, expect

from tests.support.browser import open_visit
from tests.support.journey import refuse
from tests.support.portal import PASSWORD, Portal
from tests.web.test_main_job import ON_PHONE, go, sound

WALLET = {"Account holder": "Maya Lindqvist", "Email of the account": "maya@example.com"}
BANK = {"Account holder": "Maya", "Sort code": "60-16-13", "Account number": "31926819"}
ADDED = [
    ("PayPal", "Add PayPal", "Germany", WALLET),
    ("Payoneer", "Add Payoneer", "Germany", WALLET),
    ("Airwallex", "Add Airwallex", "Germany", WALLET),
    ("Bank account", "Add bank account", "United Kingdom", BANK),
]


async def fill(page: Page, country: str, values: dict[str, str]) -> None:
    await page.get_by_role("combobox", name="Country").click()
    await page.get_by_role("combobox", name="Country").fill(country)
    await page.get_by_role("option", name=country, exact=True).click()
    for label, value in values.items():
        await page.get_by_label(label, exact=True).fill(value)


@ON_PHONE
async def test_each_kind_of_payment_method_is_added_edited_and_deleted(
    site: Portal, browser: Browser, phone: bool
) -> None:
    who = await site.someone()
    async with open_visit(browser, site.url, phone=phone, token=who.token) as visit:
        page = visit.page
        await page.goto("/dashboard")
        await go(page, "Payment Settings", phone=phone)
        await sound(visit, "Payment Settings")

        for kind, title, country, values in ADDED:
            await page.get_by_role("link", name=title).click()
            await expect(page.get_by_role("heading", level=1, name=title)).to_be_visible()
            await fill(page, country, values)
            await page.get_by_label("Your portal password").fill(PASSWORD)
            await sound(visit, title)
            await page.get_by_role("button", name="Save payment method").click()
            await expect(page).to_have_url(re.compile("/settings/payment$"))
            await expect(page.get_by_role("heading", level=2, name=kind)).to_be_visible()
        await sound(visit, "Payment Settings")

        await page.get_by_role("link", name=re.compile("^Edit Bank account")).click()
        await expect(page.get_by_label("Account number")).to_have_attribute(
            "placeholder", "Currently •••• 6819"
        )
        await page.get_by_label("Account number").fill("55779911")
        await page.get_by_label("Your portal password").fill("a wrong one")
        await page.get_by_role("button", name="Save payment method").click()
        await expect(page.get_by_text("That is not your password").first).to_be_visible()
        await page.get_by_label("Your portal password").fill(PASSWORD)
        await page.get_by_role("button", name="Save payment method").click()
        await expect(page.get_by_text("•••• 9911").first).to_be_visible()

        await page.get_by_role("button", name=re.compile("^Make default: Bank account")).click()
        assert await visit.violations() == []
        await page.get_by_label("Your portal password").fill(PASSWORD)
        await page.get_by_role("dialog").get_by_role("button", name="Make default").click()
        await expect(page.get_by_role("dialog")).to_have_count(0)
        cards = page.get_by_role("listitem").filter(has=page.get_by_role("heading", level=2))
        await expect(cards.first).to_contain_text(re.compile("Bank account.*Default", re.S))
        await page.get_by_role("button", name=re.compile("^Delete PayPal")).click()
        await page.get_by_label("Your portal password").fill(PASSWORD)
        await page.get_by_role("button", name="Delete payment method").click()
        await expect(cards).to_have_count(3)


async def test_payment_method_form_shows_errors_beside_their_fields(
    site: Portal, browser: Browser
) -> None:
    who = await site.someone()
    async with open_visit(browser, site.url, token=who.token) as visit:
        page = visit.page
        await page.goto("/settings/payment-add-bank")
        await page.get_by_role("button", name="Save payment method").click()
        await expect(page.get_by_text("Fill in this field").first).to_be_visible()
        await fill(page, "Germany", {"Account holder": "Maya", "IBAN": "DE89370400440532013001"})
        await page.get_by_label("Your portal password").fill(PASSWORD)
        await page.get_by_role("button", name="Save payment method").click()
        await expect(
            page.get_by_text("This is not a valid IBAN; check its characters").first
        ).to_be_visible()
        await expect(page.get_by_label("IBAN", exact=True)).to_have_value("DE89370400440532013001")
        await page.get_by_text("A company").click()
        await expect(page.get_by_label("Company name")).to_have_value("Maya")
        await sound(visit, "Add bank account")


@pytest.mark.parametrize("kind", ["paypal", "payoneer", "airwallex", "bank"])
async def test_missing_payment_method_is_reported(
    site: Portal, browser: Browser, kind: str
) -> None:
    who = await site.someone()
    async with open_visit(browser, site.url, token=who.token) as visit:
        await visit.page.goto(f"/settings/payment-edit-{kind}?id=999999")
        await expect(visit.page.get_by_text("Payment method not found")).to_be_visible()
        await sound(visit, re.compile("^Edit "))


async def test_refused_payments_page_stops_refetching(site: Portal, browser: Browser) -> None:
    """A page that shows a skeleton on each refetch never stops refetching."""
    who = await site.someone()
    refused = '{"code": 21008, "message": "Not allowed", "data": null}'
    async with open_visit(browser, site.url, token=who.token) as visit:
        await visit.page.route("**/*", partial(refuse, body=refused))
        await visit.page.goto("/payments/summary")
        await visit.settle()
        await expect(visit.page.get_by_text("You may not see this").first).to_be_visible()
        await expect(visit.page.get_by_role("button", name="Retry")).to_have_count(0)
