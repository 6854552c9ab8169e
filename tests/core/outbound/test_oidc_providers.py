"""The providers in the settings, and that of the demonstration."""

import json
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx2
import pytest

from handlers.cli.dev_oidc import run_provider
from rpc.config.oidc_providers import parse_oidc_providers
from rpc.config.settings import Settings, SettingsError
from tests.support.timing import HANG_SECONDS, wait_without_loop

SETTING = {
    "name": "acme",
    "client_id": "a",
    "client_secret": "b",
    "issuer": "https://acme.example/",
}


def test_sign_in_provider_is_read_from_the_settings() -> None:
    [acme, google] = parse_oidc_providers(
        json.dumps([SETTING, {"name": "google", "client_id": "c", "client_secret": "d"}])
    )
    assert (acme.label, acme.issuer) == ("Acme", "https://acme.example")
    assert (google.label, google.issuer) == ("Google", "https://accounts.google.com")


@pytest.mark.parametrize(
    "given",
    ["x", "{}", [SETTING, SETTING], [{**SETTING, "name": "autologin"}], [{**SETTING, "name": "A b"}],
     [{**SETTING, "issuer": "acme"}], [{**SETTING, "more": "x"}], [{"name": "acme"}]],
    ids=str,
)  # fmt: skip
def test_invalid_setting_of_a_sign_in_provider_is_reported_without_its_secret(
    given: Any, tmp_path: Path
) -> None:
    text = given if isinstance(given, str) else json.dumps(given)
    secret = "s3cret-canary"
    with pytest.raises(SettingsError, match="OIDC_PROVIDERS") as found:
        Settings.from_environment(
            {"DATA_DIR": str(tmp_path), "OIDC_PROVIDERS": text.replace('"b"', f'"{secret}"')}
        )
    assert secret not in str(found.value)


def test_demonstration_starts_and_stops_its_sign_in_provider(tmp_path: Path) -> None:
    settings = Settings.from_environment({"DATA_DIR": str(tmp_path), "DEMO": "1"})
    with run_provider(settings) as environment:
        [provider] = parse_oidc_providers(environment["OIDC_PROVIDERS"])
        address = f"{provider.issuer}/.well-known/openid-configuration"

        def answers() -> bool:
            with suppress(httpx2.ConnectError):
                return bool(httpx2.get(address, timeout=HANG_SECONDS).is_success)
            return False

        wait_without_loop(answers)
        assert httpx2.get(address, timeout=HANG_SECONDS).json()["issuer"] == provider.issuer
    with pytest.raises(httpx2.ConnectError):
        httpx2.get(provider.issuer)


@pytest.mark.parametrize(
    "given",
    [
        {"DEMO": "0"},
        {"PUBLIC_URL": "https://portal.example"},
        {"OIDC_PROVIDERS": json.dumps([SETTING])},
    ],
    ids=str,
)
def test_no_sign_in_provider_is_run_outside_the_demonstration(
    tmp_path: Path, given: dict[str, str]
) -> None:
    settings = Settings.from_environment({"DATA_DIR": str(tmp_path), "DEMO": "1", **given})
    with run_provider(settings) as environment:
        assert environment == {}
