"""A code assigned to one publisher takes precedence over clicks."""

from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest

from tests.network.imports.test_orders_import import import_file, refused_lines, upload_file
from tests.support.orders.orders import Deal, deal, join_brand
from tests.support.portal import Portal, unique

D = Decimal


async def assign(it: Deal, *, days_ago: int = 2, **draft: Any) -> str:
    """A code of the brand that belongs to the deal's publisher."""
    code = unique("SAVE").upper()
    await save(it, code, uid=it.who.uid, **draft)
    async with it.portal.db() as db:
        await db.execute(
            "update coupon set assigned_at = $3 where mid = $1 and code = $2",
            it.brand.mid,
            code,
            it.portal.resources.clock.now() - timedelta(days=days_ago),
        )
    return code


async def save(it: Deal, code: str, **draft: Any) -> None:
    coupon = {"mcid": it.brand.mcid, "code": code, "description": "10 % off", **draft}
    await it.portal.ok("/network/coupon_save", await it.portal.operator(), attributes=coupon)


async def clicks_of(it: Deal) -> list[dict[str, Any]]:
    day = it.portal.resources.clock.now().date()
    filter = {"start_date": str(day - timedelta(days=3)), "end_date": str(day + timedelta(days=1))}
    answer = await it.portal.ok("/reports/clicks", it.who, filter=filter)
    rows: list[dict[str, Any]] = answer["list"]
    return rows


class TestAssignedCode:
    async def test_order_without_a_click_is_credited_to_the_code_owner(
        self, portal: Portal
    ) -> None:
        it = await deal(portal)
        code = await assign(it)
        order = it.order("20.00", code=None, coupon=code)

        assert await it.outcomes(order) == ["created"]
        assert await it.outcomes(order) == ["unchanged"]

        [stored] = await it.rows("conversion")
        assert (stored["site_id"], stored["link_id"], stored["click_id"]) == (
            it.who.site_id,
            0,
            None,
        )
        assert (stored["coupon"], stored["sale_comm"]) == (code, D("2.00"))
        await it.check_figures()

    @pytest.mark.parametrize("form", ["{}", " {} ", "WELCOME,{}", "{};FREESHIP"])
    async def test_assigned_code_is_recognised_in_any_letter_case_and_among_other_coupons(
        self, portal: Portal, form: str
    ) -> None:
        it = await deal(portal)
        code = await assign(it)

        coupon = form.format(code.lower())
        assert await it.outcomes(it.order(code=None, coupon=coupon)) == ["created"]

    async def test_assigned_code_takes_precedence_over_another_publishers_click(
        self, portal: Portal
    ) -> None:
        theirs = await deal(portal)
        ours = await join_brand(portal, theirs.brand)
        code = await assign(ours)
        ref = await theirs.click()
        order = theirs.order(code=None, click_ref=ref, coupon=code)

        assert await ours.outcomes(order) == ["created"]

        assert await theirs.rows("conversion") == []
        assert len(await ours.rows("conversion")) == 1
        [click] = await clicks_of(theirs)
        assert (click["code_decided"], click["oid"]) == (True, None)

    async def test_order_stays_with_the_code_owner_when_reported_again_with_another_publishers_click(
        self, portal: Portal
    ) -> None:
        theirs = await deal(portal)
        ours = await join_brand(portal, theirs.brand)
        code = await assign(ours)
        order = theirs.order(code=None, click_ref=await theirs.click(), coupon=code)
        await ours.report(order)

        assert await ours.outcomes(order) == ["unchanged"]
        await save(ours, code, uid=theirs.who.uid)
        assert await ours.outcomes(order, {**order, "coupon": "X"}) == ["unchanged", "refused"]
        assert await ours.outcomes({**order, "items": [{"amount": "9.00"}]}) == ["updated"]

        assert await theirs.rows("conversion") == []

    async def test_order_with_the_code_owners_click_keeps_the_link_of_the_click(
        self, portal: Portal
    ) -> None:
        it = await deal(portal)
        code = await assign(it)

        await it.report(it.order(code=None, click_ref=await it.click(), coupon=code))

        [stored] = await it.rows("conversion")
        assert (stored["link_id"], stored["uid1"]) == (it.link_id, "label")
        assert [row["code_decided"] for row in await clicks_of(it)] == [False]

    async def test_order_with_an_expired_click_is_credited_by_its_assigned_code(
        self, portal: Portal
    ) -> None:
        it = await deal(portal)
        code = await assign(it)
        ref = await it.click(at=portal.resources.clock.now() - timedelta(days=60))

        assert await it.outcomes(it.order(code=None, click_ref=ref, coupon=code)) == ["created"]

    async def test_assigned_code_takes_precedence_over_another_publishers_link_code(
        self, portal: Portal
    ) -> None:
        theirs = await deal(portal)
        ours = await join_brand(portal, theirs.brand)
        code = await assign(ours)

        assert await ours.outcomes(theirs.order(coupon=code)) == ["created"]

        assert len(await ours.rows("conversion")) == 1


