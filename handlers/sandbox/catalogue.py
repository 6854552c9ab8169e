"""What all sandboxes share: their brands, and the company that pays."""

from decimal import Decimal

from schema.brands.brand import BrandDraft
from schema.brands.commission_group import AfterValidation, CommissionGroup, Pays
from schema.network.payout import EntityDraft

COMMISSION = Decimal(10)
"""What every brand of the sandbox pays, in percent."""
NAMES = {
    "sandbox-bakery": ("Sandbox Bakery", "Food"),
    "sandbox-books": ("Sandbox Books", "Books"),
    "sandbox-garden": ("Sandbox Garden", "Home and garden"),
    "sandbox-outdoor": ("Sandbox Outdoor", "Sport"),
    "sandbox-shoes": ("Sandbox Shoes", "Fashion"),
    "sandbox-travel": ("Sandbox Travel", "Travel"),
}
"""The name and category of each brand, by its mcid."""
BRANDS = [
    BrandDraft(
        mcid=mcid,
        name=name,
        site_url=f"https://www.example.com/{mcid}/",
        domains=["www.example.com"],
        commission_groups=[CommissionGroup(name="All orders", pays=Pays.PERCENT, value=COMMISSION)],
        description="A brand of the sandbox. It ships nothing, and its orders are never paid in money.",
        categories=[category],
        currency="EUR",
        country="DE",
        validation_days=30,
        payment_days=60,
        after_validation=AfterValidation.HOLD,
    )
    for mcid, (name, category) in NAMES.items()
]
PAYER = EntityDraft(
    name="Sandbox Network Ltd",
    country="DE",
    address="1 Test Street\n10115 Berlin",
    iban="DE89370400440532013000",
    prefix="TEST-",
)
