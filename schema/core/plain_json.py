"""JSON in which every amount is written in plain digits."""

import re
from decimal import Decimal
from typing import Any

import msgspec

ENCODER = msgspec.json.Encoder()
EXPONENT = re.compile(rb'"-?\d(?:\.\d+)?E[+-]\d+"')


def encode_json(value: Any) -> bytes:
    """Encode a value as JSON. Decimals become strings, never with an exponent.

    PostgreSQL's 50000 becomes Decimal("5E+4") in asyncpg, as does every multiple of 10,000 in a currency without minor
    units, and msgspec writes a Decimal as Python does.
    """
    encoded = ENCODER.encode(value)
    if (b"E+" in encoded or b"E-" in encoded) and EXPONENT.search(encoded):
        return ENCODER.encode(with_plain_decimals(value))
    return encoded


def with_plain_decimals(value: Any) -> Any:
    """The value converted to built-in types, with each Decimal as a string of plain digits."""
    return plain(msgspec.to_builtins(value, builtin_types=(Decimal,), str_keys=True))


def plain(value: Any) -> Any:
    match value:
        case Decimal():
            return format(value, "f")
        case dict():
            return {key: plain(inner) for key, inner in value.items()}
        case list() | tuple():
            return [plain(inner) for inner in value]
    return value