class TestNoAssignment:
    async def test_order_before_the_assignment_of_its_code_is_not_credited(
        self, portal: Portal
    ) -> None:
        it = await deal(portal)
        code = await assign(it, days_ago=2)
        before = portal.resources.clock.now() - timedelta(days=3)

        order = it.order(code=None, coupon=code, order_time=before.isoformat())

        assert (await it.reason(order)).startswith("not_traced: send `click_ref`")

    async def test_saving_an_assigned_code_again_keeps_the_start_of_its_assignment(
        self, portal: Portal
    ) -> None:
        it = await deal(portal)
        code = await assign(it, days_ago=5)
        await save(it, code, uid=it.who.uid, description="Changed")
        after = portal.resources.clock.now() - timedelta(days=4)

        order = it.order(code=None, coupon=code, order_time=after.isoformat())

        assert await it.outcomes(order) == ["created"]

    async def test_reassigned_code_is_credited_to_the_new_publisher_from_then_on(
        self, portal: Portal
    ) -> None:
        it = await deal(portal)
        other = await join_brand(portal, it.brand)
        code = await assign(it)
        await save(it, code, uid=other.who.uid)

        await it.report(it.order(code=None, coupon=code))

        assert (len(await it.rows("conversion")), len(await other.rows("conversion"))) == (0, 1)

    async def test_coupon_for_all_publishers_does_not_attribute_an_order(
        self, portal: Portal
    ) -> None:
        it, code = await deal(portal), unique("ALL")
        await save(it, code)

        reason = await it.reason(it.order(code=None, coupon=code))

        assert reason.startswith("not_traced: send `click_ref`")

    async def test_code_owner_that_left_the_brand_is_not_credited(self, portal: Portal) -> None:
        it = await deal(portal)
        code = await assign(it)
        async with portal.db() as db:
            await db.execute(
                "update relationship set status = 0 where publisher_id = $1", it.who.uid
            )

        reason = await it.reason(it.order(code=None, coupon=code))

        assert reason.startswith("not_traced: send `click_ref`")

    async def test_click_decides_whose_an_order_is_if_the_brand_turned_code_attribution_off(
        self, portal: Portal
    ) -> None:
        brand = await portal.brand(coupon_decides=False)
        ours = await join_brand(portal, brand)
        theirs = await join_brand(portal, brand)
        code = await assign(ours)

        await ours.report(theirs.order(code=None, click_ref=await theirs.click(), coupon=code))

        assert (len(await ours.rows("conversion")), len(await theirs.rows("conversion"))) == (0, 1)
        assert [row["code_decided"] for row in await clicks_of(theirs)] == [False]

    async def test_codes_of_two_publishers_do_not_attribute_an_order(self, portal: Portal) -> None:
        it = await deal(portal)
        other = await join_brand(portal, it.brand)
        codes = [await assign(it), await assign(other)]

        reason = await it.reason(it.order(code=None, coupon=",".join(codes)))

        assert reason.startswith("not_traced: send `click_ref`")


async def test_file_with_only_coupons_imports_orders_of_assigned_codes(
    portal: Portal,
) -> None:
    it = await deal(portal)
    code = await assign(it)
    operator = await portal.new_operator()
    content = f"Invoice No,Value,Voucher\nF-1,10.00,{code}\nF-2,20.00,OTHER\nF-3,30.00,\n"
    file = await upload_file(portal, operator, content)
    mapping = {
        "columns": {"order_id": "Invoice No", "amount": "Value", "coupon": "Voucher"},
        "constants": {"mcid": it.brand.mcid, "currency": "GBP"},
    }

    seen = await portal.ok(
        "/network/orders_preview",
        operator,
        attributes={"file_url": file["url"], "mapping": mapping},
    )
    assert seen["reason"] is None
    assert "only if its coupon is assigned to one publisher" in seen["notes"][-1]

    done = await import_file(it, content, **mapping)
    assert (done["created"], done["refused"]) == (1, 2)
    assert [row["order_id"] for row in await it.rows("conversion")] == ["F-1"]
    reasons = await refused_lines(portal, done["id"])
    assert all("nor a coupon assigned to one publisher" in why for why in reasons.values())
