"""The journal's files: clicks left by a process are replayed once."""

import asyncio
import os
import signal
import subprocess
import sys
from datetime import timedelta
from pathlib import Path
from zlib import crc32

import msgspec
import pytest

import sql.clicks.intake
from rpc.clicks.failover import replay
from rpc.clicks.journal import Journal
from rpc.clicks.journal_file import (
    FORMER_SUFFIX,
    RESERVE_SUFFIX,
    SUFFIX,
    UNREADABLE_SUFFIX,
    claim,
    create_file,
    decode_line,
    encode_line,
    journal_path,
    pending_files,
    read_batches,
)
from schema.core.ids import parse_click_ref
from schema.core.page_and_placement import value_key
from sql.clicks.click import Click
from sql.reports.figures.reconcile import find_differences
from tests.support.clicks.failover import KEY, make_deal, wait_for_clicks
from tests.support.database_proxy import Proxy
from tests.support.orders.orders import Deal
from tests.support.portal import Portal
from tests.support.server import serve
from tests.support.timing import no_hang


def click_of(
    it: Deal, *, seconds: float = 0, visitor: bytes = b"x", verdict: str = "valid"
) -> Click:
    at = it.portal.resources.clock.now() - timedelta(minutes=5) + timedelta(seconds=seconds)
    at = at.replace(microsecond=at.microsecond // 1_000 * 1_000)
    return Click(
        it.who.uid, at, it.portal.resources.ids.make_click_id(it.who.uid, at), it.link_id, it.who.site_id or 0,
        it.brand.mid, *("",) * 5, None, "desktop", None, verdict, None, visitor,
    )  # fmt: skip


def former_line(click: Click) -> bytes:
    """A line as the release before writes it, whose clicks have no placement."""
    content = msgspec.json.encode(click[:-1])
    return b"%08x %b\n" % (crc32(content), content)


class TestJournal:
    async def test_click_journal_of_a_killed_process_is_replayed_by_another(
        self, proxy: Proxy, tmp_path: Path
    ) -> None:
        async with serve(proxy.url, tmp_path, SECRET_KEY=KEY, CLICK_SECONDS="1") as portal:
            it = await make_deal(portal)
            web = await start_web(proxy.url, tmp_path)
            other = Portal(f"http://127.0.0.1:{web.port}", portal.resources)
            refs = [await other.click(it.code)]
            proxy.cut()
            refs += [await other.click(it.code) for _ in range(3)]
            os.kill(web.pid, signal.SIGKILL)
            web.process.wait()
            await other.http.aclose()
            assert len(pending_files(tmp_path / "journal")) == 1
            proxy.mend()

            rows = await wait_for_clicks(portal, it, 4)

        assert {row["click_id"] for row in rows} == {parse_click_ref(ref) for ref in refs}

    async def test_click_journal_in_use_cannot_be_claimed_by_another_process(
        self, tmp_path: Path
    ) -> None:
        with create_file(journal_path(tmp_path)):
            [path] = pending_files(tmp_path)
            with claim(path) as file:
                assert file is None
        with claim(path) as file:
            assert file is not None
            with claim(path) as again:
                assert again is None
            path.unlink()
        with claim(path) as gone:
            assert gone is None

    async def test_truncated_line_of_a_click_journal_is_skipped(
        self, portal: Portal, tmp_path: Path
    ) -> None:
        it = await make_deal(portal)
        clicks = [click_of(it, seconds=n) for n in range(3)]
        path = tmp_path / f"1-x{SUFFIX}"
        path.write_bytes(b"".join(map(encode_line, clicks)) + encode_line(click_of(it))[:-30])
        with path.open("rb") as file:
            assert [*read_batches(file, 2)] == [clicks[:2], clicks[2:]]
        assert decode_line(encode_line(clicks[0]).replace(b'"valid"', b'"valie"')) is None

    async def test_full_disk_leaves_no_partial_line_in_the_click_journal(
        self, portal: Portal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        it = await make_deal(portal)
        journal = Journal(tmp_path / "journal")
        await journal.append([click_of(it)])

        def full(_: int) -> None:
            raise OSError(28, "No space left on device")

        with monkeypatch.context() as patched:
            patched.setattr(os, "fsync", full)
            with pytest.raises(OSError, match="No space"):
                await journal.append([click_of(it)])
        await journal.append([click_of(it)])
        journal.close()

        [path] = pending_files(tmp_path / "journal")
        with path.open("rb") as file:
            assert [len(clicks) for clicks in read_batches(file, 9)] == [2]

    async def test_unreadable_click_journal_is_set_aside(self, portal: Portal) -> None:
        it = await make_deal(portal)
        folder = portal.resources.settings.data_dir / "journal"
        strange = click_of(it)._replace(verdict="strange")
        (folder / f"0-x{SUFFIX}").write_bytes(encode_line(strange))
        (folder / f"1-x{SUFFIX}").write_bytes(encode_line(click_of(it)))

        await wait_for_clicks(portal, it, 1)

        left = {path.name for path in folder.iterdir() if path.suffix != RESERVE_SUFFIX}
        assert left == {"0-x.unreadable"}

    async def test_click_journals_of_this_and_the_previous_release_are_replayed(
        self, portal: Portal
    ) -> None:
        it = await make_deal(portal)
        folder = portal.resources.settings.data_dir / "journal"
        former, current = click_of(it), click_of(it, seconds=20)._replace(placement="top")
        # Files are renamed into place, as the replay runs meanwhile.
        for name, line in (
            (f"1-x{FORMER_SUFFIX}", former_line(former)),
            (f"2-x{SUFFIX}", encode_line(current)),
        ):
            (folder / "new").write_bytes(line)
            (folder / "new").rename(folder / name)

        rows = await wait_for_clicks(portal, it, 2)

        assert {row["click_id"]: row["placement_id"] for row in rows} == {
            former.click_id: 0,
            current.click_id: value_key("top"),
        }
        assert not [path for path in folder.iterdir() if path.suffix == UNREADABLE_SUFFIX]

    async def test_previous_release_does_not_see_the_click_journals_of_this_release(
        self, portal: Portal, tmp_path: Path
    ) -> None:
        it = await make_deal(portal)
        journal = Journal(tmp_path)
        await journal.append([click_of(it)])
        (tmp_path / f"0-x{FORMER_SUFFIX}").write_bytes(former_line(click_of(it)))

        # As that release looks for files to replay.
        found = pending_files(tmp_path)
        assert [path.name for path in found if path.match("*.journal")] == [f"0-x{FORMER_SUFFIX}"]
        assert len(found) == 2
        journal.close()


class TestReplay:
    async def test_replay_does_not_count_recorded_clicks_again(self, portal: Portal) -> None:
        it = await make_deal(portal)
        clicks = [click_of(it, seconds=20 * n) for n in range(5)]

        async with portal.db() as db:
            counts = [await replay(db, clicks[:3]), await replay(db, clicks)]

        assert counts == [3, 2]
        await wait_for_clicks(portal, it, 5)

    async def test_journalled_clicks_of_many_publishers_are_replayed_together(
        self, portal: Portal
    ) -> None:
        deals = [await make_deal(portal) for _ in range(6)]
        early = [click_of(it) for it in deals]
        late = [click_of(it, seconds=20) for it in deals]
        taken_back = [click_of(it, seconds=40) for it in deals]

        async with portal.db() as db:
            counts = [await replay(db, early), await replay(db, taken_back)]
            await sql.clicks.intake.remove(db, taken_back)
            counts.append(await replay(db, early + late))

        assert counts == [6, 6, 6]
        for it in deals:
            await wait_for_clicks(portal, it, 2)

    async def test_earlier_of_two_close_clicks_counts_in_any_replay_order(
        self, portal: Portal
    ) -> None:
        it = await make_deal(portal)
        early, late = click_of(it), click_of(it, seconds=6)
        async with portal.db() as db:
            await replay(db, [late])
            await replay(db, [early, click_of(it, visitor=b"y"), click_of(it, verdict="bot")])
            assert await find_differences(db, it.who.uid) == []
        rows = await it.rows("click_all", "click_time, visitor, verdict")
        verdicts = sorted((row["visitor"], row["verdict"]) for row in rows)
        assert verdicts == [(b"x", "bot"), (b"x", "duplicate"), (b"x", "valid"), (b"y", "valid")]


class Web:
    """A web process of its own."""

    def __init__(self, url: str, data: Path, port: int) -> None:
        passed = {name: os.environ[name] for name in ("PATH", "LANG") if name in os.environ}
        settings = {"DATABASE_URL": url, "DATA_DIR": str(data), "PORT": str(port)}
        self.port = port
        self.process = subprocess.Popen(
            [sys.executable, "-m", "handlers", "serve"],
            env=passed | settings | {"SECRET_KEY": KEY, "LOG_LEVEL": "error"},
        )
        self.pid = self.process.pid


async def start_web(url: str, data: Path) -> Web:
    async with await asyncio.start_server(lambda *_: None, "127.0.0.1", 0) as probe:
        port = probe.sockets[0].getsockname()[1]
    web = Web(url, data, port)
    async with no_hang():
        while True:
            try:
                _, writer = await asyncio.open_connection("127.0.0.1", port)
            except OSError:
                await asyncio.sleep(0.05)
                continue
            writer.close()
            return web
