"""Examples in the documents: code blocks that name a file and a definition, whose code they repeat.

`python -m tests.architecture.source.examples` writes them anew.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from textwrap import dedent
from typing import NamedTuple

from tests.architecture.source.imports import ROOT

EXAMPLE = re.compile(r"^```python (\S+\.py) ([\w.]+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


class Example(NamedTuple):
    file: str
    name: str
    code: str


def find_examples(text: str) -> Iterator[Example]:
    return (Example(*match.groups()) for match in EXAMPLE.finditer(text))


def read_definition(file: Path, name: str) -> str:
    """The source of a function or class, such as `TestRecent.test_others`, with its decorators."""
    source = file.read_text()
    node: ast.AST = ast.parse(source)
    for part in name.split("."):
        names = {getattr(child, "name", ""): child for child in ast.iter_child_nodes(node)}
        if part not in names:
            raise LookupError(
                f"{file.relative_to(ROOT)} has no {name}: name another one on the page"
            )
        node = names[part]
    assert isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
    first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
    return dedent("\n".join(source.splitlines()[first - 1 : node.end_lineno])) + "\n"


def refresh(text: str) -> str:
    """The document with the code of its examples as it is."""

    def repeat(example: re.Match[str]) -> str:
        file, name, _ = example.groups()
        return f"```python {file} {name}\n{read_definition(ROOT / file, name)}```"

    return EXAMPLE.sub(repeat, text)


def main() -> None:
    for document in (ROOT / "docs").rglob("*.md"):
        document.write_text(refresh(document.read_text()))


if __name__ == "__main__":
    main()
