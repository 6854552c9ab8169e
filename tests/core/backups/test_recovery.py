"""A portal is backed up, lost and brought back to a moment by docs/recover.md, followed literally."""

import asyncio
import io
import os
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, redirect_stdout
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest

from handlers.cli.backups.reconciling import find_all_differences
from rpc import Code
from rpc.backup.contents import Contents
from rpc.backup.make import read_issued
from rpc.backup.target import Target
from rpc.config.settings import ROOT
from rpc.process.hold import wait_for_release
from sql.server import embedded
from tests.support.demo import free_port, wait_for
from tests.support.hostile.files import send_all
from tests.support.orders.payouts import IBAN, pay, request, withdrawable
from tests.support.portal import Portal, Someone
from tests.support.process.backups import Home, commands, following, new_home, portal
from tests.support.server import serve
from tests.support.timing import HANG_SECONDS, POLL_SECONDS, wait_until, wait_without_loop


@dataclass
class Story:
    """What happened before the machine was lost."""

    home: Home
    who: Someone
    payment: dict[str, Any]
    """Requested before the backup, and handed to the bank after the moment that is restored."""
    late: Someone
    """A publisher from after the backup, and before that moment."""
    picture: str
    moment: datetime
    batch_id: int
    file: dict[str, Any]
    output: list[str]


async def run(environment: dict[str, str], *words: str) -> tuple[int, str]:
    """The status of a command and what it printed."""
    output, status = io.StringIO(), 0
    with redirect_stdout(output):
        try:
            await asyncio.to_thread(portal, environment, *words)
        except SystemExit as ended:
            status = int(ended.code or 0)
    return status, output.getvalue().replace("\xa0", " ")


@pytest.fixture(scope="module")
async def story() -> AsyncIterator[Story]:
    with new_home() as home:
        environment = home.environment()
        async with serve(home.url, home.data) as site:
            it = await withdrawable(site, "300.00")
            payment = await request(it)
            picture = (await send_all(site, it.who))["url"]
            output = []
            for words in commands("Backups"):
                status, text = await run(environment, *words)
                assert status == 0, text
                output.append(text)
            with following(environment, home.folder / "follow.log"):
                late = await withdrawable(site, "500.00")
                moment = await site.value("select clock_timestamp()")
                batch_id = (await pay(site))["batch_id"]
                given = {"batch_id": batch_id, "format": "csv"}
                operator = await site.operator()
                file = await site.ok("/network/payout_file", operator, attributes=given)
                await wait_until(lambda: knows_a_file(home))
                await wait_until_copied(home, site)
        embedded.stop(embedded.cluster_folder(home.data, chosen=True))
        yield Story(home, it.who, payment, late.who, picture, moment, batch_id, file, output)


def knows_a_file(home: Home) -> bool:
    issued = Contents(Target(str(home.target))).latest_issued()
    return issued is not None and bool(issued.files)


async def wait_until_copied(home: Home, site: Portal) -> None:
    """Wait until the target has the log up to now; the second copy was certainly begun after it arrived."""
    now = await site.value("select pg_current_wal_insert_lsn()::text")
    arrived = (
        "select coalesce(bool_or(write_lsn >= $1::text::pg_lsn), false) from pg_stat_replication"
    )
    async with asyncio.timeout(HANG_SECONDS):
        while not await site.value(arrived, now):
            await asyncio.sleep(POLL_SECONDS)
    for _ in range(2):
        known = partial_segments(home)
        await site.someone()
        await wait_until(partial(differs, home, known))


def differs(home: Home, known: set[str]) -> bool:
    return partial_segments(home) != known


def partial_segments(home: Home) -> set[str]:
    return {path.name for path in (home.target / "wal").glob("*.partial~*")}


@pytest.fixture(scope="module")
async def restored_portal(story: Story) -> dict[str, str]:
    """The environment of a portal that the page's commands restored to the moment, and what they printed."""
    last, to_moment, reconcile, *_ = commands("The machine is lost")
    for name, words in (("last", last), ("moment", to_moment)):
        environment = story.home.elsewhere(name)
        replaced = {
            "private.txt": str(story.home.private),
            "2026-11-27T14:05:00Z": story.moment.isoformat(),
        }
        status, output = await run(environment, *(replaced.get(word, word) for word in words))
        assert status == 0, output
        status, sums = await run(environment, *reconcile)
        assert (status, sums.splitlines()[-1].partition(", ")[2]) == (0, "0 differences")
        environment["SAID"] = output
    return environment


@asynccontextmanager
async def serve_restored(environment: dict[str, str]) -> AsyncIterator[Portal]:
    data = Path(environment["DATA_DIR"])
    cluster = embedded.cluster_folder(data, chosen=True)
    url = embedded.start(cluster, durable=False)
    try:
        async with serve(url, data) as site:
            yield site
    finally:
        embedded.stop(cluster)


def test_page_says_the_commands_in_the_order_of_a_recovery() -> None:
    assert commands("Backups") == [["backup", "init"], ["backup"], ["verify"], ["backup", "drill"]]
    assert [words[0] for words in commands("The machine is lost")] == [
        "restore", "restore", "reconcile", "run", "restore", "restore",
    ]  # fmt: skip


