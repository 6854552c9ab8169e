"""Schedules: what is delivered to a real S3 server and a real SFTP server, when, as whose, and how failures end."""

import csv
import hashlib
import io
import json
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any

import boto3
import msgspec
import polars
import pytest

from handlers.reports.schedule_run import run_due
from handlers.reports.schedules import run_due_schedules
from rpc import Code, Rule
from rpc.calls.context import Worker
from rpc.security.rate_limits import HOUR, SharedLimit
from schema.exports.delivery_failure import STOPPED_WITH_CHANGES, Failure
from schema.exports.manifest import Manifest
from schema.exports.schedule import OVERLAP, RETRIES, SCHEDULES_MAX, Every, RunSchedule
from tests.support.accounts.mails import mails_to
from tests.support.accounts.payments import paypal, save_method
from tests.support.client import PASSWORD
from tests.support.orders.orders import Deal, deal
from tests.support.portal import Portal, Someone, unique
from tests.support.process.s3_server import BUCKET, KEY, SECRET, run_s3
from tests.support.process.sftp_server import SftpServer, run_sftp

SAVE, LIST, LOG = "/reports/schedule_save", "/reports/schedule_list", "/reports/schedule_log"
RUN, DELETE = "/reports/schedule_run", "/reports/schedule_del"


@pytest.fixture(scope="module")
async def s3() -> AsyncIterator[str]:
    """The address of a real S3 server."""
    async with run_s3() as url:
        yield url


@pytest.fixture
async def sftp(tmp_path: Path) -> AsyncIterator[SftpServer]:
    async with run_sftp(tmp_path / "sftp") as server:
        yield server


def to_s3(url: str, **more: Any) -> dict[str, Any]:
    return {
        "name": "Nightly orders", "report": "transactions", "days": "last_30", "every": "day", "kind": "s3",
        "endpoint": url, "region": "us-east-1", "bucket": BUCKET, "access_key": KEY, "secret": SECRET,
        "folder": "from portal/ü", "password": PASSWORD,
    } | more  # fmt: skip


def to_sftp(server: SftpServer, **more: Any) -> dict[str, Any]:
    return {
        "name": "To our server", "report": "transactions", "days": "last_30", "every": "hour", "kind": "sftp",
        "host": "127.0.0.1", "port": server.port, "user": server.user, "secret": server.password,
        "folder": "in/portal", "password": PASSWORD,
    } | more  # fmt: skip


async def save(portal: Portal, who: Someone, draft_values: dict[str, Any]) -> dict[str, Any]:
    """A saved schedule, after its first run."""
    saved = await portal.ok(SAVE, who, attributes=draft_values)
    assert (saved["state"], saved["error"]) == ("active", None)
    await portal.work()
    return await find(portal, who, saved["id"])


async def find(portal: Portal, who: Someone, id: int) -> dict[str, Any]:
    listed = (await portal.ok(LIST, who))["list"]
    return next(each for each in listed if each["id"] == id)


async def log_of(portal: Portal, who: Someone, id: int) -> list[dict[str, Any]]:
    return list((await portal.ok(LOG, who, filter={"id": id}))["list"])


async def run_again(portal: Portal, who: Someone, id: int) -> dict[str, Any]:
    """The latest run, after another one."""
    await portal.ok(RUN, who, attributes={"id": id})
    await portal.work()
    return (await log_of(portal, who, id))[0]


async def make_due(portal: Portal, who: Someone) -> None:
    """Run what is due as if its time had come."""
    async with portal.db() as db:
        await db.execute(
            "update schedule set next_at = now() - interval '1 minute' where publisher_id = $1 and next_at is not null",
            who.uid,
        )
        worker = Worker(db=db, now=portal.resources.clock.now(), resources=portal.resources)
        await run_due_schedules.handler(worker, None)  # type: ignore[arg-type]
    await portal.work()


class Bucket:
    """The bucket of the S3 server, as its owner sees it."""

    def __init__(self, url: str) -> None:
        self.client = boto3.client(
            "s3", endpoint_url=url, region_name="us-east-1",
            aws_access_key_id=KEY, aws_secret_access_key=SECRET,
        )  # fmt: skip

    def get(self, name: str) -> bytes:
        return bytes(self.client.get_object(Bucket=BUCKET, Key=name)["Body"].read())

    def names(self, folder: str) -> list[str]:
        found = self.client.list_objects_v2(Bucket=BUCKET, Prefix=f"{folder}/").get("Contents", [])
        return sorted(each["Key"] for each in found)


