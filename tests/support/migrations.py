"""A database as an earlier version left it."""

import shutil
from pathlib import Path

import pytest

import sql.server.migrate
from sql.server.migrate import FOLDER, migrate

NAMES = [file.stem for file in sorted(FOLDER.glob("*.sql"))]


def migrate_part(
    url: str, names: list[str], folder: Path, monkeypatch: pytest.MonkeyPatch
) -> list[str]:
    """Run only these migrations, and return those that were pending; `folder` is empty."""
    for name in names:
        shutil.copy(FOLDER / f"{name}.sql", folder)
    with monkeypatch.context() as earlier:
        earlier.setattr(sql.server.migrate, "FOLDER", folder)
        return migrate(url)
