"""The database of this process: the one DATABASE_URL names, else the embedded server."""

from collections.abc import Iterator
from contextlib import contextmanager

from rpc.config.settings import Settings
from sql.server import embedded


@contextmanager
def database(settings: Settings) -> Iterator[str]:
    """Its URL; the embedded server runs for as long as somebody's block does."""
    if settings.database_url is not None:
        yield settings.database_url
        return
    folder = embedded.cluster_folder(settings.data_dir, chosen=settings.data_dir_chosen)
    url = embedded.start(folder)
    try:
        yield url
    finally:
        embedded.stop(folder)
