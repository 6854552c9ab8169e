"""A row named by the URL opens wherever it is in its list, and a missing one says so."""

from playwright.async_api import Browser, expect

from tests.support.browser import open_visit
from tests.support.links.shop_pages import check, make, open_shop
from tests.support.portal import Portal, Someone
from tests.support.reports.watched import add_alert

FAR = "curPage=99"
"""A page of the list without any row."""


async def opens(site: Portal, browser: Browser, who: Someone, rows: dict[str, str]) -> None:
    async with open_visit(browser, site.url, token=who.token) as visit:
        for path, words in rows.items():
            await visit.page.goto(path)
            drawer = visit.page.get_by_role("dialog")
            await expect(drawer, path).to_contain_text(words)


async def test_operator_rows_on_any_list_page_open_by_url(site: Portal, browser: Browser) -> None:
    boss, other, alice = await site.operator(), await site.new_operator(), await site.someone()
    brand = await site.brand(approval="manual")
    await site.ok("/brands/apply", alice, attributes={"mcids": [brand.mcid]})
    banner = await site.ok("/network/banner_save", boss, attributes={"title": "Far away"})
    named = {"mcid": brand.mcid, "code": "FARAWAY", "description": "Ten off"}
    coupon = await site.ok("/network/coupon_save", boss, attributes=named)
    rate = {"day": "1997-01-01", "base": "LAK", "quote": "KZT", "rate": "1.5"}
    await site.ok("/network/rate_save", boss, attributes=rate)
    await opens(
        site,
        browser,
        boss,
        {
            f"/network/staff?{FAR}&look={other.account_id}": other.email,
            f"/network/reviews?{FAR}&look={alice.uid}+{alice.site_id}+{brand.mcid}": brand.mcid,
            f"/network/reviews?{FAR}&sitePage=99&look={alice.uid}+{alice.site_id}": str(alice.uid),
            f"/network/publishers?{FAR}&look={alice.uid}": str(alice.uid),
            f"/network/brands?{FAR}&look={brand.mcid}": f"Brand {brand.mcid}",
            f"/network/brands?{FAR}&look=nothing-is-called-so": "Entry not found",
            f"/network/staff?{FAR}&look=999999999": "Entry not found",
            f"/network/news?{FAR}&part=banners&edit=999999999": "Entry not found",
            f"/network/news?{FAR}&part=articles&edit=nothing-is-called-so": "Entry not found",
        },
    )
    async with open_visit(browser, site.url, token=boss.token) as visit:
        for path, field, value in (
            (f"/network/news?{FAR}&part=banners&edit={banner['id']}", "Title", "Far away"),
            (f"/network/coupons?{FAR}&edit={coupon['id']}", "Code", "FARAWAY"),
            (f"/network/rates?{FAR}&edit=1997-01-01+LAK+KZT", "Rate", "1.5"),
        ):
            await visit.page.goto(path)
            await expect(visit.page.get_by_role("dialog").get_by_label(field).first).to_have_value(
                value
            )


async def test_publisher_rows_on_any_list_page_open_by_url(site: Portal, browser: Browser) -> None:
    who = await site.someone()
    async with open_shop(site, who) as shop:
        broken = await make(site, who, shop, "/gone/1")
        await check(site, who)
    await site.ok("/tools/broken_ignore", who, attributes={"ids": [broken]})
    draft = {
        "event_type": 1,
        "delivery_type": 1,
        "link_url": "https://receiver.example/in",
        "parameters": {"order": "{oid}"},
    }
    tried = (await site.ok("/postback/do_test", who, attributes={"draft": draft}))["delivery_id"]
    alert = await add_alert(site, who, await site.brand())
    await site.ok("/reports/alert_set", who, attributes={"ids": [alert], "state": "closed"})
    choosy = await site.brand(approval="manual")
    await site.ok("/brands/apply", who, attributes={"mcids": [choosy.mcid], "message": "Please"})
    applied = f"/brands/applications?{FAR}&look="
    unknown = "00000000-0000-4000-8000-000000000000"
    links, log = f"/tools/broken-links?{FAR}&link=", f"/tools/global-postback/list?{FAR}&delivery="
    alerts = f"/reports/alerts?{FAR}&alert="
    await opens(
        site,
        browser,
        who,
        {
            f"{links}{broken}": "/gone/1",
            f"{links}999999999": "Entry not found",
            f"{log}{tried}": "Not attempted yet",
            f"{log}{unknown}": "Entry not found",
            f"{alerts}{alert}": "Closed by you",
            f"{alerts}999999999": "Entry not found",
            f"{applied}{choosy.mcid}.{who.site_id}": "Please",
            f"{applied}{choosy.mcid}.999999999": "Entry not found",
        },
    )
