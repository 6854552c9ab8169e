"""What an operator sees before deciding an application."""

import pytest
from playwright.async_api import Browser, expect

from tests.support.browser import open_visit
from tests.support.portal import Portal

MESSAGE = (
    "We write a monthly column on household budgets, and compare what four families of different sizes spend. "
    "Its readers ask us each week which of the tools we name they should begin with."
)


@pytest.mark.parametrize("phone", [False, True])
async def test_applicants_whole_message_is_visible_beside_the_decision(
    site: Portal, browser: Browser, phone: bool
) -> None:
    boss, alice = await site.operator(), await site.someone()
    brand = await site.brand(approval="manual")
    asked = {"mcids": [brand.mcid], "message": MESSAGE}
    await site.ok("/brands/apply", alice, attributes=asked)
    look = f"/network/reviews?look={alice.uid}+{alice.site_id}+{brand.mcid}"
    async with open_visit(browser, site.url, token=boss.token, phone=phone) as visit:
        await visit.page.goto(look)
        drawer = visit.page.get_by_role("dialog")
        message = drawer.get_by_text(MESSAGE)
        await expect(message).to_be_visible()
        whole = (
            "text => text.scrollWidth <= text.clientWidth && text.scrollHeight <= text.clientHeight"
        )
        assert await message.evaluate(whole)
        await drawer.get_by_role("button", name="Approve").click()
        question = visit.page.get_by_role("dialog", name="Approve")
        await expect(question).to_contain_text("cannot be taken back")
        await question.get_by_role("button", name="Approve", exact=True).click()
        await expect(drawer).to_contain_text("Joined")
