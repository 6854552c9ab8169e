"""VAT and tax numbers by country: their stored form, and the errors of invalid ones."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schema.core.countries import countries
from schema.payments.vat_number import EXAMPLES, has_vat_number, is_tax_number, vat_number_of


@pytest.mark.parametrize(
    ("country", "entered", "stored"),
    [
        ("DE", "de 136 695 976", "DE136695976"),
        ("DE", "136.695.976", "DE136695976"),
        ("GR", "GR094259216", "EL094259216"),
        ("GR", "EL 094259216", "EL094259216"),
        ("GR", "094259216", "EL094259216"),
        ("GB", "980 7806 84", "GB980780684"),
        ("GB", "XI980780684", "XI980780684"),
        ("CH", "CHE-107.787.577", "CHE107787577MWST"),
        ("CH", "CHE-107.787.577 IVA", "CHE107787577IVA"),
        ("NO", "995525828", "NO995525828MVA"),
        ("NO", "NO 995 525 828 MVA", "NO995525828MVA"),
        ("FR", "K7399859412", "FRK7399859412"),
        ("IE", "6433435F", "IE6433435F"),
        ("ES", "X1234567L", "ESX1234567L"),
        ("PL", "\uff18567346215", "PL8567346215"),
        ("AU", "51 824 753 556", "51824753556"),
        ("US", "12-3456789", "123456789"),
    ],
)
def test_vat_number_is_stored_in_normalised_form(country: str, entered: str, stored: str) -> None:
    assert vat_number_of(country, entered) == (stored, None)
    assert vat_number_of(country, stored) == (stored, None)


@pytest.mark.parametrize(
    ("country", "entered", "word"),
    [
        ("DE", "not registered", "leave it empty"),
        ("DE", "n/a", "leave it empty"),
        ("US", "none", "leave it empty"),
        ("DE", "DE999999999", "check its digits"),
        ("DE", "DE136695977", "check its digits"),
        ("DE", "ATU13585627", "begins with AT"),
        ("DE", "XI980780684", "begins with XI"),
        ("DE", "GB980780684", "begins with GB"),
        ("DE", "CHE107787577MWST", "begins with CHE"),
        ("FR", "DE136695976", "begins with DE"),
        ("GB", "DE136695976", "begins with DE"),
        ("DE", "EU826010755", "One-Stop-Shop"),
        ("CH", "CHE-107.787.578", "check its digits"),
        ("NO", "995525829MVA", "check its digits"),
        ("PL", "٨567346215x", "check its digits"),
        ("US", "no 1", "check its digits"),
    ],
)
def test_invalid_vat_number_is_refused_with_a_reason(country: str, entered: str, word: str) -> None:
    stored, flaw = vat_number_of(country, entered)
    assert stored == ""
    assert flaw is not None
    assert word in flaw.reason
    assert not has_vat_number(country, entered)


@pytest.mark.parametrize(("country", "example"), EXAMPLES.items())
def test_example_of_each_country_is_a_valid_vat_number(country: str, example: str) -> None:
    assert has_vat_number(country, example)


def test_tax_number_is_accepted_only_in_germany() -> None:
    assert is_tax_number("DE", "181/815/08155")
    for country, text in (("DE", "n/a"), ("DE", "12"), ("FR", "181/815/08155"), ("DE", None)):
        assert not is_tax_number(country, text)


@given(st.sampled_from(sorted(countries())), st.text(max_size=64))
def test_any_text_given_as_vat_number_is_either_stored_or_refused(country: str, text: str) -> None:
    stored, flaw = vat_number_of(country, text)
    assert bool(stored) != bool(flaw)
    is_tax_number(country, text)


@given(
    st.sampled_from(sorted(countries())), st.from_regex(r"\A[A-Za-z]{0,3}[0-9]{6,14}[A-Z]{0,4}\Z")
)
def test_normalising_a_stored_vat_number_again_changes_nothing(country: str, text: str) -> None:
    stored, _ = vat_number_of(country, text)
    assert not stored or vat_number_of(country, stored) == (stored, None)