async def test_backup_is_verified_and_rehearsed_without_a_difference(story: Story) -> None:
    pair, made, verified, rehearsed = story.output
    assert "BACKUP_RECIPIENT=portal-backup-public-" in pair
    assert "portal-backup-private-" in pair
    assert made.startswith("Backup ")
    assert "1 files" in made
    assert verified == "1 backups, 0 segments of the log, 0 faults\n"
    assert rehearsed.endswith(": 0 differences\n")


async def test_keys_are_in_no_backup_but_sealed(story: Story) -> None:
    [key] = (story.home.data / "secret.key").read_text().split(",")
    stored = [path for path in story.home.target.rglob("*") if path.is_file()]
    assert len([path for path in stored if path.parent.name == "keys"]) == 1
    assert not [path for path in stored if key.encode() in path.read_bytes()]


async def test_restored_portal_is_held_until_what_left_was_confirmed(
    story: Story, restored_portal: dict[str, str]
) -> None:
    assert "The portal is held" in restored_portal["SAID"]
    async with serve_restored(restored_portal) as site:
        ready = (await site.http.get("/ready")).json()["status"]
        assert "held after a restore" in ready
        # The moment was reached: what came after the backup is there, what came later is not.
        balance = await site.ok("/payments/balance", story.late.token)
        assert balance["withdrawable"] == "50.00"
        number = story.payment["payment_id"]
        assert await state(site, number) == "requested"
        assert (await site.http.get(story.picture)).status_code == 200

        await site.refuses(Code.STATE_FORBIDS, "/network/pay", await site.operator())
        given = {"batch_id": story.batch_id, "format": "csv"}
        await site.refuses(
            Code.STATE_FORBIDS, "/network/payout_file", await site.operator(), attributes=given
        )
        # A backup of what was restored does not forget what had been issued.
        issued = await read_issued(site.resources.database_url)
        assert story.file["name"] in {each.name for each in issued.files}
        worker = asyncio.create_task(wait_for_release(site.resources, asyncio.Event()))

        environment = (
            restored_portal
            | {"DATABASE_URL": site.resources.database_url}
            | own_key(restored_portal)
        )
        shown, confirmed = commands("The machine is lost")[-2:]
        status, output = await run(environment, *shown)
        assert status == 1
        assert f"Bank file {story.file['name']}" in output
        assert f"Payment {number} of publisher {story.who.uid}, EUR 30.00, was processing" in output
        assert not worker.done()

        status, output = await run(environment, *confirmed)
        assert (status, output.splitlines()[-1]) == (
            0, "Released: 1 payments were taken over. Workers go on within seconds.",
        )  # fmt: skip
        await asyncio.wait_for(worker, HANG_SECONDS)

        # The payment that stands in the lost file is paid no second time, and no number is given again.
        assert await state(site, number) == "sent"
        again = await site.ok("/payments/request", story.late.token)
        assert again["payment_id"] > number
        batch = await pay(site)
        assert batch["payments"] == 1
        assert batch["batch_id"] > story.batch_id
        given = {"batch_id": batch["batch_id"], "format": "csv"}
        file = await site.ok("/network/payout_file", await site.operator(), attributes=given)
        assert file["file_id"] > story.file["file_id"]
        # The key came back: what it encrypted before can be read.
        assert IBAN in file["content"]
        async with site.db() as db:
            assert await find_all_differences(db) == []


async def state(site: Portal, payment_id: int) -> str:
    found: str = await site.value("select state from payment where payment_id = $1", payment_id)
    return found


def own_key(environment: dict[str, str]) -> dict[str, str]:
    return {"SECRET_KEY": str(Path(environment["DATA_DIR"]) / "secret.key")}


def test_restored_portal_runs_at_its_last_moment(
    story: Story, restored_portal: dict[str, str]
) -> None:
    folder, port = story.home.folder / "last", free_port()
    passed = {"PATH": os.defpath, "HOME": str(folder), "DATA_DIR": str(folder), "DEMO": "0"}
    target = story.home.folder / "next-target"
    passed |= {"BACKUP_URL": str(target), "BACKUP_RECIPIENT": story.home.recipient}
    log = folder / "portal.log"
    with log.open("w") as output:
        running = subprocess.Popen(
            [sys.executable, "-m", "handlers", *commands("The machine is lost")[3]],
            cwd=ROOT, env=passed | {"PORT": str(port)}, stdout=output, stderr=output,
        )  # fmt: skip
    try:
        wait_for(f"http://127.0.0.1:{port}/ready", running, log)
        with urlopen(f"http://127.0.0.1:{port}/ready", timeout=HANG_SECONDS) as answer:
            assert b"held after a restore" in answer.read()
        # It makes a backup by itself, rehearses its restore, and follows the log.
        wait_without_loop(lambda: ": 0 differences" in log.read_text())
        wait_without_loop(lambda: any((target / "wal").glob("0*.partial~*")))
        wait_without_loop(lambda: "held after a restore; run `portal restore" in log.read_text())
    finally:
        running.terminate()
        running.wait(HANG_SECONDS)
