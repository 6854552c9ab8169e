"""Each input of the web has a name, an input mode and an autocomplete value (journeys check the screens)."""

import re
from collections.abc import Iterator

import pytest

from tests.architecture.source.imports import ROOT
from tests.support.fields import Field, flaws_of

SOURCE = ROOT / "web" / "src"
TYPED = "TextInput|PasswordInput|NumberInput|Textarea|DecimalInput|Spotlight.Search"
NAMED_BY_FORM = re.compile(
    r"\{\.\.\.(?:form\.getInputProps|props|field|rest|shared|input|number)\b"
)


def elements() -> Iterator[tuple[str, str]]:
    """Each element of the source that one types into, with its file."""
    for folder in ("features", "ui", "routes"):
        for file in sorted((SOURCE / folder).rglob("*.tsx")):
            if ".test." not in file.name:
                for element in elements_of(file.read_text()):
                    yield str(file.relative_to(SOURCE)), element


def elements_of(source: str) -> list[str]:
    """The opening tags of fields, however their attributes nest."""
    found = []
    for start in re.finditer(rf"<(?:{TYPED})\b(?!>)", source):
        depth, at = 0, start.end()
        while depth or source[at : at + 2] != "/>":
            depth += {"{": 1, "}": -1}.get(source[at], 0)
            at += 1
        found.append(source[start.start() : at])
    return found


def test_every_input_field_has_a_name() -> None:
    found = list(elements())
    nameless = [
        f"{file}: {element[:80]}"
        for file, element in found
        if not NAMED_BY_FORM.search(element)
        and "name=" not in element
        and "{...field(" not in element
        and "readOnly" not in element
    ]
    assert len(found) > 100
    assert nameless == []


def test_every_password_field_has_an_autocomplete_value() -> None:
    passwords = [(file, element) for file, element in elements() if "<PasswordInput" in element]
    assert len(passwords) > 5
    assert [
        file
        for file, element in passwords
        if not re.search(r'autoComplete="(?:current-password|new-password|off)"', element)
    ] == []


def test_input_fields_turn_autocomplete_off_by_default() -> None:
    theme = (SOURCE / "ui" / "base" / "theme.ts").read_text()
    assert 'const TYPED = { defaultProps: { autoComplete: "off" } };' in theme
    assert all(f"{kind}: TYPED" in theme for kind in ("TextInput", "Textarea", "NumberInput"))


PLAIN: Field = {
    "name": "note",
    "type": "text",
    "keypad": "",
    "filled": "off",
    "chosen": False,
    "html": "<input>",
}


@pytest.mark.parametrize(
    ("changed", "wrong"),
    [
        ({}, []),
        ({"name": ""}, ["no name"]),
        ({"name": "", "chosen": True}, []),
        ({"filled": ""}, ["no autocomplete"]),
        ({"name": "email"}, ["type text"]),
        ({"name": "email", "type": "email", "filled": "email"}, []),
        ({"name": "otp"}, ["autocomplete off"]),
        ({"name": "channel.website"}, ["keypad of letters"]),
        ({"name": "channel.website", "type": "url"}, []),
        ({"name": "channel.website", "keypad": "url"}, []),
        ({"name": "vat_rate"}, ["keypad of letters"]),
        ({"name": "company.postal_code"}, ["autocomplete off"]),
    ],
)
def test_check_finds_an_input_field_without_name_keypad_or_autocomplete(
    changed: dict[str, object], wrong: list[str]
) -> None:
    """The control."""
    field: Field = {**PLAIN, **changed}  # type: ignore[typeddict-item]
    assert flaws_of(field) == wrong
