"""Installs the peers into a folder of their own, unless they are there already."""

import subprocess
import sys
from pathlib import Path

from tests.bench.machine import FOLDER, ROOT

PACKAGES = (
    "fastapi==0.165.0",
    "litestar==2.25.0",
    "starlette==1.10.0",
    "asyncpg==0.32.0",
    "uvicorn==0.54.0",
    "uvloop==0.23.0",
    "httptools==0.9.0",
    "itsdangerous==2.2.0",
    "msgspec==0.22.0",
)
MODULES = ("fastify@5.12.8", "pg@8.23.1")
HERE = Path(__file__).parent / "peers"
PYTHON = FOLDER / "python" / "bin" / "python"
NODE = FOLDER / "node"
VENV = ROOT / ".venv"


def install() -> None:
    """Bring both folders to the versions above. Needs the registries the first time."""
    wanted = "\n".join((*PACKAGES, *MODULES))
    mark = FOLDER / "installed"
    if mark.exists() and mark.read_text() == wanted:
        return
    print("Installing the peers", flush=True)
    FOLDER.mkdir(parents=True, exist_ok=True)
    subprocess.run([sys.executable, "-m", "venv", "--clear", PYTHON.parent.parent], check=True)
    subprocess.run([PYTHON, "-m", "pip", "install", "-qq", *PACKAGES], check=True)
    NODE.mkdir(exist_ok=True)
    (NODE / "package.json").write_text('{"private": true}')
    npm = VENV / "node" / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    subprocess.run([node(), npm, "install", "--silent", *MODULES], cwd=NODE, check=True)
    mark.write_text(wanted)


def node() -> Path:
    return (VENV / "bin" / "node").resolve()


def uvicorn(module: str) -> list[str | Path]:
    """The command that serves a Python peer as the portal is served."""
    return [
        *(PYTHON, "-m", "uvicorn", f"{module}:app", "--app-dir", HERE, "--port", "$PORT"),
        *("--loop", "uvloop", "--http", "httptools", "--no-access-log", "--log-level", "warning"),
    ]


def fastify() -> tuple[list[str | Path], dict[str, str]]:
    """The command that serves Fastify, and what it must know."""
    return [node(), HERE / "fastify.mjs"], {"PEERS": str(NODE), "NODE_ENV": "production"}


def own(module: str) -> list[str | Path]:
    """The command that serves a server of this folder's own."""
    # Not -m, under which a handler's module would not bear its name.
    return [sys.executable, "-c", f"from tests.bench.{module} import main; main()"]