def read_manifest(body: bytes, file: bytes) -> Manifest:
    """The manifest, which is that of the file."""
    manifest = msgspec.json.decode(body, type=Manifest)
    assert manifest.sha256 == hashlib.sha256(file).hexdigest()
    assert manifest.size == len(file)
    return manifest


def read_csv(body: bytes) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(body.decode("utf-8-sig"), newline="")))


async def make_orders(portal: Portal, *amounts: str) -> Deal:
    it = await deal(portal)
    for amount in amounts or ("10.00",):
        await it.report(it.order(amount))
    return it


class TestS3:
    async def test_file_and_manifest_are_delivered_to_the_bucket(
        self, portal: Portal, s3: str
    ) -> None:
        it = await make_orders(portal, "10.00", "20.50")
        saved = await save(portal, it.who, to_s3(s3, folder=f"{it.who.uid}/ä b"))
        [run] = await log_of(portal, it.who, saved["id"])
        assert (run["state"], run["rows"], run["error"]) == ("done", 2, None)
        bucket = Bucket(s3)
        file, manifest_name = bucket.names(f"{it.who.uid}/ä b")
        assert file.endswith(run["file"]) and manifest_name == f"{file}.manifest.json"
        body = bucket.get(file)
        manifest = read_manifest(bucket.get(manifest_name), body)
        rows = read_csv(body)
        assert len(rows) == manifest.rows == 2
        assert [column.name for column in manifest.columns] == list(rows[0])
        sums = {(each.column, each.currency): each.amount for each in manifest.sums}
        assert sums["sale_amount", "GBP"] == Decimal("30.50")
        assert (manifest.schema_version, manifest.format, manifest.incremental) == (1, "csv", False)
        assert saved["last_run"]["rows"] == 2
        assert SECRET not in json.dumps(saved)

    async def test_parquet_file_has_the_same_rows(self, portal: Portal, s3: str) -> None:
        it = await make_orders(portal, "12.34")
        await save(portal, it.who, to_s3(s3, format="parquet", folder=f"{it.who.uid}"))
        bucket = Bucket(s3)
        file, manifest = bucket.names(str(it.who.uid))
        body = bucket.get(file)
        assert read_manifest(bucket.get(manifest), body).rows == 1
        [row] = polars.read_parquet(io.BytesIO(body)).to_dicts()
        assert row["sale_amount"] == Decimal("12.34")

    async def test_large_file_is_uploaded_in_parts(
        self, portal: Portal, s3: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        size = 5 * 1024 * 1024
        monkeypatch.setattr("rpc.outbound.s3_client.PART_SIZE", size)
        it = await make_orders(portal)
        async with portal.db() as db:
            await db.execute(
                "insert into click (publisher_id, click_time, click_id, link_id, site_id, mid, uid1, country, device,"
                " verdict, visitor, referrer) select publisher_id, now() - n * interval '1 second',"
                " gen_random_uuid(), link_id, $2, mid, 'label', 'GB', 'desktop', 'valid', 'x', repeat('x', 250)"
                "  from link, generate_series(1, 25000) n where publisher_id = $1",
                *(it.who.uid, it.who.site_id),
            )
        draft_values = to_s3(s3, report="clicks", folder=f"{it.who.uid}")
        saved = await save(portal, it.who, draft_values)
        [run] = await log_of(portal, it.who, saved["id"])
        assert (run["state"], run["rows"]) == ("done", 25_000)
        assert run["size"] > size
        bucket = Bucket(s3)
        file, manifest = bucket.names(str(it.who.uid))
        assert read_manifest(bucket.get(manifest), bucket.get(file)).rows == 25_000
        tag = bucket.client.head_object(Bucket=BUCKET, Key=file)["ETag"]
        assert tag.rstrip('"').endswith("-2")

    @pytest.mark.parametrize(
        ("changes", "failure"),
        [
            ({"bucket": "no-such-bucket"}, Failure.NO_BUCKET),
            ({"endpoint": "http://127.0.0.1:9"}, Failure.UNREACHABLE),
        ],
    )
    async def test_failure_says_what_to_do(
        self, portal: Portal, s3: str, changes: dict[str, Any], failure: Failure
    ) -> None:
        it = await make_orders(portal)
        saved = await save(portal, it.who, to_s3(s3, **changes))
        [run] = await log_of(portal, it.who, saved["id"])
        assert run["state"] == "failed"
        assert run["error"].startswith(failure.words)
        assert saved["state"] == ("stopped" if failure.final else "active")
        assert saved["error"] == run["error"]


class TestSftp:
    async def test_file_and_manifest_are_put_in_the_folder_and_the_host_key_is_pinned(
        self, portal: Portal, sftp: SftpServer
    ) -> None:
        it = await make_orders(portal)
        saved = await save(portal, it.who, to_sftp(sftp))
        assert saved["error"] is None
        assert saved["host_key"] == sftp.fingerprint
        folder = sftp.root / "in/portal"
        [file] = folder.glob("*.csv")
        manifest = folder / f"{file.name}.manifest.json"
        assert {each.name for each in folder.iterdir()} == {file.name, manifest.name}
        assert read_manifest(manifest.read_bytes(), file.read_bytes()).rows == 1

    async def test_private_key_is_a_secret_too(self, portal: Portal, sftp: SftpServer) -> None:
        it = await make_orders(portal)
        saved = await save(portal, it.who, to_sftp(sftp, secret=sftp.private_key))
        assert saved["last_run"]["state"] == "done", saved["error"]

    async def test_given_fingerprint_is_insisted_on(self, portal: Portal, sftp: SftpServer) -> None:
        it = await make_orders(portal)
        saved = await save(portal, it.who, to_sftp(sftp, host_key=sftp.fingerprint))
        assert saved["last_run"]["state"] == "done", saved["error"]
        other = f"SHA256:{'A' * 43}"
        saved = await save(portal, it.who, to_sftp(sftp, host_key=other))
        assert (saved["state"], saved["host_key"]) == ("stopped", other)
        assert saved["error"] == Failure.HOST_KEY.words

    async def test_changed_host_key_stops_the_schedule_and_tells_its_owners(
        self, portal: Portal, sftp: SftpServer
    ) -> None:
        it = await make_orders(portal)
        saved = await save(portal, it.who, to_sftp(sftp))
        before = sftp.fingerprint
        await sftp.change_host_key()
        run = await run_again(portal, it.who, saved["id"])
        assert (run["state"], run["error"]) == ("failed", Failure.HOST_KEY.words)
        found = await find(portal, it.who, saved["id"])
        assert (found["state"], found["host_key"], found["next_at"]) == ("stopped", before, None)
        await portal.work()
        [mail] = mails_to(portal, it.who.email, subject="was stopped")
        assert "another host key" in mail
        await portal.refuses(Code.STATE_FORBIDS, RUN, it.who, attributes={"id": saved["id"]})

        draft_values = to_sftp(sftp, id=saved["id"], host_key=sftp.fingerprint)
        found = await save(portal, it.who, {**draft_values, "secret": None})
        assert (found["state"], found["last_run"]["state"]) == ("active", "done")

    async def test_wrong_password_stops_the_schedule(
        self, portal: Portal, sftp: SftpServer
    ) -> None:
        it = await make_orders(portal)
        saved = await save(portal, it.who, to_sftp(sftp, secret="wrong"))
        assert (saved["state"], saved["error"]) == ("stopped", Failure.LOGIN.words)

    async def test_secret_is_not_sent_to_another_server_or_as_another_user(
        self, portal: Portal, sftp: SftpServer
    ) -> None:
        it = await make_orders(portal)
        saved = await save(portal, it.who, to_sftp(sftp))
        for change in ({"host": "localhost"}, {"user": "other"}, {"port": 2222}):
            draft_values = to_sftp(sftp, id=saved["id"]) | {"secret": None} | change
            reply = await portal.post(SAVE, it.who, attributes=draft_values)
            assert (reply.data["field"], reply.data["rule"]) == ("attributes.secret", Rule.REQUIRED)


class TestRuns:
    async def test_incremental_file_has_what_changed_and_late_changes_again(
        self, portal: Portal, s3: str
    ) -> None:
        it = await make_orders(portal, "10.00", "20.00")
        folder = str(it.who.uid)
        draft_values = to_s3(s3, days=None, incremental=True, every="hour", folder=folder)
        saved = await save(portal, it.who, draft_values)
        [first] = await log_of(portal, it.who, saved["id"])
        assert first["rows"] == 2
        async with portal.db() as db:
            for table in ("conversion", "conversion_item"):
                await db.execute(
                    f"update {table} set updated_at = updated_at - $2::interval where publisher_id = $1",
                    *(it.who.uid, OVERLAP + timedelta(minutes=1)),
                )
        assert (await run_again(portal, it.who, saved["id"]))["rows"] == 0
        oids = [row["oid"] for row in await it.rows("conversion", "oid")]
        await it.review(oids[0])
        again = await run_again(portal, it.who, saved["id"])
        assert again["rows"] == 1
        # One that is committed late, with a time before the last file.
        async with portal.db() as db:
            await db.execute(
                "update conversion set updated_at = now() - $2::interval where publisher_id = $1 and oid = $3",
                *(it.who.uid, OVERLAP - timedelta(minutes=1), oids[1]),
            )
        late = await run_again(portal, it.who, saved["id"])
        assert late["rows"] == 2
        bucket = Bucket(s3)
        name = next(each for each in bucket.names(folder) if each.endswith(late["file"]))
        manifest = read_manifest(bucket.get(f"{name}.manifest.json"), bucket.get(name))
        assert manifest.changed_from is not None and manifest.changed_until is not None
        assert {row["oid"] for row in read_csv(bucket.get(name))} == {str(oid) for oid in oids}

    async def test_saved_view_is_delivered_as_it_is_on_the_day(
        self, portal: Portal, s3: str
    ) -> None:
        it = await make_orders(portal)
        view = await portal.ok(
            "/reports/view_save",
            it.who,
            attributes={
                "report": "performance",
                "name": "V",
                "filter": {"group_by": ["brand"]},
                "days": "last_7",
            },
        )
        draft_values = to_s3(
            s3, report="performance", days=None, view_id=view["id"], folder=f"v{it.who.uid}"
        )
        saved = await save(portal, it.who, draft_values)
        assert (saved["view"], saved["last_run"]["rows"]) == ("V", 1)
        await portal.ok("/reports/view_del", it.who, attributes={"id": view["id"]})
        run = await run_again(portal, it.who, saved["id"])
        assert run["error"] == Failure.VIEW.words
        assert (await find(portal, it.who, saved["id"]))["state"] == "stopped"

    async def test_failed_run_is_retried_until_the_schedule_stops_and_owners_are_mailed(
        self, portal: Portal, s3: str
    ) -> None:
        it = await make_orders(portal)
        finance = await portal.member(it.who, "finance")
        manager = await portal.member(it.who, "manager")
        saved = await save(portal, it.who, to_s3(s3, endpoint="http://127.0.0.1:9"))
        for tried, wait in enumerate(RETRIES, start=1):
            found = await find(portal, it.who, saved["id"])
            assert found["state"] == "active"
            planned = datetime.fromisoformat(found["next_at"]) - portal.resources.clock.now()
            assert abs(planned - wait) < timedelta(minutes=1)
            assert len(await log_of(portal, it.who, saved["id"])) == tried
            await make_due(portal, it.who)
        found = await find(portal, it.who, saved["id"])
        assert (found["state"], found["next_at"]) == ("stopped", None)
        runs = await log_of(portal, it.who, saved["id"])
        assert len({run["due_at"] for run in runs}) == 1
        await portal.work()
        for who, mails in ((it.who, 1), (finance, 1), (manager, 0)):
            assert len(mails_to(portal, who.email, subject="was stopped")) == mails

    async def test_later_try_delivers_under_the_same_name_and_clears_the_error(
        self, portal: Portal, sftp: SftpServer
    ) -> None:
        it = await make_orders(portal)
        port = await sftp.pause()
        saved = await save(portal, it.who, to_sftp(sftp))
        assert saved["error"].startswith(Failure.UNREACHABLE.words)
        await sftp.resume(port)
        await make_due(portal, it.who)
        found = await find(portal, it.who, saved["id"])
        assert (found["error"], found["last_run"]["state"]) == (None, "done")
        due = datetime.fromisoformat((await log_of(portal, it.who, saved["id"]))[0]["due_at"])
        assert [each.name for each in (sftp.root / "in/portal").glob("*.csv")] == [
            f"transactions-{due.astimezone(UTC):%Y%m%dT%H%M%SZ}.csv"
        ]

    @pytest.mark.parametrize(
        "statement",
        [
            "update account set role = 'manager'",
            "update account set locked_at = now()",
            "update account set closed_at = now()",
            "update account set site_ids = '{1}'",
        ],
    )
    async def test_schedule_ends_with_its_makers_role_lock_or_channels(
        self, portal: Portal, s3: str, statement: str
    ) -> None:
        it = await make_orders(portal)
        maker = await portal.member(it.who, "finance")
        saved = await save(portal, maker, to_s3(s3, folder=f"m{it.who.uid}"))
        async with portal.db() as db:
            await db.execute(
                f"{statement} where publisher_id = $1 and account_id = $2",
                maker.uid,
                maker.account_id,
            )
        delivered = Bucket(s3).names(f"m{it.who.uid}")
        await make_due(portal, maker)
        found = await find(portal, it.who, saved["id"])
        assert (found["state"], found["error"]) == ("stopped", Failure.MAKER.words)
        assert Bucket(s3).names(f"m{it.who.uid}") == delivered
        draft_values = to_s3(s3, id=saved["id"], folder=f"m{it.who.uid}") | {"secret": None}
        found = await save(portal, it.who, draft_values)
        assert (found["state"], found["maker"]) == ("active", it.who.username)

    async def test_run_of_a_schedule_that_is_deleted_meanwhile_delivers_nothing(
        self, portal: Portal, s3: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        it = await make_orders(portal)
        saved = await portal.ok(SAVE, it.who, attributes=to_s3(s3, folder=f"d{it.who.uid}"))

        async def write_file(*draft_values: Any) -> Manifest:
            written = await original(*draft_values)
            await portal.ok(DELETE, it.who, attributes={"id": saved["id"]})
            return written

        from handlers.reports import schedule_run

        original = schedule_run.write_file
        monkeypatch.setattr(schedule_run, "write_file", write_file)
        await portal.work()
        assert Bucket(s3).names(f"d{it.who.uid}") == []
        assert (await portal.ok(LIST, it.who))["list"] == []

    async def test_run_whose_worker_died_is_repeated(
        self, portal: Portal, s3: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        it = await make_orders(portal)
        saved = await portal.ok(SAVE, it.who, attributes=to_s3(s3, folder=f"k{it.who.uid}"))
        now = portal.resources.clock.now()
        async with portal.db() as db:
            await db.execute(
                "update schedule set running_until = $2 where publisher_id = $1",
                it.who.uid,
                now + timedelta(hours=1),
            )
            await db.execute(
                "insert into schedule_run (publisher_id, schedule_id, due_at, started_at, state)"
                " values ($1, $2, $3, $3, 'running')",
                *(it.who.uid, saved["id"], now),
            )
        await portal.work()
        assert [run["state"] for run in await log_of(portal, it.who, saved["id"])] == ["running"]
        async with portal.db() as db:
            await db.execute(
                "update schedule set running_until = now() - interval '1 minute' where publisher_id = $1",
                it.who.uid,
            )
        await make_due(portal, it.who)
        runs = await log_of(portal, it.who, saved["id"])
        assert [run["state"] for run in runs] == ["done", "failed"]
        assert runs[1]["error"] == Failure.DIED.words

    async def test_schedules_of_a_publisher_run_one_after_the_other(
        self, portal: Portal, s3: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        it = await make_orders(portal)
        ids = [
            (await portal.ok(SAVE, it.who, attributes=to_s3(s3, folder=f"o{it.who.uid}/{n}")))["id"]
            for n in range(3)
        ]
        async with portal.db() as db:
            jobs = "select payload from pgqueuer where entrypoint = '/reports/run_schedule'"
            queued = [RunSchedule(it.who.uid, id) for id in ids]
            assert {msgspec.json.encode(each) for each in queued} <= {
                row["payload"] for row in await db.fetch(jobs)
            }
            await db.execute(
                "delete from pgqueuer where payload = any($1)",
                [msgspec.json.encode(each) for each in queued[1:]],
            )
        await portal.work()
        for id in ids:
            assert [run["state"] for run in await log_of(portal, it.who, id)] == ["done"]

    async def test_schedule_and_address_made_since_a_stopped_change_end(
        self, portal: Portal, s3: str
    ) -> None:
        it = await make_orders(portal)
        member = await portal.member(it.who, "manager")
        view = {"report": "clicks", "name": "All", "filter": {}, "days": "last_7"}
        view_id = (await portal.ok("/reports/view_save", member, attributes=view))["id"]
        await save_method(portal, it.who, paypal("thief@example.com"))
        await save(portal, it.who, to_s3(s3))
        draft_values = {"name": "Board", "view_id": view_id, "password": PASSWORD}
        made = await portal.ok("/reports/sheet_save", member, attributes=draft_values)
        path = made["url"].removeprefix(portal.resources.settings.public_url)
        assert (await portal.http.get(path)).status_code == 200
        [change] = (await portal.ok("/user/changes", it.who))["list"]
        await portal.ok("/user/change_stop", it.who, attributes={"id": change["id"]})
        assert (await portal.http.get(path)).status_code == 404
        state = "select state || ' ' || error from schedule where publisher_id = $1"
        assert await portal.value(state, it.who.uid) == f"stopped {STOPPED_WITH_CHANGES}"

    async def test_runs_asked_for_are_limited(
        self, portal: Portal, s3: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        it = await make_orders(portal)
        few = SharedLimit(unique("run"), ((2, HOUR),))
        limits = portal.resources.shared_limits._replace(schedule_run=few)
        monkeypatch.setattr(portal.resources, "shared_limits", limits)
        saved = await save(portal, it.who, to_s3(s3))
        of = {"id": saved["id"]}
        await portal.ok(RUN, it.who, attributes=of)
        await portal.refuses(Code.TOO_MANY_REQUESTS, RUN, it.who, attributes=of)
        await portal.refuses(Code.TOO_MANY_REQUESTS, SAVE, it.who, attributes=to_s3(s3))

    async def test_same_run_is_not_made_twice(self, portal: Portal, s3: str) -> None:
        it = await make_orders(portal)
        saved = await save(portal, it.who, to_s3(s3))
        async with portal.db() as db:
            worker = Worker(db=db, now=portal.resources.clock.now(), resources=portal.resources)
            await run_due(worker, RunSchedule(it.who.uid, saved["id"]))
        assert len(await log_of(portal, it.who, saved["id"])) == 1


class TestTimes:
    @pytest.mark.parametrize(
        ("every", "after", "zone", "expected"),
        [
            (Every.HOUR, "2026-11-27T10:00:00+00:00", "UTC", "2026-11-27T11:00:00+00:00"),
            (Every.DAY, "2026-11-27T03:59:59+00:00", "UTC", "2026-11-27T04:00:00+00:00"),
            (Every.DAY, "2026-11-27T04:00:00+00:00", "UTC", "2026-11-28T04:00:00+00:00"),
            (
                Every.DAY,
                "2026-11-27T10:00:00+00:00",
                "America/New_York",
                "2026-11-28T09:00:00+00:00",
            ),
            (Every.WEEK, "2026-11-27T10:00:00+00:00", "UTC", "2026-11-30T04:00:00+00:00"),
            (Every.WEEK, "2026-11-30T04:00:00+00:00", "UTC", "2026-12-07T04:00:00+00:00"),
            (Every.DAY, "2026-03-28T12:00:00+00:00", "Europe/Berlin", "2026-03-29T02:00:00+00:00"),
        ],
    )
    def test_next_run_is_on_the_publishers_clock(
        self, every: Every, after: str, zone: str, expected: str
    ) -> None:
        at = every.next_run(datetime.fromisoformat(after), zone)
        assert at == datetime.fromisoformat(expected)


class TestScheduleSave:
    @pytest.mark.parametrize(
        ("changes", "code", "field"),
        [
            ({"password": "wrong password"}, Code.LOGIN_PASSWORD_INVALID, ""),
            ({"secret": None}, Code.REQUEST_INVALID, "secret"),
            ({"bucket": None}, Code.REQUEST_INVALID, "bucket"),
            ({"host": "sftp.example"}, Code.REQUEST_INVALID, "host"),
            ({"folder": "a/../b"}, Code.REQUEST_INVALID, "folder"),
            ({"filter": {"mcids": ["nobody"]}}, Code.BRAND_UNKNOWN, "filter.mcids"),
            ({"filter": {"site_ids": [1]}}, Code.SITE_INVALID, "filter.site_ids"),
            ({"filter": {"start_date": "2026-01-01"}}, Code.REQUEST_INVALID, "filter"),
            (
                {"days": None, "filter": {"start_date": "2026-02-01", "end_date": "2026-01-01"}},
                Code.DATES_REVERSED,
                "filter.end_date",
            ),
            ({"incremental": True}, Code.REQUEST_INVALID, "days"),
            ({"incremental": True, "report": "clicks"}, Code.REQUEST_INVALID, "incremental"),
            ({"view_id": 999_999, "days": None}, Code.NOT_FOUND, "view_id"),
            ({"id": 999_999}, Code.NOT_FOUND, "id"),
            ({"endpoint": "https://10.0.0.1"}, Code.URL_FORBIDDEN, "endpoint"),
            ({"endpoint": "https://169.254.169.254/latest"}, Code.URL_FORBIDDEN, "endpoint"),
        ],
    )  # fmt: skip
    async def test_wrong_draft_is_refused_with_its_field(
        self, portal: Portal, s3: str, changes: dict[str, Any], code: Code, field: str
    ) -> None:
        who = await portal.someone()
        reply = await portal.post(SAVE, who, attributes=to_s3(s3) | changes)
        assert reply.code == code.number, reply
        if field:
            assert reply.data["field"].startswith(f"attributes.{field}")
        assert (await portal.ok(LIST, who))["list"] == []

    @pytest.mark.parametrize("port", [21, 23, 25, 80, 443, 1023])
    async def test_sftp_port_of_another_service_is_refused(
        self, portal: Portal, sftp: SftpServer, port: int
    ) -> None:
        who = await portal.someone()
        reply = await portal.post(SAVE, who, attributes=to_sftp(sftp, port=port))
        assert reply.code != 0
        assert reply.data["field"] == "attributes.port"

    async def test_more_schedules_than_a_publisher_can_have_are_refused(
        self, portal: Portal, s3: str
    ) -> None:
        who = await portal.someone()
        await save(portal, who, to_s3(s3))
        async with portal.db() as db:
            await db.execute(
                "insert into schedule (publisher_id, account_id, name, report, filter, every, format, incremental,"
                " kind, target, row_key, sealed, state, created_at, updated_at) select publisher_id, account_id,"
                " name, report, filter, every, format, incremental, kind, target, row_key, sealed, 'stopped',"
                " created_at, updated_at"
                " from schedule, generate_series(2, $2) where publisher_id = $1",
                *(who.uid, SCHEDULES_MAX),
            )
        reply = await portal.post(SAVE, who, attributes=to_s3(s3))
        assert (reply.code, reply.data["rule"]) == (Code.REQUEST_INVALID.number, Rule.FULL)

    async def test_owners_and_finance_members_alone_have_schedules(
        self, portal: Portal, s3: str
    ) -> None:
        owner = await portal.someone()
        for role in ("manager", "analyst", "developer"):
            who = await portal.member(owner, role)
            await portal.refuses(Code.NOT_ALLOWED, SAVE, who, attributes=to_s3(s3))
            await portal.refuses(Code.NOT_ALLOWED, LIST, who)
        finance = await portal.member(owner, "finance")
        assert (await save(portal, finance, to_s3(s3)))["maker"] == finance.username
        # One who sees some channels only.
        narrowed = await portal.member(owner, "finance", site_ids=[owner.site_id or 0])
        await portal.refuses(Code.NOT_ALLOWED, SAVE, narrowed, attributes=to_s3(s3))

    async def test_schedules_of_another_publisher_are_hidden(self, portal: Portal, s3: str) -> None:
        mine, stranger = await portal.someone(), await portal.someone()
        saved = await save(portal, mine, to_s3(s3))
        assert (await portal.ok(LIST, stranger))["list"] == []
        of = {"id": saved["id"]}
        await portal.refuses(Code.NOT_FOUND, LOG, stranger, filter=of)
        for path in (RUN, DELETE):
            await portal.refuses(Code.NOT_FOUND, path, stranger, attributes=of)
        await portal.refuses(Code.NOT_FOUND, SAVE, stranger, attributes=to_s3(s3, **of))
        await portal.ok(DELETE, mine, attributes=of)
        await portal.refuses(Code.NOT_FOUND, DELETE, mine, attributes=of)
