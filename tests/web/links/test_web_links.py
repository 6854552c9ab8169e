"""The link generator in Chromium: many links at once, one changed, retired and restored, and a page's brand."""

from urllib.parse import quote

from playwright.async_api import Browser, expect

from tests.support.browser import Scheme, open_visit
from tests.support.portal import Portal
from tests.web.test_main_job import ON_PHONE, SIZES, go, sound

GENERATOR = "Link Generator"


@ON_PHONE
async def test_links_are_made_in_bulk_changed_and_retired(
    site: Portal, browser: Browser, phone: bool
) -> None:
    who = await site.someone()
    brand = await site.brand()
    await site.join(who, brand)
    scheme = "dark" if phone else "light"
    async with open_visit(browser, site.url, phone=phone, token=who.token, scheme=scheme) as visit:
        page = visit.page
        await page.goto("/dashboard")
        await go(page, GENERATOR, phone=phone)
        await page.get_by_text("Many links", exact=True).click()
        good, bad = f"https://{brand.mcid}.example/p/9", "https://another.example/"
        cells = f"target_url,mcid,uid1\n{good},{brand.mcid},nine\n{bad},{brand.mcid},\n"
        await page.get_by_label("Pages").fill(cells)
        await expect(page.get_by_text("1 of 2 rows is ready")).to_be_visible()
        await page.get_by_role("button", name="Create 1 link").click()
        await expect(page.get_by_text("1 link is ready")).to_be_visible()
        await expect(page.get_by_text("1 link could not be created")).to_be_visible()
        async with page.expect_download() as download:
            await page.get_by_role("link", name="Save as CSV").click()
        file = await (await download.value).path()
        assert len(file.read_text("utf-8-sig").splitlines()) == 3
        await sound(visit, GENERATOR)

        await page.get_by_text("One link", exact=True).click()
        row = page.get_by_role("table", name="Your links").get_by_text(brand.mcid).first
        await row.click()
        drawer = page.get_by_role("dialog")
        async with page.expect_download() as download:
            await drawer.get_by_role("button", name="Save as PNG").click()
        assert (await (await download.value).path()).read_bytes().startswith(b"\x89PNG")
        await drawer.get_by_role("button", name="Edit").click()
        await drawer.get_by_label("Note").fill("mine alone")
        await sound(visit, GENERATOR)
        await drawer.get_by_role("button", name="Save link").click()
        await expect(drawer.get_by_text("mine alone")).to_be_visible()
        await drawer.get_by_role("button", name="Retire").click()
        asked = page.get_by_role("dialog", name="Retire this link?")
        await asked.get_by_role("button", name="Retire").click()
        await drawer.get_by_role("button", name="Bring back").click()
        await expect(drawer.get_by_role("button", name="Retire")).to_be_visible()
        await sound(visit, GENERATOR)


@SIZES
async def test_bulk_form_marks_three_bad_lines_of_twenty(
    site: Portal, browser: Browser, phone: bool
) -> None:
    who, brand, foreign = await site.someone(), await site.brand(), await site.brand()
    await site.join(who, brand)
    good = [f"https://{brand.mcid}.example/p/{n},post {n}" for n in range(17)]
    last = ["https://no-brand.invalid/", f"https://{foreign.mcid}.example/"]
    scheme: Scheme = "light" if phone else "dark"
    async with open_visit(browser, site.url, phone=phone, token=who.token, scheme=scheme) as visit:
        page = visit.page
        await page.goto("/tools/link-generator?many=true")
        pages = page.get_by_role("textbox", name="Pages")
        await pages.fill("\n".join(["no address", *good, *last]))
        understood = page.get_by_role("region", name="What is understood of each row")
        await expect(understood.get_by_text("17 of 20 rows are ready")).to_be_visible()
        await expect(understood.get_by_text(f"Brand {brand.mcid} · Label 1: post 3")).to_have_count(
            1
        )
        await sound(visit, GENERATOR)

        await page.get_by_role("button", name="Create 17 links").click()
        result = page.get_by_role("region", name="Result", exact=True)
        await expect(result.get_by_text("17 links are ready")).to_be_visible()
        summary = result.get_by_text("17 links are ready, 3 could not be created")
        await expect(summary).to_be_focused()
        await expect(pages).to_have_value("\n".join(["no address", *last]))
        await sound(visit, GENERATOR)

        await page.reload()
        await expect(result.get_by_role("listitem")).to_have_count(17)
        await understood.get_by_role("link", name=f"Apply to Brand {foreign.mcid}").click()
        await page.get_by_role("button", name="Apply").first.click()
        await expect(page.get_by_text("Joined").first).to_be_visible()
        await page.go_back()
        await expect(understood.get_by_text("1 of 3 rows is ready")).to_be_visible()
        await page.get_by_role("button", name="Create 1 link").click()
        await expect(result.get_by_text("18 links are ready")).to_be_visible()
        async with page.expect_download() as download:
            await result.get_by_role("link", name="Save as CSV").click()
        file = await (await download.value).path()
        lines = file.read_text("utf-8-sig").splitlines()
        assert ["no address" in lines[1], "no-brand.invalid" in lines[2]] == [True, True]
        assert len(lines) == 1 + 2 + 18
        await result.get_by_role("button", name="Clear").click()
        await expect(result).to_have_count(0)
        assert (await site.ok("/tools/links", who))["total"] == 18
        await sound(visit, GENERATOR)


