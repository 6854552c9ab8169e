"""The files of the built web: compressed at build, cached for ever or not at all, with the headers of every answer."""

import gzip
import json
import os
import secrets
import shutil
import subprocess
from pathlib import Path

import pytest

from handlers.auth.guarded_change import CHANGE_PAGE
from handlers.user.team import PAGE as INVITATION_PAGE
from rpc.http.web_app_files import DIST, StaticFiles, accepts
from tests.support.browser import ROOT, WEB
from tests.support.portal import Portal

PAGES = ["/", "/auth/login", "/dashboard", "/brands/anything", "/nowhere/at/all", "/index.html"]
SECRETS = [
    "/reset-password",
    "/auth/email-verification",
    INVITATION_PAGE,
    CHANGE_PAGE,
    "/autologin",
    "/auth/third-party/callback",
]
ASSETS = sorted(file.name for file in (DIST / "assets").glob("*.js"))
LARGE = next(name for name in ASSETS if (DIST / "assets" / f"{name}.br").exists())


@pytest.mark.parametrize("path", [*PAGES, *SECRETS])
async def test_every_page_has_the_headers_of_a_document(portal: Portal, path: str) -> None:
    answer = await portal.http.get(path)

    policy = answer.headers["content-security-policy"]
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.headers["cache-control"] == "no-store"
    assert answer.headers["cross-origin-opener-policy"] == "same-origin"
    assert "camera=()" in answer.headers["permissions-policy"]
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "script-src 'self';" in policy
    leaks = "no-referrer" if path in SECRETS else "strict-origin-when-cross-origin"
    assert answer.headers["referrer-policy"] == leaks


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/", 200),
        ("HEAD", "/", 200),
        ("GET", "/icon.svg", 200),
        ("GET", f"/assets/{LARGE}", 200),
        ("GET", "/assets/gone-12345678.js", 404),
        ("GET", "/assets/%2e%2e/%2e%2e/package.json", 404),
        ("PUT", "/", 405),
        ("DELETE", "/assets/x.js", 405),
        ("POST", "/user/profile", 415),
        ("POST", "/nowhere", 415),
        ("GET", "/track/nothing", 404),
        ("GET", "/health", 200),
    ],
)
async def test_every_kind_of_answer_has_the_security_headers(
    portal: Portal, method: str, path: str, status: int
) -> None:
    answer = await portal.http.request(method, path)

    assert answer.status_code == status
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["strict-transport-security"] == "max-age=63072000; includeSubDomains"
    assert "server" not in answer.headers
    assert "x-powered-by" not in answer.headers


@pytest.mark.parametrize(
    ("path", "file"), [("/", "index.html"), (f"/assets/{LARGE}", f"assets/{LARGE}")]
)
async def test_assets_are_sent_compressed_as_built(portal: Portal, path: str, file: str) -> None:
    plain = await portal.http.get(path, headers={"accept-encoding": "identity"})
    zipped = await portal.http.get(path, headers={"accept-encoding": "gzip"})
    forbidden = await portal.http.get(path, headers={"accept-encoding": "br;q=0, gzip"})
    smallest = await portal.http.head(path, headers={"accept-encoding": "gzip, br"})

    assert plain.content == (DIST / file).read_bytes()
    assert "content-encoding" not in plain.headers
    assert zipped.headers["content-encoding"] == "gzip"
    assert zipped.content == plain.content
    assert forbidden.headers["content-encoding"] == "gzip"
    assert smallest.headers["content-encoding"] == "br"
    sizes = [int(answer.headers["content-length"]) for answer in (plain, zipped, smallest)]
    assert sizes == sorted(sizes, reverse=True)
    assert {answer.headers["vary"] for answer in (plain, zipped)} == {"accept-encoding"}


async def test_only_assets_are_cached_forever(portal: Portal) -> None:
    asset = await portal.http.get(f"/assets/{LARGE}")
    icon = await portal.http.get("/icon.svg")
    gone = await portal.http.get("/assets/gone.js")

    assert asset.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert asset.headers["content-type"] == "text/javascript; charset=utf-8"
    assert "immutable" not in icon.headers.get("cache-control", "")
    assert gone.status_code == 404
    assert "immutable" not in gone.headers.get("cache-control", "")


@pytest.mark.parametrize(
    "path",
    [
        "/../secret.txt",
        "/assets/../../secret.txt",
        "/assets/..\\..\\secret.txt",
        "//etc/passwd.txt",
        "/assets/%2e%2e/secret.txt",
        "/leads-out.txt",
        "/secret.txt\x00.js",
        f"/{'long' * 100}.js",
    ],
)
async def test_no_path_leads_out_of_the_build_folder_of_the_web(tmp_path: Path, path: str) -> None:
    (tmp_path / "secret.txt").write_text("secret")
    dist = tmp_path / "dist"
    (dist / "assets").mkdir(parents=True)
    (dist / "index.html").write_text("page")
    (dist / "leads-out.txt").symlink_to(tmp_path / "secret.txt")

    answer = StaticFiles(dist).response_for(path, {})

    assert b"secret" not in answer.body
    assert answer.status == (404 if path.startswith("/assets/") else 200)


async def test_missing_build_answers_503_with_a_hint(tmp_path: Path) -> None:
    answer = StaticFiles(tmp_path).response_for("/", {})

    assert answer.status == 503
    assert b"make run" in answer.body


def test_every_page_keeps_to_its_size_budget() -> None:
    """Login ≤ 118 kB, shell ≤ 165, and no page adds more than 60 to the shell (`node web/bytes.mjs` prints all)."""
    script = [str(ROOT / ".venv/bin/node"), str(WEB / "bytes.mjs")]
    found = subprocess.run(script, capture_output=True, text=True, check=False)
    pages = found.stdout.splitlines()[1:]
    assert len(pages) > 40, found.stderr
    assert [page for page in pages if page.endswith("over")] == []
    assert found.returncode == 0


def test_page_beyond_its_size_budget_fails(tmp_path: Path) -> None:
    dist = tmp_path / "dist"
    shutil.copytree(DIST, dist)
    manifest = json.loads((dist / ".vite/manifest.json").read_text())
    [part] = [each for each in manifest if each.startswith("src/routes/_app/brands/find.tsx?")]
    with (dist / manifest[part]["file"]).open("a") as file:
        file.write(f"//{secrets.token_hex(60_000)}")
    script = [str(ROOT / ".venv/bin/node"), str(WEB / "bytes.mjs")]
    env = {**os.environ, "DIST": f"{dist.as_uri()}/"}
    found = subprocess.run(script, capture_output=True, text=True, check=False, env=env)
    over = [line.split()[0] for line in found.stdout.splitlines() if line.endswith("over")]
    assert (over, found.returncode) == (["/brands/find"], 1)


def test_compressed_index_equals_the_plain_one() -> None:
    packed = gzip.decompress((DIST / "index.html.gz").read_bytes())
    assert packed == (DIST / "index.html").read_bytes()


@pytest.mark.parametrize(
    ("accepted", "taken"),
    [
        (b"br", True),
        (b"gzip, deflate, br", True),
        (b"gzip, BR;q=0.5", True),
        (b"br;q=0", False),
        (b"br; q=0.00", False),
        (b"gzip", False),
        (b"abr", False),
        (b"", False),
    ],
)
def test_compressed_file_is_sent_only_to_browsers_that_accept_its_encoding(
    accepted: bytes, taken: bool
) -> None:
    assert accepts(accepted, b"br") is taken
