"""`make screens`: every screen of a demonstration at three widths, light and dark, to look at as a designer does.

The pictures go to .data/screens, and the dashboard's to docs/dashboard.png for the README.
"""

import asyncio
import sys
from pathlib import Path

from PIL import Image
from playwright.async_api import Browser, Page

from tests.support.browser import ROOT, Scheme, Visit, chromium
from tests.support.demo import DEMO, OPERATOR, call, demonstration, sign_in

SCREENS = ROOT / ".data" / "screens"
README = ROOT / "docs" / "dashboard.png"
README_LARGEST = 200_000
SIZES = {360: 740, 768: 1024, 1440: 900}
SCHEMES: tuple[Scheme, ...] = ("light", "dark")
GUEST_SCREENS = {
    "login": "/auth/login",
    "signup": "/auth/signup",
    "verification": "/auth/email-verification",
    "forgot": "/forgot-password",
    "reset": "/reset-password?token=a-link-that-is-known-to-nobody",
    "refer": "/auth/refer",
    "third-party": "/auth/third-party",
    "404": "/404",
    "500": "/500",
}
DEMO_SCREENS = {
    "dashboard": "/dashboard",
    "dashboard-year": "/dashboard?period=365d",
    "new-brands": "/brands/find?status=0",
    "my-brands": "/brands/find?status=2",
    "no-brands": "/brands/find?keyword=nothing-is-called-so",
    "brand": "/brands/loomfield",
    "brand-missing": "/brands/nothing-is-called-so",
    "performance": "/reports/performance",
    "performance-brands": '/reports/performance?group_by=["brand"]&compare=previous',
    "transactions": "/reports/transactions",
    "transaction": "/reports/transactions?oid={order}",
    "transaction-missing": "/reports/transactions?oid=999999999",
    "clicks": "/reports/clicks",
    "cases": "/reports/cases",
    "payments": "/payments/summary",
    "settlements": "/payments/details",
    "no-transactions": "/reports/transactions?order_id=nothing-is-called-so",
    "postbacks": "/tools/global-postback/list",
    "postback-new": "/tools/global-postback/edit",
    "postback": "/tools/global-postback/edit/1",
    "link-generator": "/tools/link-generator",
    "link": "/tools/link-generator?link=1",
    "broken-links": "/tools/broken-links",
    "api-guide": "/tools/apis",
    "api-call": "/tools/apis/calls/reports/performance/947592252",
    "api-tokens": "/tools/apis/tokens",
    "downloads": "/downloads",
    "channels": "/settings/channel",
    "channel-new": "/settings/channel?edit=new",
    "login-information": "/settings/login",
    "profile": "/settings/profile",
    "payment": "/settings/payment",
    "payment-new": "/settings/payment-add-bank",
    "payment-edit": "/settings/payment-edit-bank?id=1",
    "refer-friend": "/auth/refer",
    "help": "/help",
    "help-article": "/help?article=orders",
    "no-help": "/help?keyword=nothing-is-called-so",
    "announcements": "/announcements",
    "announcement": "/announcements?notice=1",
}
OPERATOR_SCREENS = {
    "network": "/network",
    "network-reviews": "/network?tab=reviews",
    "network-orders": "/network?tab=orders",
    "network-imports": "/network?tab=imports",
    "network-cases": "/network?tab=cases",
    "network-coupons": "/network?tab=coupons",
    "network-rates": "/network?tab=rates",
    "network-settlements": "/network?tab=settlements",
    "network-payments": "/network?tab=payments",
    "network-publishers": "/network?tab=publishers",
    "network-staff": "/network?tab=staff",
    "network-notices": "/network?tab=news",
    "network-banners": "/network?tab=news&part=banners",
    "network-articles": "/network?tab=news&part=articles",
    "network-new-notice": "/network?tab=news&add=true",
    "network-brand": "/network?look=loomfield",
    "network-new-brand": "/network?add=true",
}


async def main() -> None:
    SCREENS.mkdir(parents=True, exist_ok=True)
    with demonstration(SCREENS / "data") as url:
        publisher = sign_in(url, DEMO)
        order, *_ = call(url, publisher, "/home/dashboard")["latest_orders"]
        people = {
            "": GUEST_SCREENS,
            publisher: {
                name: path.replace("{order}", str(order["oid"]))
                for name, path in DEMO_SCREENS.items()
            },
            sign_in(url, OPERATOR): OPERATOR_SCREENS,
        }
        async with chromium() as browser:
            for token, screens in people.items():
                for width, height in SIZES.items():
                    for scheme in SCHEMES:
                        size = (width, height)
                        await take_screens(
                            browser, url, screens, token=token, size=size, scheme=scheme
                        )
    compress()


async def take_screens(
    browser: Browser,
    url: str,
    screens: dict[str, str],
    *,
    token: str,
    size: tuple[int, int],
    scheme: Scheme,
) -> None:
    """Each screen in whole, and what it had to complain about."""
    width, height = size
    context = await browser.new_context(
        base_url=url,
        viewport={"width": width, "height": height},
        color_scheme=scheme,
        reduced_motion="reduce",
        locale="en-GB",
    )
    if token:
        await context.add_init_script(f"localStorage.setItem('token', '{token}')")
    for name, path in screens.items():
        page = await context.new_page()
        visit = Visit(page)
        await page.goto(path)
        await settle(visit)
        await page.screenshot(path=SCREENS / f"{name}-{width}-{scheme}.png", full_page=True)
        if (name, width, scheme) == ("dashboard", 1440, "light"):
            await page.screenshot(path=README)
        for fault in visit.faults:
            print(f"{name} at {width}, {scheme}: {fault}")
        if sideways := await visit.overflow():
            print(f"{name} at {width}, {scheme}: {sideways} px too wide")
        await page.close()
    await context.close()
    print(f"{len(screens)} screens at {width}, {scheme}", flush=True)


async def settle(visit: Visit) -> None:
    """Nothing loads or waits any more, also what is loaded once it is seen."""
    await visit.settle()
    await to_the_end_and_back(visit.page)
    await visit.page.wait_for_load_state("networkidle")
    await visit.page.wait_for_timeout(300)


async def to_the_end_and_back(page: Page) -> None:
    await page.evaluate("scrollTo(0, document.body.scrollHeight)")
    await page.wait_for_timeout(150)
    await page.evaluate("scrollTo(0, 0)")


def compress(file: Path = README) -> None:
    """A picture of a screen has few colours: a palette of them is a third of its bytes."""
    with Image.open(file) as picture:
        picture.convert("RGB").quantize(256, dither=Image.Dither.NONE).save(file, optimize=True)
    size = file.stat().st_size
    print(f"{file.relative_to(ROOT)}: {size / 1000:.0f} kB")
    if size > README_LARGEST:
        sys.exit(f"{file} is larger than {README_LARGEST / 1000:.0f} kB")


if __name__ == "__main__":
    asyncio.run(main())
