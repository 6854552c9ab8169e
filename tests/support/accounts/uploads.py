"""Uploads, and the stored files."""

from pathlib import Path

from tests.support.portal import Portal

MIB = 1024 * 1024


def folder(portal: Portal) -> Path:
    return portal.resources.settings.data_dir / "files"


def stored_files(portal: Portal) -> set[str]:
    return {file.name for file in folder(portal).iterdir()} if folder(portal).exists() else set()
