"""The products of the demonstration's shops."""

from msgspec import Struct
from msgspec.structs import replace

from handlers.demo.catalogue.brands import Product, catalogue
from sql.core.db import Connection, maybe_row, text

DEFAULT_CATEGORY = "Gifts"
"""The category whose products a brand sells if none of its categories has products."""


class Shop(Struct, frozen=True, kw_only=True):
    mid: int
    mcid: str
    name: str
    description: str
    currency: str
    categories: list[str]
    click_param: str
    products: list[Product] = []

    def with_products(self) -> "Shop":
        goods = catalogue().products
        category = next((each for each in self.categories if each in goods), DEFAULT_CATEGORY)
        return replace(self, products=goods[category])


async def get(db: Connection, mcid: str) -> Shop | None:
    """The shop of any brand of the catalogue, or None if there is no such brand."""
    query = text(
        """
        select mid, mcid, name, description, currency, categories, click_param
          from brand where mcid = :mcid
        """,
        mcid=mcid,
    )
    shop = await maybe_row(db, query, Shop)
    return shop.with_products() if shop else None
