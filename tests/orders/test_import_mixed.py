"""Files with rows of several brands: each order as if its brand had reported it alone."""

from pathlib import Path

from handlers.cli.imports.import_orders import import_orders
from schema.orders.import_mapping import ImportMapping
from tests.support.orders.orders import deal, join_brand
from tests.support.portal import Portal

MAPPING = ImportMapping(
    columns={
        "order_id": "id",
        "mcid": "brand",
        "code": "link",
        "amount": "value",
        "currency": "money",
    },
    constants={"order_time": "2026-10-01T10:00:00"},
)


class TestImport:
    async def test_file_may_mix_brands_in_any_order(self, portal: Portal, tmp_path: Path) -> None:
        pounds = await deal(portal, publisher={"currency": "GBP"})
        yen = await deal(portal, currency="JPY", publisher={"currency": "JPY"})
        both = await join_brand(portal, yen.brand, currency="JPY")
        rows = []
        for number in range(30):  # the numbers of one brand are another's too
            rows += [
                f"{number},{pounds.brand.mcid},{pounds.code},1.50,GBP",
                f"{number},{yen.brand.mcid},{yen.code},200,JPY",
                f"x{number},{yen.brand.mcid},{both.code},300,JPY",
            ]
        rows += [
            f"s1,nobody,{pounds.code},1.50,GBP",
            f"s2,{pounds.brand.mcid},{yen.code},1.50,GBP",
            f"s3,{yen.brand.mcid},{yen.code},0.50,JPY",
        ]
        file = tmp_path / "mixed.csv"
        file.write_text("\n".join(["id,brand,link,value,money", *rows]))

        result = await import_orders(portal.resources, file, MAPPING)

        assert (result.lines, result.created) == (93, 90)
        assert result.sales == {"GBP": 45, "JPY": 15_000}
        reasons = {refused.order_id: refused.reason for refused in result.refused}
        assert reasons.keys() == {"s1", "s2", "s3"}
        assert reasons["s1"] == "there is no brand with the mcid 'nobody'"
        assert reasons["s2"].startswith("not_traced")
        assert "more decimals" in reasons["s3"]
        for it, amount, earned in (
            (pounds, "1.50", "0.15"),
            (yen, "200", "20"),
            (both, "300", "30"),
        ):
            orders = await it.rows("conversion")
            assert len(orders) == 30
            assert {str(order["sale_amount"]) for order in orders} == {amount}
            assert {str(order["sale_comm"]) for order in orders} == {earned}
            assert {order["mid"] for order in orders} == {it.brand.mid}
            await it.check_figures()

        again = await import_orders(portal.resources, file, MAPPING)

        assert (again.created, again.unchanged) == (0, 90)
