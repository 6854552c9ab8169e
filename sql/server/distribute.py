"""Distributes a migrated database over the nodes of a Citus cluster (sql/distribute.sql, docs/grow.md)."""

import re
from pathlib import Path

FILE = Path(__file__).parent.parent / "distribute.sql"
STATEMENT = re.compile(r"(?:[^;$]|\$(?!\$)|\$\$.*?\$\$)+;", re.S)
"""Up to the semicolon that ends it, which is none of a body between dollars."""


def statements() -> list[str]:
    """The statements of the file, each to be run by itself, outside a transaction."""
    text = re.sub(r"^--.*$", "", FILE.read_text(), flags=re.M)
    return [found.strip() for found in STATEMENT.findall(text)]
