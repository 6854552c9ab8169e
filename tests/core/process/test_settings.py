"""Settings are read once; an invalid one is refused with its name and the valid values."""

import resource
import subprocess
import sys
from pathlib import Path

import pytest
import structlog.testing

from handlers.cli.run import print_welcome
from rpc.config.parsers import Rate
from rpc.config.settings import ROOT, Settings, SettingsError
from rpc.process.resources import open_resources


def read(folder: Path, **variables: str) -> Settings:
    return Settings.from_environment({"DATA_DIR": str(folder), **variables})


@pytest.mark.parametrize(
    ("name", "wrong"),
    [
        ("PORT", "http"),
        ("PORT", "65536"),
        ("HOST", "a b"),
        ("WORKERS", "0"),
        ("WORKERS", "65"),
        ("DEMO", "yes"),
        ("DATABASE_URL", "mysql://x/y"),
        ("DATABASE_URL", "postgresql://x"),
        ("PUBLIC_URL", "portal.example"),
        ("CORS_ORIGINS", "https://a.example,b"),
        ("SMTP_URL", "http://mail.example"),
        ("MAIL_FROM", "portal"),
        ("EHLO_NAME", "portal example"),
        ("BOUNCE_MAILBOX", "https://bounces:secret@mail.example"),
        ("BOUNCE_MAILBOX", "imaps://mail.example/INBOX"),
        ("BOUNCE_MAILBOX", "imaps://bounces:secret@mail.example"),
        ("BOUNCE_MAILBOX", "imaps://box:secret@mail.example#a+b@mail.example"),
        ("BOUNCE_MAILBOX", f"imaps://{'a' * 32}%40mail.example:secret@mail.example"),
        ("SITE_REVIEW", "never"),
        ("TERMS_FILE", "/nowhere/terms.md"),
        ("TERMS_FILE", "/dev/null"),
        ("ALLOWED_NETWORKS", "10.0.0.1/8"),
        ("TRUSTED_PROXIES", "proxy"),
        ("LOG_LEVEL", "loud"),
        ("METRICS_TOKEN", "short"),
        ("SESSION_RATE", "20"),
        ("SESSION_RATE", "0/100"),
        ("BRAND_RATE", "inf/100"),
        ("BRAND_RATE", "nan/nan"),
        ("SECRET_KEY", "short"),
        ("PAYOUT_URL", "provider.example"),
        ("PAYOUT_URL", "https://user:key@provider.example"),
        ("PAYOUT_KEY", "two words"),
        ("SECURITY_CONTACT", "http://portal.example"),
        ("SECURITY_CONTACT", "mailto:nobody"),
        ("SECURITY_EXPIRES", "next year"),
    ],
)
def test_invalid_setting_is_refused_by_name(tmp_path: Path, name: str, wrong: str) -> None:
    with pytest.raises(SettingsError, match=f"^{name}: ") as found:
        read(tmp_path, **{name: wrong})
    assert "\n" not in str(found.value)


def test_payout_provider_without_a_key_is_refused(tmp_path: Path) -> None:
    url = "https://provider.example/v1/payouts"
    with pytest.raises(SettingsError, match=r"^PAYOUT_KEY: is missing"):
        read(tmp_path, PAYOUT_URL=url)
    assert read(tmp_path, PAYOUT_URL=url, PAYOUT_KEY="key").payout_url == url


def test_security_contact_without_expiry_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match=r"^SECURITY_EXPIRES: "):
        read(tmp_path, SECURITY_CONTACT="security@portal.example")


def test_empty_setting_counts_as_unset(tmp_path: Path) -> None:
    assert read(tmp_path, PORT=" ", SESSION_RATE="") == read(tmp_path)


def test_default_rate_limits_match_the_contract(tmp_path: Path) -> None:
    assert read(tmp_path).session_rate == Rate(20, 100)
    assert read(tmp_path).brand_rate == Rate(100, 200)  # 6,000 a minute
    assert read(tmp_path, SESSION_RATE="0.5/3").session_rate == Rate(0.5, 3)


def test_repr_of_settings_contains_no_secret(tmp_path: Path) -> None:
    url = "smtp://user:secret@mail.example"
    assert "secret" not in repr(read(tmp_path, SMTP_URL=url))


KEY = "0123456789abcdefghijklmnopqrstuvwxyz"


@pytest.mark.parametrize(
    ("mode", "refused"),
    [(0o644, True), (0o604, True), (0o660, True), (0o640, 0), (0o600, 0)],
)
def test_a_key_file_that_others_can_read_is_refused(
    tmp_path: Path, mode: int, *, refused: bool
) -> None:
    path = tmp_path / "keys"
    path.write_text(KEY)
    path.chmod(mode)
    if refused:
        with pytest.raises(SettingsError, match=f"^SECRET_KEY: .* run: chmod o-rwx,g-w {path}$"):
            read(tmp_path, SECRET_KEY=str(path))
    else:
        assert read(tmp_path, SECRET_KEY=str(path)).secret_keys == (KEY,)
    assert path.stat().st_mode & 0o777 == mode


def test_generated_key_file_is_made_private_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    key = read(tmp_path).secret_keys
    assert capsys.readouterr().err == ""
    path = tmp_path / "secret.key"
    path.chmod(0o644)

    assert read(tmp_path).secret_keys == key

    assert path.stat().st_mode & 0o777 == 0o600
    assert capsys.readouterr().err.startswith("SECRET_KEY: others could read")


async def test_allowed_private_networks_are_named_at_every_start(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], database_url: str
) -> None:
    settings = read(tmp_path, ALLOWED_NETWORKS="10.1.0.0/16,192.168.7.0/24", SECRET_KEY=KEY)

    print_welcome(settings, signs_in=False)
    assert "outgoing calls may also reach 10.1.0.0/16, 192.168.7.0/24" in capsys.readouterr().out

    with structlog.testing.capture_logs() as logged:
        async with open_resources(settings, database_url):
            pass
    assert ["10.1.0.0/16", "192.168.7.0/24"] in [line.get("networks") for line in logged]


def test_start_without_allowed_networks_names_none(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    print_welcome(read(tmp_path, SECRET_KEY=KEY, DEMO="0"), signs_in=False)
    assert "outgoing calls" not in capsys.readouterr().out


def test_worker_raises_its_limit_of_open_files() -> None:
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    code = (
        "import resource as r; from handlers.cli.processes import allow_open_files;"
        f"r.setrlimit(r.RLIMIT_NOFILE, (256, {hard})); allow_open_files();"
        "print(r.getrlimit(r.RLIMIT_NOFILE)[0])"
    )
    out = subprocess.check_output([sys.executable, "-c", code], cwd=ROOT, text=True)
    assert int(out) == min(hard, 65_536)
