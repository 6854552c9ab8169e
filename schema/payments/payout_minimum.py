"""The least that is paid out; publishers may raise it (contract §15)."""

from decimal import Decimal

from schema.core.money import minor_unit

MINIMUM = {"EUR": Decimal(25), "USD": Decimal(25), "GBP": Decimal(25)}


def network_minimum(currency: str) -> Decimal:
    """The least that the network pays out in a currency."""
    return MINIMUM.get(currency, minor_unit(currency)).quantize(minor_unit(currency))
