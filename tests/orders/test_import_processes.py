"""A large file is imported by two processes: completely and once, also if one dies."""

import asyncio
import os
import signal
import sys
from pathlib import Path
from secrets import token_hex

import msgspec
import psutil
import pytest

import handlers.cli.imports.import_orders
from handlers.cli.imports.import_orders import PARALLEL_FROM, import_orders
from handlers.network.imports.import_batches import BATCH_SIZE
from schema.core.table_file import FileFlaw
from schema.orders.import_mapping import ImportMapping
from tests.support.orders.orders import Deal, deal
from tests.support.portal import Portal
from tests.support.timing import no_hang

ROWS = 4 * BATCH_SIZE
"""The first process has the batches 0 and 2, the second 1 and 3."""


@pytest.fixture(autouse=True)
def large(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(handlers.cli.imports.import_orders, "PARALLEL_FROM", 0)


def mapping(it: Deal) -> ImportMapping:
    return ImportMapping(
        columns={"order_id": "id", "amount": "value"},
        constants={"mcid": it.brand.mcid, "code": it.code, "currency": "GBP"},
    )


def write_file(folder: Path, *more: str) -> Path:
    file = folder / "large.csv"
    rows = [f"n{number},2.50" for number in range(ROWS)]
    file.write_text("\n".join(["id,value", *rows, *more]))
    return file


def helpers() -> list[psutil.Process]:
    """Second processes of imports that this process has started."""
    return [
        each
        for each in psutil.Process().children()
        if "handlers.cli.imports.import_worker" in each.cmdline()
    ]


async def until_some_is_noted(portal: Portal, marks: int) -> None:
    async with portal.db() as db, no_hang():
        while await db.fetchval("select count(*) from import_progress") < marks:
            await asyncio.sleep(0.005)


async def orders(it: Deal) -> int:
    return len(await it.rows("conversion"))


class TestTwoProcesses:
    async def test_two_import_processes_share_the_batches_and_report_one_result(
        self, portal: Portal, tmp_path: Path
    ) -> None:
        it = await deal(portal)
        file = write_file(tmp_path, f"n{BATCH_SIZE},9", "n5,9", "late,-1", "last,1.00")
        progress: list[tuple[int, int]] = []

        result = await import_orders(
            portal.resources, file, mapping(it), progress=lambda *counts: progress.append(counts)
        )

        assert (result.lines, result.created) == (ROWS + 4, ROWS - 1)
        assert str(result.sales["GBP"]) == f"{ROWS * 5 // 2 - 4}.00"
        assert [(each.line, each.order_id) for each in result.refused] == [
            (7, "n5"),
            (BATCH_SIZE + 2, f"n{BATCH_SIZE}"),
            (ROWS + 2, f"n{BATCH_SIZE}"),
            (ROWS + 3, "n5"),
            (ROWS + 4, "late"),
        ]
        assert progress[-1] == (ROWS + 4, ROWS + 4)
        assert await orders(it) == ROWS - 1
        await it.check_figures()
        again = await import_orders(portal.resources, file, mapping(it))
        assert (again.created, again.unchanged) == (0, ROWS - 1)
        assert not helpers()

    async def test_order_file_that_cannot_be_read_whole_changes_nothing(
        self, portal: Portal, tmp_path: Path
    ) -> None:
        it = await deal(portal)
        file = write_file(tmp_path, 'x,"1.00')

        with pytest.raises(FileFlaw, match=f"line {ROWS + 2}"):
            await import_orders(portal.resources, file, mapping(it))

        assert not helpers()
        assert await orders(it) == 0

    async def test_import_that_loses_its_second_process_resumes_later(
        self, portal: Portal, tmp_path: Path
    ) -> None:
        it = await deal(portal)
        file = write_file(tmp_path)
        running = asyncio.create_task(import_orders(portal.resources, file, mapping(it)))
        await until_some_is_noted(portal, 1)
        [second] = helpers()

        second.kill()
        with pytest.raises(FileFlaw, match="run the command again"):
            await running
        written = await orders(it)
        result = await import_orders(portal.resources, file, mapping(it))

        assert 0 < written < ROWS
        assert result.created + result.unchanged == result.lines == ROWS
        assert result.unchanged <= BATCH_SIZE  # of a batch that was kept, and not noted any more
        assert await orders(it) == ROWS
        await it.check_figures()

    async def test_second_import_process_that_does_not_start_is_reported(
        self, portal: Portal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        it = await deal(portal)
        file = write_file(tmp_path)

        with monkeypatch.context() as broken:
            broken.setattr(sys, "executable", "false")
            with pytest.raises(FileFlaw, match=r"a process of the import failed \(1\)"):
                await import_orders(portal.resources, file, mapping(it))
        result = await import_orders(portal.resources, file, mapping(it))

        assert (result.created, result.unchanged) == (ROWS, 0)

    async def test_second_import_process_ends_with_the_first_and_the_command_resumes(
        self, portal: Portal, tmp_path: Path
    ) -> None:
        it = await deal(portal)
        file, chosen = write_file(tmp_path), tmp_path / "mapping.json"
        file.write_text(file.read_text() + "\n" * PARALLEL_FROM)
        chosen.write_bytes(msgspec.json.encode(mapping(it)))
        command = (sys.executable, "-m", "handlers", "import-orders", str(file))
        environment = os.environ | {"DATABASE_URL": portal.resources.database_url}
        environment |= {"SECRET_KEY": token_hex(32), "DATA_DIR": str(tmp_path / "data")}

        async def start() -> asyncio.subprocess.Process:
            return await asyncio.create_subprocess_exec(
                *command, "--mapping", str(chosen), env=environment, stdout=asyncio.subprocess.PIPE
            )

        first = await start()
        await until_some_is_noted(portal, 1)
        seconds = psutil.Process(first.pid).children()
        first.send_signal(signal.SIGKILL)
        await first.wait()
        gone, alive = await asyncio.to_thread(psutil.wait_procs, seconds, 10)
        assert (len(gone), alive) == (1, [])
        last = await start()
        printed, _ = await last.communicate()

        assert last.returncode == 0
        assert printed.decode().startswith(f"{ROWS} lines: {ROWS} accepted")
        assert await orders(it) == ROWS
        await it.check_figures()


async def test_concurrent_imports_of_one_file_run_once(portal: Portal, tmp_path: Path) -> None:
    it = await deal(portal)
    file = write_file(tmp_path)

    results = await asyncio.gather(
        *(import_orders(portal.resources, file, mapping(it)) for _ in range(2)),
        return_exceptions=True,
    )

    [refused] = [each for each in results if isinstance(each, BaseException)]
    [done] = [each for each in results if not isinstance(each, BaseException)]
    assert isinstance(refused, FileFlaw)
    assert "is being imported already" in str(refused)
    assert (done.created, await orders(it)) == (ROWS, ROWS)
    again = await import_orders(portal.resources, file, mapping(it))
    assert again.unchanged == ROWS
