"""What can be wrong with a backup: one line each that says what to do, and nothing half done."""

import io
import os
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from shutil import copytree, rmtree
from typing import NamedTuple

import msgspec
import pytest

from rpc.backup.contents import Contents
from rpc.backup.make import remove_old
from rpc.backup.sealed_keys import make_pair, seal
from rpc.backup.target import Target
from rpc.config.settings import SettingsError
from rpc.security.encryption import encryption_for
from sql.network.payments.payout_file import associated_data
from sql.server import embedded
from tests.support.databases import execute, with_name
from tests.support.process.backups import Home, following, new_home, portal, refusal
from tests.support.timing import wait_without_loop

ROW_KEY = "00000000-0000-4000-8000-000000000001"


class CopiedBackup(NamedTuple):
    """A backup, the log after it, and one more row after that, at a target that every test has a copy of."""

    home: Home
    target: Path
    began: datetime

    @property
    def contents(self) -> Contents:
        return Contents(Target(str(self.target)))

    @property
    def data(self) -> Path:
        [path] = (self.target / "data").iterdir()
        return path

    def environment(self, **settings: str) -> dict[str, str]:
        return self.home.environment(BACKUP_URL=str(self.target)) | settings

    def elsewhere(self, **settings: str) -> dict[str, str]:
        name = f"elsewhere-{len(list(self.home.folder.iterdir()))}"
        return self.home.elsewhere(name, BACKUP_URL=str(self.target)) | settings

    def refuses_restore(self, *words: str, **settings: str) -> str:
        """The line of a restore that is refused, after which nothing is where it would have gone."""
        environment = self.elsewhere(**settings)
        given = words or ("--key", str(self.home.private))
        message = refusal(environment, "restore", *given)
        folder = Path(environment["DATA_DIR"])
        left = {path.name for path in folder.iterdir()}
        assert left <= {"secret.key", "postgres.lock", "postgres.restoring.lock"}
        return message

    def describe_again(self, **changes: object) -> None:
        """Rewrite the description of the backup, whose marks fit."""
        contents = self.contents
        [backup] = contents.backups()
        rmtree(self.target / "backups")
        contents.add_backup(msgspec.structs.replace(backup, **changes))


@pytest.fixture(scope="module")
def source() -> Iterator[tuple[Home, datetime]]:
    """A portal with an encrypted row, a backup of it, and five segments of the log after that."""
    with new_home() as home:
        began = datetime.now(UTC)
        add_encrypted_row(home)
        portal(home.environment(), "backup")
        with following(home.environment(), home.folder / "follow.log"):
            for _ in range(4):
                execute(home.url, "select txid_current()", "select pg_switch_wal()")
            wait_without_loop(lambda: len(whole_segments(home.target)) >= 4)
            wait_without_loop(lambda: any((home.target / "wal").glob("*.partial~*")))
        yield home, began


def add_encrypted_row(home: Home) -> None:
    keys = (home.data / "secret.key").read_text().split(",")
    sealed = encryption_for(tuple(keys)).seal("a file", associated_data(ROW_KEY))
    execute(
        home.url,
        "insert into payout_file (batch_id, format, name, payments, total, row_key, sealed, made_at)"
        f" values (1, 'csv', 'a.csv', 1, '{{}}', '{ROW_KEY}', '{sealed}', now())",
    )


def whole_segments(target: Path) -> list[Path]:
    return sorted(path for path in (target / "wal").glob("*~*.gz") if ".partial" not in path.name)


@pytest.fixture
def copied_backup(source: tuple[Home, datetime], tmp_path: Path) -> CopiedBackup:
    home, began = source
    copytree(home.target, tmp_path / "target")
    return CopiedBackup(home, tmp_path / "target", began)


