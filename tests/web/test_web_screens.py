"""Every screen by its URL: for guests, publishers and operators, light and dark, phone and desktop."""

import re

import pytest
from playwright.async_api import Browser, expect

from tests.support.browser import Scheme, open_visit
from tests.support.portal import Portal, Someone
from tests.web.test_main_job import sound

GUEST = {
    "/auth/login": "Sign in to your account",
    "/auth/signup": "Create your account",
    "/auth/email-verification": "Verify your e-mail",
    "/forgot-password": "Reset your password",
    "/reset-password": "Choose a new password",
    "/auth/refer": "Join the network",
    "/auth/third-party": "Sign-in cancelled",
    "/autologin": "Sign-in failed",
    "/404": re.compile("."),
    "/500": re.compile("."),
}
PUBLISHER = {
    "/dashboard": "Dashboard",
    "/brands/find?status=0": "New Brands",
    "/brands/find?status=2": "My Brands",
    "/brands/harbour-books": "Harbour Books",
    "/reports/performance": "Performance",
    "/reports/transactions": "Transactions",
    "/payments/summary": "Payments",
    "/payments/details": "Payment details",
    "/tools/global-postback/list": "Global Postback",
    "/tools/global-postback/edit": "Add postback",
    "/tools/link-generator": "Link Generator",
    "/settings/channel": "Channel Management",
    "/settings/profile": "Profile",
    "/settings/payment": "Payment Settings",
    "/settings/payment-add-paypal": "Add PayPal",
    "/settings/payment-add-bank": "Add bank account",
    "/settings/login": "Login Information",
    "/auth/refer": "Refer a Friend",
    "/help": "Help",
    "/help?article=orders": "Orders and their states",
    "/help?article=nothing-is-called-so": "There is no such article",
    "/announcements": "Announcements",
}
OPERATOR = {
    "/network": re.compile("Network"),
    "/network?tab=news": "Network",
    "/network?tab=news&part=articles": "Network",
    "/network?tab=news&add=true": "Network",
    "/settings/login": "Login Information",
    "/help": "Help",
}
# What was painted first may be gone by the time it is told of.
LARGEST = """
window.largest = [];
new PerformanceObserver((list) => {
  for (const { element } of list.getEntries()) largest.push(element?.className ?? "f-help");
}).observe({ type: "largest-contentful-paint", buffered: true });
"""
LOOKS = pytest.mark.parametrize(
    ("phone", "scheme"), [(True, "dark"), (False, "light"), (False, "dark")], ids=str
)


@pytest.fixture(scope="session")
async def reader(site: Portal) -> Someone:
    """A publisher that has joined the shop and sold something there."""
    who = await site.someone()
    await site.ok("/brands/apply", who, attributes={"mcids": ["harbour-books"]})
    target = f"{site.url}/demo/shop/harbour-books"
    link = await site.ok(
        "/tools/link_code", who, attributes={"mcid": "harbour-books", "target_url": target}
    )
    ref = await site.click(link["code"])
    form = {"ref": ref, "order": "0123ABCD-1", "product": "0"}
    assert (await site.http.post("/demo/shop/harbour-books", data=form)).status_code == 200
    return who


async def walked(
    portal: Portal,
    chrome: Browser,
    screens: dict[str, str | re.Pattern[str]],
    token: str,
    *,
    phone: bool,
    scheme: Scheme,
) -> None:
    async with open_visit(chrome, portal.url, phone=phone, scheme=scheme, token=token) as visit:
        for path, heading in screens.items():
            await visit.page.goto(path)
            await sound(visit, heading)
        assert visit.faults == []


@LOOKS
async def test_screens_of_a_guest(
    site: Portal, browser: Browser, phone: bool, scheme: Scheme
) -> None:
    await walked(site, browser, GUEST, "", phone=phone, scheme=scheme)


@LOOKS
async def test_screens_of_a_publisher(
    site: Portal, browser: Browser, reader: Someone, phone: bool, scheme: Scheme
) -> None:
    await walked(site, browser, PUBLISHER, reader.token, phone=phone, scheme=scheme)


@LOOKS
async def test_screens_of_an_operator(
    site: Portal, browser: Browser, phone: bool, scheme: Scheme
) -> None:
    token = (await site.operator()).token
    await walked(site, browser, OPERATOR, token, phone=phone, scheme=scheme)


async def test_redirects_of_the_specification(
    site: Portal, browser: Browser, reader: Someone
) -> None:
    async with open_visit(browser, site.url, token=reader.token) as visit:
        for path, leads in {
            "/": "/dashboard",
            "/brands": "/brands/find",
            "/reports": "/reports/performance",
            "/settings": "/settings/profile",
            "/nowhere/at/all": "/404",
            "/auth/login": "/dashboard",
        }.items():
            await visit.page.goto(path)
            await expect(visit.page).to_have_url(re.compile(re.escape(site.url + leads)))


async def test_a_publisher_without_a_site_is_led_to_channel_management(
    site: Portal, browser: Browser
) -> None:
    carol = await site.someone(site=False)
    async with open_visit(browser, site.url, token=carol.token) as visit:
        await visit.page.goto("/reports/performance")
        await expect(visit.page).to_have_url(re.compile("/settings/channel"))


async def test_a_session_that_ended_leads_to_login_and_back(
    site: Portal, browser: Browser, reader: Someone
) -> None:
    dave = await site.someone()
    async with open_visit(browser, site.url) as visit:
        await visit.page.goto("/auth/login")
        await visit.page.evaluate(f"localStorage.setItem('token', '{dave.token}')")
        await visit.page.goto("/reports/transactions")
        await sound(visit, "Transactions")
        await site.ok("/auth/sign_out", dave)
        await visit.page.goto("/brands/find?status=2")
        await expect(visit.page).to_have_url(re.compile(r"/auth/login\?next="))
        assert await visit.page.evaluate("localStorage.getItem('token')") is None


async def test_nothing_larger_follows_the_head_that_is_painted_first(
    site: Portal, browser: Browser, reader: Someone
) -> None:
    await site.brand()  # what stands in place of an empty list is larger
    async with open_visit(browser, site.url, phone=True, token=reader.token) as visit:
        await visit.page.add_init_script(LARGEST)
        for path in ("/brands/find?status=0", "/reports/performance", "/reports/transactions"):
            await visit.page.goto(path)
            await visit.settle()
            assert await visit.page.evaluate("largest.at(-1)") == "f-help", path
