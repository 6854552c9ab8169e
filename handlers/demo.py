"""The demonstration's shops: a newcomer clicks a link, buys, and sees the order arrive."""

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

import sql.demo.catalogue.shop
import sql.orders.intake
from rpc import Code, Fault, Request, Response, door
from rpc.calls.dispatch import MAX_TRIES
from schema.core.money import round_to_unit
from schema.core.scalar import Slug
from schema.orders.order import OrderOutcome, Outcome, ReportedItem, ReportedOrder
from sql.core.clock import RETRYABLE
from sql.core.db import borrowed
from sql.demo.catalogue.brands import Product
from sql.demo.catalogue.shop import Shop

POLICY = (
    b"default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; "
    b"frame-ancestors 'none'"
)
HEADERS = [(b"content-security-policy", POLICY), (b"referrer-policy", b"same-origin")]
HTML = b"text/html; charset=utf-8"
NO_SHOP = b"There is no such shop.\n"
NUMBER = re.compile(r"[0-9A-F]{8}-[1-9]")


class Cart(Struct, frozen=True):
    """What a button of the page sends. Its order number was drawn with the page: pressed twice, it buys once."""

    ref: str
    order_id: str
    product: int

    @classmethod
    def of(cls, given: Mapping[str, str], shop: Shop) -> "Cart":
        number, product = given.get("order", ""), given.get("product", "")
        if not NUMBER.fullmatch(number) or product not in map(str, range(len(shop.products))):
            raise Fault(Code.REQUEST_INVALID, "`order` and `product` are those of the shop's page")
        return cls(given.get("ref", "")[:64], number, int(product))


@door("/demo/shop/{mcid}", methods=("GET", "HEAD", "POST"))
async def shop(visit: Request) -> Response:
    """A brand's shop in demonstration mode, whose Buy button reports the order as the brand's server would."""
    found = await known(visit) if visit.resources.settings.demo else None
    if found is None:
        return Response(404, NO_SHOP)
    if visit.method != "POST":
        return page(found, visit.query.get(found.click_param, ""), visit.query.get("product", ""))
    cart = Cart.of(await visit.form(), found)
    bought = await reported(visit, found, cart)
    return page(found, cart.ref, str(cart.product), bought)


async def known(visit: Request) -> Shop | None:
    try:
        mcid = msgspec.convert(visit.path_param, Slug)
    except msgspec.ValidationError:
        return None
    async with borrowed(visit.resources.pool) as db:
        return await sql.demo.catalogue.shop.get(db, mcid)


async def reported(visit: Request, shop: Shop, cart: Cart) -> OrderOutcome:
    """What became of the order; without a click there is nobody to report it for."""
    if not cart.ref:
        reason = "You came without a tracking link, so nobody is credited."
        return OrderOutcome(cart.order_id, None, Outcome.REFUSED, reason)
    product = shop.products[cart.product]
    order = ReportedOrder(
        order_id=cart.order_id,
        currency=shop.currency,
        items=[ReportedItem(item_id="1", amount=amount(product, shop), quantity=1)],
        click_ref=cart.ref,
    )
    resources = visit.resources
    for _ in range(MAX_TRIES):
        try:
            async with borrowed(resources.pool) as db, db.transaction():
                now, ids = resources.clock.now(), resources.ids
                [outcome] = await sql.orders.intake.take(
                    db, shop.mid, [order], ids=ids, now=now, by=shop.mcid
                )
                return outcome
        except RETRYABLE:
            await asyncio.sleep(0.05)
    raise Fault(Code.UNAVAILABLE, wait=1)


def amount(product: Product, shop: Shop) -> Decimal:
    return round_to_unit(product.price, shop.currency)


def page(shop: Shop, ref: str, product: str, bought: OrderOutcome | None = None) -> Response:
    chosen = int(product) if product in map(str, range(len(shop.products))) else None
    text = template().render(
        shop=shop,
        ref=ref[:64],
        chosen=chosen,
        product=shop.products[chosen or 0],
        number=token_hex(4).upper(),
        action=f"/demo/shop/{shop.mcid}",
        bought=bought,
    )
    return Response(200, text.encode(), HEADERS, HTML)


@cache
def template() -> Template:
    folder = FileSystemLoader(Path(__file__).parent)
    pages = Environment(loader=folder, autoescape=True, undefined=StrictUndefined, trim_blocks=True)
    return pages.get_template("_shop.html")
