"""Files in a folder and in a bucket: the same answers from both."""

import asyncio
import random
import tempfile
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from rpc import Fault
from rpc.backup.contents import Contents
from rpc.backup.errors import BackupError
from rpc.backup.make import copy_files
from rpc.backup.restore import restore_files
from rpc.backup.target import READ_SIZE as READ_AHEAD
from rpc.backup.target import Target
from rpc.config.settings import Settings, SettingsError
from rpc.files.storage import READ_SIZE, WRITE_SIZE, Storage
from tests.support.demo import free_port
from tests.support.hostile.files import image, send_all
from tests.support.process.s3_server import bucket_url, make_bucket, run_s3
from tests.support.server import serve


@pytest.fixture(scope="module")
async def s3() -> AsyncIterator[str]:
    """The address of a real S3 server."""
    async with run_s3() as url:
        yield url


@pytest.fixture(params=["folder", "bucket"])
async def storage(request: pytest.FixtureRequest, tmp_path: Path, s3: str) -> Storage:
    return Storage(tmp_path / "files", bucket_url(s3) if request.param == "bucket" else None)


class TestStorage:
    async def test_file_storage_returns_the_content_stored_last(self, storage: Storage) -> None:
        await storage.put("a.png", b"one")
        await storage.put("a.png", b"two")
        assert await storage.get("a.png") == b"two"

    async def test_removed_file_is_gone_from_the_storage(self, storage: Storage) -> None:
        await storage.put("b.png", b"one")
        await storage.remove("b.png")
        await storage.remove("b.png")
        assert await storage.get("b.png") is None

    async def test_large_stored_file_is_streamed_in_parts(self, storage: Storage) -> None:
        whole = random.Random(7).randbytes(2 * WRITE_SIZE + 5)
        with tempfile.TemporaryFile() as file:
            file.write(whole)
            await storage.put_file("c.zip", file)
            await storage.put_file("c.zip", file)

        found = await storage.stream("c.zip")
        assert found is not None
        parts = [part async for part in found.chunks]
        assert found.size == len(whole)
        assert [len(part) for part in parts] == [READ_SIZE] * (2 * WRITE_SIZE // READ_SIZE) + [5]
        assert b"".join(parts) == whole
        assert await storage.stream("d.zip") is None

    async def test_file_name_outside_the_storage_is_refused(self, storage: Storage) -> None:
        for name in ("../secret.key", "../../etc/passwd"):
            with pytest.raises(ValueError, match=r"\.\."):
                await storage.get(name)

    async def test_unreachable_file_storage_answers_unavailable(
        self, tmp_path: Path, s3: str
    ) -> None:
        gone = Storage(tmp_path, bucket_url(s3, "no-such-bucket"))
        closed = Storage(tmp_path, bucket_url(f"http://127.0.0.1:{free_port()}"))
        for storage in (gone, closed):
            with pytest.raises(Fault, match="Not available just now"):
                await storage.put("a.png", b"one")


async def test_uploads_go_to_the_configured_bucket(
    database_url: str, tmp_path: Path, s3: str
) -> None:
    async with serve(database_url, tmp_path, FILES_URL=bucket_url(s3)) as portal:
        given = await send_all(portal, await portal.someone(), image())
        answer = await portal.http.get(given["url"])

    assert (answer.status_code, len(answer.content)) == (200, given["size"])
    assert not (tmp_path / "files").exists()


@pytest.mark.parametrize("wrong", ["files", "http://bucket", "s3://", "/var/files"])
def test_invalid_bucket_setting_is_refused(tmp_path: Path, wrong: str) -> None:
    with pytest.raises(SettingsError, match="FILES_URL"):
        Settings.from_environment({"DATA_DIR": str(tmp_path), "FILES_URL": wrong})


@pytest.fixture(params=["folder", "bucket"])
async def target(request: pytest.FixtureRequest, tmp_path: Path, s3: str) -> Target:
    return Target(bucket_url(s3) if request.param == "bucket" else str(tmp_path / "target"))


def pieces(size: int, count: int) -> Iterator[bytes]:
    """So many pieces, each of other bytes."""
    return (bytes([number]) * size for number in range(count))


def interrupted_pieces(size: int, count: int) -> Iterator[bytes]:
    yield from pieces(size, count)
    raise BackupError("the server went away")


class TestBackupTarget:
    async def test_target_returns_what_was_stored_in_pieces(self, target: Target) -> None:
        for size, count in ((10, 2), (READ_AHEAD // 2, 5)):
            name = f"data/{size}.tar.gz"
            assert target.put_pieces(name, pieces(size, count)) == size * count
            assert target.get(name) == b"".join(pieces(size, count))
        assert target.names("data") == ["10.tar.gz", f"{READ_AHEAD // 2}.tar.gz"]

        target.remove("data/10.tar.gz")
        target.remove("data/10.tar.gz")
        assert target.names("data") == [f"{READ_AHEAD // 2}.tar.gz"]
        with pytest.raises(BackupError, match="is missing; use another backup"):
            target.get("data/10.tar.gz")

    @pytest.mark.parametrize("count", [1, 5])
    async def test_target_keeps_nothing_of_pieces_that_break_off(
        self, target: Target, count: int
    ) -> None:
        with pytest.raises(BackupError, match="the server went away"):
            target.put_pieces("broken/x", interrupted_pieces(READ_AHEAD // 2, count))
        assert target.names("broken") == []

    async def test_files_of_a_bucket_and_of_a_folder_are_backed_up_by_the_same_names(
        self, target: Target, tmp_path: Path, s3: str
    ) -> None:
        settings = Settings.from_environment(
            {"DATA_DIR": str(tmp_path / "data"), "FILES_URL": bucket_url(s3, "of-the-portal")}
        )
        await asyncio.to_thread(make_bucket, s3, "of-the-portal")
        storage = Storage(settings.data_dir / "files", settings.files_url)
        await storage.put("a.png", b"one")
        (tmp_path / "data/outbox").mkdir()
        (tmp_path / "data/outbox/1.eml").write_bytes(b"To: you")

        parts = copy_files(Contents(target), settings, None)

        assert [(part.name, part.size) for part in parts] == [
            ("stored/a.png", 3),
            ("outbox/1.eml", 7),
        ]
        assert set(Contents(target).file_names()) >= {"stored/a.png", "outbox/1.eml"}
        await storage.remove("a.png")
        backup = SimpleNamespace(files=parts)
        assert restore_files(Contents(target), backup, settings)[1] == []
        assert await storage.get("a.png") == b"one"
