"""Stores files in a folder on this machine, or in a bucket with the S3 protocol."""

import asyncio
import os
import shutil
from collections.abc import AsyncIterator
from contextlib import suppress
from datetime import timedelta
from pathlib import Path
from typing import IO, TYPE_CHECKING, NamedTuple
from urllib.parse import parse_qs, unquote, urlsplit

import structlog
from obstore.exceptions import BaseError, NotFoundError
from obstore.store import LocalStore, S3Store

from schema.core.errors import Code, Fault


class Stream(NamedTuple):
    """A body that is too large to be held in memory: its size in bytes, and its chunks."""

    size: int
    chunks: AsyncIterator[bytes]


if TYPE_CHECKING:
    from obstore.store import ObjectStore

log = structlog.get_logger()

TIMEOUT = timedelta(seconds=8)
WRITE_SIZE = 4 * 1024 * 1024
"""How many bytes of a large file are held in memory while it is stored."""
READ_SIZE = 256 * 1024
"""How many bytes of a large file one read returns; each slow client holds as many in memory."""
READS_AT_ONCE = 2
"""How many pieces are read from the folder at once: with a hundred, the event loop would send all of them first."""
BUCKET_READS_AT_ONCE = 64
"""How many pieces are read from a bucket at once; buckets respond more slowly."""


class Storage:
    """Files by name. Raises UNAVAILABLE if the storage cannot be reached or is full."""

    def __init__(self, folder: Path, url: str | None) -> None:
        """`url`: `s3://key:secret@bucket/prefix?endpoint=…&region=…`; without it, the folder is used."""
        self._folder = None if url else folder
        self._reads = asyncio.Semaphore(BUCKET_READS_AT_ONCE if url else READS_AT_ONCE)
        self._store: ObjectStore = (
            s3_store(url) if url else LocalStore(folder, mkdir=True, automatic_cleanup=False)
        )

    async def put(self, name: str, body: bytes) -> None:
        """Store a file, atomically."""
        try:
            await self._store.put_async(name, body, use_multipart=False)
        except (BaseError, OSError) as error:
            raise unavailable("put", error) from None

    async def get(self, name: str) -> bytes | None:
        """A file, or None if none has that name."""
        try:
            result = await self._store.get_async(name)
            return bytes(await result.bytes_async())
        except (NotFoundError, FileNotFoundError):
            return None
        except (BaseError, OSError) as error:
            raise unavailable("get", error) from None

    async def put_file(self, name: str, file: IO[bytes]) -> None:
        """Store a file of any size, atomically."""
        try:
            file.seek(0)
            if self._folder is None:
                await self._store.put_async(
                    name, file, use_multipart=True, chunk_size=2 * WRITE_SIZE
                )
            else:
                await asyncio.to_thread(copy_file, file, self._folder / name)
        except (BaseError, OSError) as error:
            raise unavailable("put", error) from None

    async def stream(self, name: str) -> Stream | None:
        """A file of any size, chunk by chunk, or None if none has that name."""
        try:
            size = (await self._store.head_async(name))["size"]
        except (NotFoundError, FileNotFoundError):
            return None
        except (BaseError, OSError) as error:
            raise unavailable("get", error) from None
        return Stream(size, self._chunks(name, size))

    async def _chunks(self, name: str, size: int) -> AsyncIterator[bytes]:
        for start in range(0, size, READ_SIZE):
            length = min(READ_SIZE, size - start)
            async with self._reads:
                chunk = bytes(await self._store.get_range_async(name, start=start, length=length))
            yield chunk

    async def remove(self, name: str) -> None:
        """Remove a file, if it exists."""
        try:
            with suppress(NotFoundError, FileNotFoundError):
                await self._store.delete_async(name)
            if self._folder is not None:
                partial_path(self._folder / name).unlink(missing_ok=True)
        except (BaseError, OSError) as error:
            raise unavailable("remove", error) from None


def partial_path(path: Path) -> Path:
    return path.with_name(f".{path.name}.half")


def copy_file(file: IO[bytes], path: Path) -> None:
    """Copy to a temporary name first; always the same one, so that a crash leaves at most one partial file."""
    partial = partial_path(path)
    with partial.open("wb") as target:
        shutil.copyfileobj(file, target, WRITE_SIZE)
        target.flush()
        os.fsync(target.fileno())
    partial.replace(path)


def s3_store(url: str) -> S3Store:
    """The store in FILES_URL; without a key in the URL, the role of the machine is used."""
    parts = urlsplit(url)
    options = {name: values[-1] for name, values in parse_qs(parts.query).items()}
    config: dict[str, str] = {"aws_region": options.get("region", "us-east-1")}
    if parts.username and parts.password:
        config["aws_access_key_id"] = unquote(parts.username)
        config["aws_secret_access_key"] = unquote(parts.password)
    if endpoint := options.get("endpoint"):
        config["aws_endpoint"] = endpoint
    return S3Store(
        str(parts.hostname),
        prefix=parts.path.strip("/") or None,
        config=config,  # type: ignore[arg-type]
        client_options={
            "timeout": TIMEOUT,
            "connect_timeout": TIMEOUT,
            "allow_http": options.get("endpoint", "").startswith("http:"),
        },
        retry_config={"max_retries": 2, "retry_timeout": TIMEOUT},
    )


def unavailable(operation: str, error: Exception) -> Fault:
    log.warning("file storage unavailable", operation=operation, reason=type(error).__name__)
    return Fault(Code.UNAVAILABLE, wait=5)
