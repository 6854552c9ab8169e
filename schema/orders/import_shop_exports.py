"""The exports of known shop systems: how each is recognized, and what its columns hold."""

from typing import NamedTuple

from schema.orders.import_mapping import AmountOf


class ShopExport(NamedTuple):
    """The export of a shop system: columns that it alone has, and what they hold.

    `columns` names one or several columns for a field, the best first.
    """

    name: str
    marks: tuple[str, ...]
    columns: dict[str, tuple[str, ...]]
    amount_of: AmountOf = AmountOf.ROW
    carried: tuple[str, ...] = ()
    note: str = ""


EXPORTS = (
    ShopExport(
        "Shopify",
        ("Financial Status", "Lineitem quantity", "Lineitem price"),
        {
            "order_id": ("Name",),
            "order_time": ("Created at", "Paid at"),
            "amount": ("Subtotal",),
            "unit_price": ("Lineitem price",),
            "quantity": ("Lineitem quantity",),
            "currency": ("Currency",),
            "country": ("Shipping Country", "Billing Country"),
            "coupon": ("Discount Code",),
            "status": ("Financial Status",),
            "cancelled_at": ("Cancelled at",),
        },
        AmountOf.ORDER,
        ("order_time", "currency", "country", "coupon", "status", "cancelled_at"),
        "Subtotal is after discounts and without shipping; where prices include tax, so does it",
    ),
    ShopExport(
        "Amazon",
        ("order-item-id", "purchase-date", "item-price"),
        {
            "order_id": ("order-id", "amazon-order-id"),
            "order_time": ("purchase-date",),
            "amount": ("item-price",),
            "discount": ("item-promotion-discount",),
            "quantity": ("quantity-purchased", "quantity", "quantity-shipped"),
            "item_id": ("order-item-id",),
            "currency": ("currency",),
            "country": ("ship-country",),
            "status": ("order-status", "item-status"),
        },
        note="item-price is the price of the whole line; in Europe it includes VAT",
    ),
    ShopExport(
        "Amazon",
        ("amazon-order-id", "purchase-date", "item-price"),
        {
            "order_id": ("amazon-order-id",),
            "order_time": ("purchase-date",),
            "amount": ("item-price",),
            "discount": ("item-promotion-discount",),
            "quantity": ("quantity",),
            "item_id": ("order-item-id", "sku"),
            "currency": ("currency",),
            "country": ("ship-country",),
            "status": ("item-status", "order-status"),
        },
        note="item-price is the price of the whole line; in Europe it includes VAT",
    ),
    ShopExport(
        "WooCommerce",
        ("Order #", "Items sold", "Customer type"),
        {
            "order_id": ("Order #",),
            "order_time": ("Date",),
            "amount": ("Net sales", "N. Revenue", "Net Revenue"),
            "status": ("Status",),
            "coupon": ("Coupon(s)",),
            "currency": ("Currency",),
        },
        note="net sales are after discounts, without tax and shipping",
    ),
    ShopExport(
        "WooCommerce",
        ("order_number", "order_total", "order_currency"),
        {
            "order_id": ("order_number", "order_id"),
            "order_time": ("order_date", "date"),
            "amount": ("order_subtotal",),
            "discount": ("cart_discount", "discount_total", "order_discount"),
            "currency": ("order_currency",),
            "country": ("shipping_country", "billing_country"),
            "status": ("status", "order_status"),
        },
        AmountOf.ORDER,
        ("order_time", "currency", "country", "status"),
        "order_subtotal is before discounts, which are taken off it",
    ),
    ShopExport(
        "Magento",
        ("Purchase Date", "Grand Total (Base)"),
        {
            "order_id": ("ID", "Order ID", "Increment ID"),
            "order_time": ("Purchase Date",),
            "amount": ("Subtotal",),
            "currency": ("Base Currency", "Order Currency", "Currency"),
            "status": ("Status",),
        },
        note="Subtotal is before discounts and without tax and shipping, in the shop's base currency",
    ),
)  # fmt: skip
"""The known exports, based on the shops' own documentation."""
