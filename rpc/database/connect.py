"""The database of this process: the one in DATABASE_URL, or the embedded server."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from rpc.config.settings import Settings
from sql.server import embedded


@contextmanager
def database(settings: Settings) -> Iterator[str]:
    """Yield the URL of the database; the embedded server runs until the last block ends."""
    folder = embedded_folder(settings)
    if folder is None:
        assert settings.database_url is not None
        yield settings.database_url
        return
    url = embedded.start(folder)
    try:
        yield url
    finally:
        embedded.stop(folder)


def embedded_folder(settings: Settings) -> Path | None:
    """Where the embedded server keeps its files; None if DATABASE_URL is set."""
    if settings.database_url is not None:
        return None
    return embedded.cluster_folder(settings.data_dir, chosen=settings.data_dir_chosen)
