"""The logo of a brand is an uploaded picture, kept while it is in use."""

from handlers.common.files import sweep_files
from rpc import Code
from schema.core.envelope import Nothing
from tests.support.databases import earlier
from tests.support.hostile.files import PDF, image, send_all
from tests.support.orders.brands import draft
from tests.support.portal import Portal


class TestLogo:
    async def test_uploaded_brand_logo_is_kept_when_unused_files_are_deleted(
        self, portal: Portal
    ) -> None:
        operator = await portal.operator()
        used, unused = [(await send_all(portal, operator, image()))["url"] for _ in range(2)]
        whole = draft(logo=used)
        saved = await portal.ok("/network/brand_save", operator, attributes=whole)
        async with portal.db() as db:
            await db.execute(
                f"update upload set {earlier('touched_at', '25 hours')} where name = any($1)",
                [url.rpartition("/")[2] for url in (used, unused)],
            )
            await sweep_files.later(db, Nothing())
        await portal.work()

        alice = await portal.someone()
        seen = await portal.ok("/brands/info", alice, attributes={"mcid": saved["mcid"]})
        assert seen["logo"] == used
        assert [(await portal.http.get(url)).status_code for url in (used, unused)] == [200, 404]

    async def test_brand_logo_that_is_not_the_networks_own_image_is_refused(
        self, portal: Portal
    ) -> None:
        operator, alice = await portal.operator(), await portal.someone()
        theirs = (await send_all(portal, alice, image()))["url"]
        of_a_guest = (await send_all(portal, None, image()))["url"]
        document = (await send_all(portal, operator, PDF))["url"]

        for url in (theirs, of_a_guest, document, "/files/nothing.png"):
            reply = await portal.refuses(
                Code.REQUEST_INVALID, "/network/brand_save", operator, attributes=draft(logo=url)
            )
            assert "attributes.logo" in reply.message