async def test_typed_page_url_selects_its_brand_and_coupons(site: Portal, browser: Browser) -> None:
    who = await site.someone()
    brand = await site.brand()
    await site.join(who, brand)
    coupon = {"mcid": brand.mcid, "code": "TENOFF", "description": "10 % off"}
    await site.ok("/network/coupon_save", await site.operator(), attributes=coupon)
    async with open_visit(browser, site.url, phone=False, token=who.token) as visit:
        page = visit.page
        target = f"https://www.{brand.mcid}.example/p/7?q=1"
        await page.goto(f"/tools/link-generator?target_url={quote(target, safe='')}")
        await expect(page.get_by_label("Target URL")).to_have_value(target)
        await page.get_by_role("combobox", name="Coupon").click()
        await page.get_by_role("option", name="TENOFF: 10 % off").click()
        await page.get_by_role("button", name="Create link").click()
        await expect(page.get_by_text("Your link is ready")).to_be_visible()
        await sound(visit, GENERATOR)
        [made] = (await site.ok("/tools/links", who))["list"]
        assert made["coupon"] == "TENOFF"
        bookmark = page.get_by_role("link", name="Create a link to this page")
        assert (await bookmark.get_attribute("href") or "").startswith("javascript:")
        await expect(bookmark).to_be_visible()
        nowhere = quote("https://no-brand.invalid/", safe="")
        await page.goto(f"/tools/link-generator?target_url={nowhere}")
        await expect(page.get_by_text("No brand accepts links to this page")).to_be_visible()
        await page.goto(f"/brands/{brand.mcid}")
        await expect(
            page.get_by_role("region", name="Coupons").get_by_text("TENOFF")
        ).to_be_visible()
        assert await visit.violations() == []


async def test_bookmarklet_is_hidden_on_touch_screens(site: Portal, browser: Browser) -> None:
    who = await site.someone()
    async with open_visit(browser, site.url, phone=True, touch=True, token=who.token) as visit:
        await visit.page.goto("/tools/link-generator")
        await visit.settle()
        await expect(visit.page.get_by_text("Drag it to your bookmarks bar")).to_be_hidden()


async def test_an_operator_adds_a_coupon_and_ends_it(site: Portal, browser: Browser) -> None:
    brand, boss = await site.brand(), await site.operator()
    async with open_visit(browser, site.url, phone=True, token=boss.token, scheme="dark") as visit:
        page = visit.page
        await page.goto(f"/network/coupons?mcid={brand.mcid}")
        await expect(page.get_by_text("No coupon matches")).to_be_visible()
        await page.get_by_role("button", name="Add a coupon").click()
        drawer = page.get_by_role("dialog")
        await drawer.get_by_label("Code", exact=True).fill("SPRING25")
        await drawer.get_by_label("Offer").fill("25% off")
        await sound(visit, "Coupons")
        await drawer.get_by_role("button", name="Save coupon").click()
        table = page.get_by_role("table", name="Coupons")
        await expect(table.get_by_text("SPRING25").first).to_be_visible()
        await sound(visit, "Coupons")
        await page.get_by_role("button", name="Actions for SPRING25").first.click()
        await page.get_by_role("menuitem", name="End now").click()
        await page.get_by_role("dialog").get_by_role("button", name="End now").click()
        await expect(table.get_by_text("Ended").first).to_be_visible()
    over = "select ends_at <= current_date from coupon where code = 'SPRING25' and mid = $1"
    assert await site.value(over, brand.mid)
