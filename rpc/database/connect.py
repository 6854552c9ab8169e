"""The database of this process: the one in DATABASE_URL, or the embedded server."""

from collections.abc import Iterator
from contextlib import contextmanager

from rpc.config.settings import Settings
from sql.server import embedded


@contextmanager
def database(settings: Settings) -> Iterator[str]:
    """Yield the URL of the database; the embedded server runs until the last block ends."""
    if settings.database_url is not None:
        yield settings.database_url
        return
    folder = embedded.cluster(settings.data_dir, chosen=settings.data_dir_chosen)
    url = embedded.start(folder)
    try:
        yield url
    finally:
        embedded.stop(folder)
