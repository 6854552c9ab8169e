"""Orders reported with a link's code only count where a click of the link would."""

import pytest

from schema.brands.brand import Relation
from schema.channels.channel import SiteStatus
from tests.support.orders.orders import Deal, deal
from tests.support.portal import Portal

PAUSED = ("brand", "update brand set status = 'paused' where mid = $1 and $2 > 0", "brand paused")
LEFT = (
    "relationship",
    f"update relationship set status = {Relation.ENDED.value} where mid = $1 and publisher_id = $2",
    "channel has not joined the brand",
)
NEVER = (
    "no relationship",
    "delete from relationship where mid = $1 and publisher_id = $2",
    "channel has not joined the brand",
)
CLOSED = (
    "channel",
    f"update site set status = {SiteStatus.DISABLED.value} where $1 > 0 and publisher_id = $2",
    "channel not approved",
)
HOW = [pytest.param(statement, id=id) for id, statement, _ in (PAUSED, LEFT, NEVER, CLOSED)]
ENDED = [
    pytest.param(statement, words, id=id) for id, statement, words in (PAUSED, LEFT, NEVER, CLOSED)
]


async def end(it: Deal, statement: str) -> None:
    async with it.portal.db() as db:
        await db.execute(statement, it.brand.mid, it.who.uid)


class TestConversions:
    @pytest.mark.parametrize(("statement", "words"), ENDED)
    async def test_order_reported_by_the_code_of_an_inactive_link_is_refused(
        self, portal: Portal, statement: str, words: str
    ) -> None:
        it = await deal(portal)
        assert await it.outcomes(it.order()) == ["created"]
        await end(it, statement)

        reason = await it.reason(it.order())

        assert reason == f"not_traced: `code` belongs to a link that does not count: {words}"

    @pytest.mark.parametrize("statement", HOW)
    async def test_known_order_of_an_inactive_link_is_still_updated(
        self, portal: Portal, statement: str
    ) -> None:
        it = await deal(portal)
        order = it.order()
        await it.report(order)
        await end(it, statement)

        order["items"][0]["status"] = "Approved"
        assert await it.outcomes(order) == ["updated"]
        await it.check_figures()

    @pytest.mark.parametrize("statement", HOW)
    async def test_click_before_its_link_became_inactive_still_earns_an_order(
        self, portal: Portal, statement: str
    ) -> None:
        it = await deal(portal)
        ref = await it.click()
        await end(it, statement)

        assert await it.outcomes(it.order(click_ref=ref, code=None)) == ["created"]
