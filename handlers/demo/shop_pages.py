"""The demonstration shops: a newcomer follows a link, buys something, and sees the order arrive."""

import asyncio
import re
from collections.abc import Mapping
from decimal import Decimal
from functools import cache
from pathlib import Path
from secrets import token_hex

import msgspec
from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template
from msgspec import Struct

import handlers.demo.catalogue.shop
import sql.orders.intake
from handlers.demo.catalogue.brands import Product
from handlers.demo.catalogue.shop import Shop
from rpc import Code, Fault, Request, Response, endpoint
from rpc.calls.dispatch import MAX_TRIES
from schema.core.money import round_money
from schema.core.scalar import Slug
from schema.orders.order import OrderOutcome, Outcome, ReportedItem, ReportedOrder
from sql.core.clock import RETRYABLE
from sql.core.db import pooled_connection

POLICY = (
    b"default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; "
    b"frame-ancestors 'none'"
)
HEADERS = [(b"content-security-policy", POLICY), (b"referrer-policy", b"same-origin")]
CONTENT_TYPE = b"text/html; charset=utf-8"
UNKNOWN_SHOP = b"There is no such shop.\n"
SHOP_PAGE = re.compile(r"/demo/shop/[a-z0-9-]{1,64}")
STATUSES = {"new": 200, "away": 503, "refused": 403}
"""The HTTP statuses of the pages of broken shops. Any other page is not found."""
ORDER_NUMBER = re.compile(r"[0-9A-F]{8}-[1-9]")


class Cart(Struct, frozen=True):
    """The form that the Buy button sends. It contains the order number, so that pressing twice buys only once."""

    ref: str
    order_id: str
    product: int

    @classmethod
    def of(cls, form: Mapping[str, str], shop: Shop) -> "Cart":
        number, product = form.get("order", ""), form.get("product", "")
        if not ORDER_NUMBER.fullmatch(number) or product not in map(str, range(len(shop.products))):
            raise Fault(
                Code.REQUEST_INVALID, "`order` and `product` must come from the shop's page"
            )
        return cls(form.get("ref", "")[:64], number, int(product))


@endpoint("/demo/shop/{mcid}", methods=("GET", "HEAD", "POST"))
async def shop(request: Request) -> Response:
    """Serve a brand's demonstration shop, which reports orders as the brand's server would."""
    brand_shop = await find_shop(request) if request.resources.settings.demo else None
    if brand_shop is None:
        return Response(404, UNKNOWN_SHOP)
    if request.method != "POST":
        return render_page(
            brand_shop,
            request.query.get(brand_shop.click_param, ""),
            request.query.get("product", ""),
        )
    cart = Cart.of(dict(await request.form()), brand_shop)
    outcome = await report_order(request, brand_shop, cart)
    return render_page(brand_shop, cart.ref, str(cart.product), outcome)


@endpoint("/demo/page/{kind}", methods=("GET", "HEAD"))
async def page(request: Request) -> Response:
    """Serve a page of a demonstration shop that no longer works, so that broken links can be seen."""
    kind = request.path_param if request.resources.settings.demo else ""
    shop_page = f"/demo/shop/{request.query.get('shop', '')}"
    if not SHOP_PAGE.fullmatch(shop_page):
        return Response(404, UNKNOWN_SHOP)
    query: bytes = request.scope.get("query_string", b"")
    if kind in ("home", "lost"):
        default_query = f"/demo/page/new?shop={shop_page.rpartition('/')[2]}"
        to = shop_page.encode() + b"?" + query if kind == "home" else default_query.encode()
        return Response(302, b"", [(b"location", to)])
    if kind == "loop":
        return Response(302, b"", [(b"location", b"/demo/page/loop?" + query)])
    return Response(STATUSES.get(kind, 404), UNKNOWN_SHOP)


async def find_shop(request: Request) -> Shop | None:
    try:
        mcid = msgspec.convert(request.path_param, Slug)
    except msgspec.ValidationError:
        return None
    async with pooled_connection(request.resources.pool) as db:
        return await handlers.demo.catalogue.shop.get(db, mcid)


async def report_order(request: Request, shop: Shop, cart: Cart) -> OrderOutcome:
    """Report the order and return the outcome. Without a click there is nobody to credit."""
    if not cart.ref:
        reason = "You came without a tracking link, so nobody is credited."
        return OrderOutcome(cart.order_id, None, Outcome.REFUSED, reason)
    product = shop.products[cart.product]
    order = ReportedOrder(
        order_id=cart.order_id,
        currency=shop.currency,
        items=[ReportedItem(item_id="1", amount=price_of(product, shop), quantity=1)],
        click_ref=cart.ref,
    )
    resources = request.resources
    for _ in range(MAX_TRIES):
        try:
            async with pooled_connection(resources.pool) as db, db.transaction():
                now, ids = resources.clock.now(), resources.ids
                [outcome] = await sql.orders.intake.ingest(
                    db,
                    shop.mid,
                    [order],
                    ids=ids,
                    now=now,
                    zone=resources.network_time_zone,
                    by=shop.mcid,
                )
                return outcome
        except RETRYABLE:
            await asyncio.sleep(0.05)
    raise Fault(Code.UNAVAILABLE, wait=1)


def price_of(product: Product, shop: Shop) -> Decimal:
    return round_money(product.price, shop.currency)


def render_page(
    shop: Shop, ref: str, product: str, outcome: OrderOutcome | None = None
) -> Response:
    chosen = int(product) if product in map(str, range(len(shop.products))) else None
    text = load_template().render(
        shop=shop,
        ref=ref[:64],
        chosen=chosen,
        product=shop.products[chosen or 0],
        number=token_hex(4).upper(),
        action=f"/demo/shop/{shop.mcid}",
        outcome=outcome,
    )
    return Response(200, text.encode(), HEADERS, CONTENT_TYPE)


@cache
def load_template() -> Template:
    folder = FileSystemLoader(Path(__file__).parent)
    pages = Environment(loader=folder, autoescape=True, undefined=StrictUndefined, trim_blocks=True)
    return pages.get_template("shop.html")