def cut(path: Path) -> None:
    os.truncate(path, path.stat().st_size // 2)


def alter(path: Path) -> None:
    raw = bytearray(path.read_bytes())
    raw[40:60] = bytes(20)
    path.write_bytes(raw)


def faults(copied_backup: CopiedBackup, capsys: pytest.CaptureFixture[str]) -> list[str]:
    """What `portal verify` finds."""
    capsys.readouterr()
    with pytest.raises(SystemExit):
        portal(copied_backup.environment(), "verify")
    *lines, _ = capsys.readouterr().out.splitlines()
    return lines


def test_untouched_copy_is_verified(
    copied_backup: CopiedBackup, capsys: pytest.CaptureFixture[str]
) -> None:
    """The control."""
    capsys.readouterr()
    portal(copied_backup.environment(), "verify")
    assert capsys.readouterr().out.endswith(" 0 faults\n")


@pytest.mark.parametrize("harm", [cut, alter])
def test_harmed_backup_is_found_and_not_restored(
    copied_backup: CopiedBackup, capsys: pytest.CaptureFixture[str], harm: Callable[[Path], None]
) -> None:
    harm(copied_backup.data)
    [fault] = faults(copied_backup, capsys)
    assert "altered" in fault or "cut short" in fault
    assert fault.endswith("; use another backup")
    assert "use another backup" in copied_backup.refuses_restore()


@pytest.mark.parametrize("harm", [cut, alter])
def test_harmed_log_is_found_and_not_restored(
    copied_backup: CopiedBackup, capsys: pytest.CaptureFixture[str], harm: Callable[[Path], None]
) -> None:
    harm(whole_segments(copied_backup.target)[-1])
    [fault] = faults(copied_backup, capsys)
    assert fault.startswith("log 0000")
    assert "use another backup" in copied_backup.refuses_restore()


def test_altered_description_is_refused(copied_backup: CopiedBackup) -> None:
    [description] = (copied_backup.target / "backups").iterdir()
    alter(description)
    assert "cut short or altered" in copied_backup.refuses_restore()
    assert "cut short or altered" in refusal(copied_backup.environment(), "verify")


def test_gap_in_the_log_is_found_and_not_restored(
    copied_backup: CopiedBackup, capsys: pytest.CaptureFixture[str]
) -> None:
    missing = whole_segments(copied_backup.target)[-2]
    missing.unlink()
    [fault] = faults(copied_backup, capsys)
    name = missing.name.partition("~")[0]
    assert fault == copied_backup.refuses_restore()
    assert f"segment {name} is missing" in fault
    assert "make a new backup" in fault


def test_backup_of_a_newer_portal_is_not_restored(copied_backup: CopiedBackup) -> None:
    copied_backup.describe_again(migration="9999", portal="1.2.3")
    assert "install portal 1.2.3 or newer" in copied_backup.refuses_restore()


def test_backup_of_another_postgresql_is_not_restored(copied_backup: CopiedBackup) -> None:
    copied_backup.describe_again(postgres=190001, portal="2.0.0")
    assert "restore it with portal 2.0.0" in copied_backup.refuses_restore()


def test_backup_of_an_unknown_format_is_refused(copied_backup: CopiedBackup) -> None:
    copied_backup.describe_again(format=2)
    assert "has format 2, and this portal reads format 1" in copied_backup.refuses_restore()


class TestKeys:
    def test_private_half_of_another_pair_is_refused(
        self, copied_backup: CopiedBackup, tmp_path: Path
    ) -> None:
        public, private = make_pair()
        (tmp_path / "other.txt").write_text(private)
        message = copied_backup.refuses_restore("--key", str(tmp_path / "other.txt"))
        assert (
            f"sealed to {copied_backup.home.recipient}, and this is the private half of {public}"
            in message
        )

    @pytest.mark.parametrize("text", ["", "nonsense", "portal-backup-private-AAAA", "é"])
    def test_unreadable_private_half_is_refused(
        self, copied_backup: CopiedBackup, tmp_path: Path, text: str
    ) -> None:
        (tmp_path / "bad.txt").write_text(text)
        assert "cannot be read" in copied_backup.refuses_restore("--key", str(tmp_path / "bad.txt"))

    def test_altered_seal_is_refused(self, copied_backup: CopiedBackup) -> None:
        [path] = (copied_backup.target / "keys").iterdir()
        alter(path)
        assert "cut short or altered" in copied_backup.refuses_restore()

    def test_seal_of_another_installation_does_not_count(
        self, copied_backup: CopiedBackup, capsys: pytest.CaptureFixture[str]
    ) -> None:
        rmtree(copied_backup.target / "keys")
        keys = ["a-key-of-another-installation-32-bytes"]
        copied_backup.contents.add_keys(seal(keys, copied_backup.home.recipient, "1234567890"))
        assert "no keys of this installation" in copied_backup.refuses_restore()
        [fault] = faults(copied_backup, capsys)
        assert "is sealed nowhere" in fault

    def test_seal_whose_installation_was_altered_is_refused(
        self, copied_backup: CopiedBackup
    ) -> None:
        [sealed] = copied_backup.contents.keyrings()
        rmtree(copied_backup.target / "keys")
        moved = msgspec.structs.replace(sealed, key_ids=[*sealed.key_ids, "00000000"])
        copied_backup.contents.add_keys(moved)
        assert "the sealed keys were altered" in copied_backup.refuses_restore()

    def test_restore_without_keys_counts_what_is_unreadable(
        self, copied_backup: CopiedBackup, capsys: pytest.CaptureFixture[str]
    ) -> None:
        environment = copied_backup.elsewhere()
        portal(environment, "restore", "--without-keys")
        message = capsys.readouterr().out
        assert "Unreadable without their key: 1 bank files\n" in message
        cluster = embedded.cluster_folder(Path(environment["DATA_DIR"]), chosen=True)
        assert (cluster / "PG_VERSION").exists()
        assert not cluster.with_name("postgres.restoring").exists()
        # A second one would replace what lives there now.
        assert "a restore replaces none" in refusal(environment, "restore", "--without-keys")

    def test_backup_without_a_recipient_is_refused(self, copied_backup: CopiedBackup) -> None:
        message = refusal(copied_backup.environment(BACKUP_RECIPIENT=""), "backup")
        assert "run `portal backup init`, or give --without-keys" in message
        assert len(copied_backup.contents.backups()) == 1

    def test_private_half_is_refused_as_recipient(self, copied_backup: CopiedBackup) -> None:
        with pytest.raises(SettingsError, match="BACKUP_RECIPIENT: is the private half"):
            portal(
                copied_backup.environment(BACKUP_RECIPIENT=copied_backup.home.private.read_text()),
                "backup",
            )
        with pytest.raises(SettingsError, match="BACKUP_RECIPIENT: is not a public key"):
            portal(copied_backup.environment(BACKUP_RECIPIENT="portal-backup-public-x"), "backup")

    def test_backup_with_another_secret_key_is_refused(self, copied_backup: CopiedBackup) -> None:
        key = "another-key-than-the-one-that-encrypted"
        message = refusal(copied_backup.environment(SECRET_KEY=key), "backup")
        assert message.startswith("SECRET_KEY lacks the key")

    def test_restore_without_a_private_half_is_refused(
        self, copied_backup: CopiedBackup, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("sys.stdin", io.StringIO())
        message = refusal(copied_backup.elsewhere(), "restore")
        assert "--key FILE, or --without-keys" in message


class TestMoment:
    def test_moment_before_the_oldest_backup_is_refused(self, copied_backup: CopiedBackup) -> None:
        at = (copied_backup.began - timedelta(days=1)).isoformat()
        assert "give a later --at" in copied_backup.refuses_restore("--at", at)

    def test_moment_after_the_end_of_the_log_is_refused(self, copied_backup: CopiedBackup) -> None:
        at = datetime.now(UTC).isoformat()
        message = copied_backup.refuses_restore("--at", at, "--without-keys")
        assert "its log ends at 20" in message
        assert "give an earlier --at" in message

    @pytest.mark.parametrize(
        ("at", "why"),
        [
            ("yesterday", "is no time"),
            ("2026-11-27T14:05:00", "has no time zone"),
            ("2999-01-01T00:00:00Z", "is in the future"),
        ],
    )
    def test_invalid_moment_is_refused(
        self, copied_backup: CopiedBackup, at: str, why: str
    ) -> None:
        assert why in copied_backup.refuses_restore("--at", at)


class TestPlace:
    def test_living_portal_is_not_replaced(self, copied_backup: CopiedBackup) -> None:
        over = {
            "DATA_DIR": str(copied_backup.home.data),
            "BACKUP_URL": str(copied_backup.target),
            "DEMO": "0",
        }
        assert "a restore replaces none" in refusal(over, "restore", "--without-keys")
        assert "a restore replaces none" in refusal(
            copied_backup.environment(), "restore", "--without-keys"
        )

    @pytest.mark.parametrize("inside", ["", "backups"])
    def test_target_inside_the_data_is_refused(
        self, copied_backup: CopiedBackup, inside: str
    ) -> None:
        target = str(copied_backup.home.data / inside)
        message = refusal(copied_backup.environment(BACKUP_URL=target), "backup")
        assert "is inside DATA_DIR and would be lost together with it" in message
        link = copied_backup.target / "link"
        link.symlink_to(copied_backup.home.data)
        assert "is inside DATA_DIR" in refusal(
            copied_backup.environment(BACKUP_URL=str(link)), "backup"
        )

    def test_empty_database_takes_a_backup_of_files(
        self, copied_backup: CopiedBackup, capsys: pytest.CaptureFixture[str]
    ) -> None:
        execute(copied_backup.home.url, "create database empty")
        url = with_name(copied_backup.home.url, "empty")
        key = str(copied_backup.home.data / "secret.key")
        portal(copied_backup.elsewhere(DATABASE_URL=url, SECRET_KEY=key),
               "restore", "--key", str(copied_backup.home.private))  # fmt: skip
        assert "SECRET_KEY has all keys already" in capsys.readouterr().out
        [row] = execute(url, "select name from payout_file")
        assert row["name"] == "a.csv"

    def test_missing_target_is_named(self, copied_backup: CopiedBackup) -> None:
        assert "BACKUP_URL is not set" in refusal(
            copied_backup.environment(BACKUP_URL=""), "backup"
        )
        assert "holds no backup" in refusal(
            copied_backup.elsewhere(BACKUP_URL=str(copied_backup.target / "empty")),
            "restore",
            "--without-keys",
        )
        away = "s3://key:secret@bucket/x?endpoint=http://127.0.0.1:9"
        message = refusal(copied_backup.environment(BACKUP_URL=away), "backup")
        assert message.startswith("BACKUP_URL: s3://bucket/x")
        assert "secret" not in message

    def test_target_of_another_installation_is_refused(self, copied_backup: CopiedBackup) -> None:
        copied_backup.describe_again(installation="1234567890")
        message = refusal(copied_backup.environment(), "backup")
        assert "holds the backups of another installation" in message


class TestRights:
    @pytest.fixture
    def reader(self, copied_backup: CopiedBackup) -> Iterator[str]:
        """The address of the database for a user who may read everything, and no more."""
        execute(copied_backup.home.url, "create role reader login in role pg_read_all_data")
        yield copied_backup.home.url.replace("postgres@", "reader@")
        execute(copied_backup.home.url, "drop role reader")

    def test_database_user_without_rights_is_named(
        self, copied_backup: CopiedBackup, reader: str
    ) -> None:
        execute(copied_backup.home.url, "revoke pg_read_all_data from reader")
        message = refusal(copied_backup.environment(DATABASE_URL=reader), "backup")
        assert "grant it pg_read_all_data" in message
        assert len(copied_backup.contents.backups()) == 1

    def test_database_that_is_away_or_no_portal_is_named(self, copied_backup: CopiedBackup) -> None:
        away = "postgresql://postgres@127.0.0.1:9/portal"
        assert "cannot be reached" in refusal(
            copied_backup.environment(DATABASE_URL=away), "backup"
        )
        other = with_name(copied_backup.home.url, "postgres")
        assert "has no portal in it" in refusal(
            copied_backup.environment(DATABASE_URL=other), "backup"
        )

    def test_user_without_replication_backs_up_rows_which_a_database_takes(
        self, copied_backup: CopiedBackup, reader: str, capsys: pytest.CaptureFixture[str]
    ) -> None:
        rows = copied_backup.environment(DATABASE_URL=reader)
        assert "alter role reader replication" in refusal(rows, "backup", "follow")
        portal(rows, "backup")
        assert "It holds rows alone" in capsys.readouterr().out
        message = copied_backup.refuses_restore(
            "--at", datetime.now(UTC).isoformat(), "--without-keys"
        )
        assert "holds rows and no log" in message

        execute(copied_backup.home.url, "create database taken")
        url = with_name(copied_backup.home.url, "taken")
        portal(copied_backup.elsewhere(DATABASE_URL=url, SECRET_KEY=str(copied_backup.home.data / "secret.key")),
               "restore", "--key", str(copied_backup.home.private))  # fmt: skip
        assert "0 differences in figures and money" in capsys.readouterr().out
        [row] = execute(url, "select count(*) as held from restoration where released_at is null")
        assert row["held"] == 1


def test_latest_copy_of_an_unfinished_segment_is_read(copied_backup: CopiedBackup) -> None:
    contents = copied_backup.contents
    name = "0000000100000000000000FF"
    for moment, content in ((2, b"later"), (1, b"earlier")):
        contents.add_segment(f"{name}.{moment:020}.partial", content)
    assert contents.segment(contents.segments()[-1].stored) == b"later"
    contents.add_segment(name, b"whole")
    assert contents.segment(contents.segments()[-1].stored) == b"whole"


def test_backups_beyond_their_time_are_removed_with_the_log_before_them(
    copied_backup: CopiedBackup,
) -> None:
    [first] = copied_backup.contents.backups()
    later = [
        msgspec.structs.replace(
            first,
            name=f"later-{n}",
            ended_at=first.ended_at + timedelta(days=n),
            wal_start=whole_segments(copied_backup.target)[-1].name.partition("~")[0],
            data=msgspec.structs.replace(first.data, name=f"later-{n}.tar.gz"),
        )
        for n in (20, 40)
    ]
    for each in later:
        copied_backup.contents.add_backup(each)
    remove_old(copied_backup.contents, first.ended_at + timedelta(days=34))
    assert len(copied_backup.contents.backups()) == 3
    remove_old(copied_backup.contents, first.ended_at + timedelta(days=40))
    assert [each.name for each in copied_backup.contents.backups()] == ["later-20", "later-40"]
    assert len(whole_segments(copied_backup.target)) == 1
