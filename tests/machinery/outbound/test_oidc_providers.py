"""The providers that the settings name, and the one that the demonstration offers."""

import json
import time
from pathlib import Path
from typing import Any

import httpx2
import pytest

from handlers.cli.dev_oidc import run_provider
from rpc.config.oidc_providers import parse_oidc_providers
from rpc.config.settings import Settings, SettingsError

SETTING = {
    "name": "acme",
    "client_id": "a",
    "client_secret": "b",
    "issuer": "https://acme.example/",
}


def test_a_provider_is_read_from_the_settings() -> None:
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
def test_a_setting_that_is_none_is_told_without_its_secret(given: Any, tmp_path: Path) -> None:
    text = given if isinstance(given, str) else json.dumps(given)
    secret = "s3cret-canary"
    with pytest.raises(SettingsError, match="OIDC_PROVIDERS") as found:
        Settings.from_environment(
            {"DATA_DIR": str(tmp_path), "OIDC_PROVIDERS": text.replace('"b"', f'"{secret}"')}
        )
    assert secret not in str(found.value)


def test_the_demonstration_offers_one_and_leaves_nothing(tmp_path: Path) -> None:
    settings = Settings.from_environment({"DATA_DIR": str(tmp_path), "DEMO": "1"})
    with run_provider(settings) as environment:
        [provider] = parse_oidc_providers(environment["OIDC_PROVIDERS"])
        ended = time.monotonic() + 20
        while True:
            try:
                answer = httpx2.get(f"{provider.issuer}/.well-known/openid-configuration")
                break
            except httpx2.ConnectError:
                assert time.monotonic() < ended
                time.sleep(0.1)
        assert answer.json()["issuer"] == provider.issuer
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
def test_anybody_else_is_offered_none(tmp_path: Path, given: dict[str, str]) -> None:
    settings = Settings.from_environment({"DATA_DIR": str(tmp_path), "DEMO": "1", **given})
    with run_provider(settings) as environment:
        assert environment == {}
