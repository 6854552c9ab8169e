"""Unused code is found; what the wire, the registry or a library uses counts as used."""

import pytest

from tests.architecture.source.dead_code import find_unused, wrong

USED = "import asyncio\n\n\nclass Row:\n    mid: int\n\n\n@query('/a/b')\nasync def b(row: Row):\n    print(row)\n\n\n"


def names(source: str) -> list[str]:
    return [
        item.name for item in find_unused({"sql/a.py": USED + source, "sql/c.py": "asyncio.run()"})
    ]


def test_registered_functions_and_row_fields_count_as_used() -> None:
    assert names("") == []


@pytest.mark.parametrize(
    "source",
    [
        "def gone(): ...",
        "async def gone(): ...",
        "class gone: ...",
        "gone = 5",
        "gone: int = 5",
        "import gone",
        "from json import gone",
        "class asyncio:\n    def gone(self): ...",
        "class asyncio:\n    @property\n    def gone(self): ...",
        "@cache\ndef gone(): ...",
    ],
)
def test_check_finds_an_unused_definition(source: str) -> None:
    assert names(source) == ["gone"]


def test_check_finds_an_unneeded_exception_to_dead_code() -> None:
    found = wrong({"sql/a.py": "def log_message(): ...\ndef gone(): ..."})
    assert found[0] == "sql/a.py:2: nothing uses the function gone"
    assert not any(line.startswith("log_message ") for line in found)
    assert any(line.startswith("PoolConnectionProxy ") for line in found)
