"""What an app asks for is read, approved and declined in Chromium, on a phone and on a desktop."""

from playwright.async_api import Browser, expect

from tests.support.accounts.agents import Agent, register
from tests.support.browser import open_visit
from tests.support.client import SomeBrand
from tests.support.orders.cases import claims
from tests.support.portal import Portal, Someone
from tests.web.test_main_job import SIZES, sound


async def connect(site: Portal, who: Someone) -> tuple[Agent, SomeBrand]:
    app = await register(site, client_name="Claude")
    agent = app.agent(await app.connect(who, "agent.read", "agent.write"))
    brand = await site.brand(name="Loomfield")
    await site.join(who, brand)
    return agent, brand


@SIZES
async def test_request_is_read_approved_and_listed(
    site: Portal, browser: Browser, phone: bool
) -> None:
    alice = await site.someone()
    agent, brand = await connect(site, alice)
    link = await site.link(alice, brand)
    target = f"https://{brand.mcid}.example/" + "a-long-address/" * 12
    edit = {"link_id": link["link_id"], "target_url": target, "note": "From Claude"}
    made = await agent.data("tools_link_edit", attributes=edit)
    async with open_visit(browser, site.url, phone=phone, token=alice.token) as visit:
        page = visit.page
        await page.goto(f"/agents/{made['request_id']}")
        await sound(visit, "Request of an app")
        heading = page.get_by_role("heading", name="“Claude” asks to change a link")
        await expect(heading).to_be_visible()
        await expect(page.get_by_text("Waits for you")).to_be_visible()
        changes = page.get_by_role("list", name="What would change").get_by_role("listitem")
        await expect(changes).to_have_count(2)
        await expect(changes.first).to_contain_text(f"https://{brand.mcid}.example/p/1")
        await expect(changes.first).to_contain_text(target)
        assert await visit.violations() == []
        assert await visit.overflow() == 0
        info = {"attributes": {"id": made["request_id"]}}
        assert (await site.ok("/agents/request_info", alice, **info))["state"] == "pending"

        await page.get_by_role("button", name="Approve").click()
        await expect(page.get_by_text("You approved it, and it was done.")).to_be_visible()
        await expect(page.get_by_role("button", name="Approve")).to_have_count(0)
        assert await visit.violations() == []
        [row] = (await site.ok("/tools/links", alice))["list"]
        assert (row["target_url"], row["note"]) == (target, "From Claude")

        await page.goto("/settings/login")
        panel = page.get_by_role("region", name="Connected apps")
        await expect(panel.get_by_text("Approved")).to_be_visible()
        await expect(page.get_by_text("by the agent Claude").first).to_be_visible()
        assert await visit.violations() == []
        assert await visit.overflow() == 0
        await panel.get_by_role("link", name="“Claude” asks to change a link").click()
        await expect(heading).to_be_visible()


async def test_request_that_cannot_be_done_says_why_and_another_is_declined(
    site: Portal, browser: Browser
) -> None:
    alice = await site.someone()
    agent, brand = await connect(site, alice)
    link = await site.link(alice, brand)
    given = {"attributes": {"link_id": link["link_id"]}}
    made = await agent.data("tools_link_del", **given)
    await site.ok("/tools/link_del", alice, **given)
    other = await agent.data("brands_leave", attributes={"mcid": brand.mcid})
    async with open_visit(browser, site.url, token=alice.token, scheme="dark") as visit:
        page = visit.page
        await page.goto(f"/agents/{made['request_id']}")
        await expect(page.get_by_text("Nothing: what the request names")).to_be_visible()
        await page.get_by_role("button", name="Approve").click()
        await expect(page.get_by_text("You approved it, and it could not be done")).to_be_visible()
        assert await visit.violations() == []

        await page.goto(f"/agents/{other['request_id']}")
        await expect(page.get_by_text("Joined")).to_be_visible()
        await page.get_by_role("button", name="Decline").click()
        await expect(page.get_by_text("You declined it. Nothing was changed.")).to_be_visible()
        assert await visit.violations() == []


async def test_request_of_somebody_else_is_not_there(site: Portal, browser: Browser) -> None:
    alice, bob = await site.someone(), await site.someone()
    agent, brand = await connect(site, alice)
    made = await agent.data("brands_leave", attributes={"mcid": brand.mcid})
    async with open_visit(browser, site.url, token=bob.token) as visit:
        for address in (f"/agents/{made['request_id']}", "/agents/nonsense"):
            await visit.page.goto(address)
            await expect(visit.page.get_by_text("This request is not here")).to_be_visible()


@SIZES
async def test_prepared_case_is_completed_and_sent(
    site: Portal, browser: Browser, phone: bool
) -> None:
    it = await claims(site)
    app = await register(site, client_name="Claude")
    agent = app.agent(await app.connect(it.who, "agent.read", "agent.write"))
    await agent.data("reports_case_draft", attributes=it.draft())
    question = {"kind": "question", "topic": "account", "note": "When do I get my form?"}
    await agent.data("reports_case_draft", attributes=question)
    async with open_visit(browser, site.url, phone=phone, token=it.who.token) as visit:
        page = visit.page
        await page.goto("/reports/cases")
        await sound(visit, "Cases")
        drafts = page.get_by_role("list", name="Prepared by your agents").get_by_role("listitem")
        await expect(drafts).to_have_count(2)
        assert await visit.violations() == []
        assert await visit.overflow() == 0
        await page.get_by_role("button", name="Complete: Missing").click()
        form = page.get_by_role("dialog", name="Report a missing order")
        await expect(form.get_by_label("Order number")).to_have_value(it.order_id)
        await expect(form.get_by_text("My reader sent me the receipt")).to_be_visible()
        assert (await site.ok("/reports/case_list", it.who))["total"] == 0
        await form.get_by_role("button", name="Open the case").click()
        await expect(drafts).to_have_count(1)
        [case] = (await site.ok("/reports/case_list", it.who))["list"]
        assert (case["order_id"], case["kind"]) == (it.order_id, "missing")
        await page.goto("/reports/cases")
        await page.get_by_role("button", name="Delete: Question").click()
        await expect(drafts).to_have_count(0)
