"""Every example on the pages about the API runs as it is printed, in each language."""

import asyncio
import json
import os
import shutil
import sys
from pathlib import Path
from typing import Any

import pytest

from rpc import Code
from tests.accounts.tokens.test_api_pages import CALLABLE, NODE
from tests.accounts.tokens.test_api_tokens import make
from tests.support.portal import Portal
from tests.support.timing import HANG_SECONDS

OF_SHAPE = (Code.REQUEST_INVALID, Code.FIELD_UNKNOWN, Code.PATH_UNKNOWN)
"""Codes that a wrong example would get; a code for an unknown brand or id is fine."""
OF_WHOSE = ("", Code.NOT_FOUND.message, Code.LOGIN_PASSWORD_INVALID.message)
"""Whether there is a number 1 of the caller's, whose secret takes a password, depends on who made the first."""
PYTHON = """
import contextlib, io, json, pathlib, sys
for file in sorted(pathlib.Path(sys.argv[1]).glob("*.py")):
    out, error = io.StringIO(), ""
    try:
        with contextlib.redirect_stdout(out):
            exec(compile(file.read_text(), file, "exec"), {})
    except SystemExit as refusal:
        error = str(refusal)
    print(json.dumps([file.stem, out.getvalue(), error]))
"""
JAVASCRIPT = """
import { readdirSync } from "node:fs";
const print = console.log;
for (const file of readdirSync(process.argv[2]).filter((name) => name.endsWith(".mjs")).sort()) {
  let out = "", error = "";
  console.log = (text) => { out += text + "\\n"; };
  try { await import(process.argv[2] + "/" + file); } catch (refusal) { error = refusal.message; }
  print(JSON.stringify([file.slice(0, -4), out, error]));
}
"""
CURL = """
import json, pathlib, subprocess, sys
for file in sorted(pathlib.Path(sys.argv[1]).glob("*.sh")):
    done = subprocess.run(["sh", str(file)], capture_output=True, text=True)
    print(json.dumps([file.stem, done.stdout, done.stderr]))
"""
Printed = dict[str, tuple[str, str]]


async def run(token: str, *command: object) -> Printed:
    """What each example printed, and what it complained about, by its file's name."""
    process = await asyncio.create_subprocess_exec(
        *map(str, command),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        env={"PATH": os.environ["PATH"], "PORTAL_TOKEN": token},
    )
    out, error = await asyncio.wait_for(process.communicate(), HANG_SECONDS)
    assert process.returncode == 0, error.decode()
    rows = [json.loads(line) for line in out.decode().splitlines()]
    return {name: (printed, complaint) for name, printed, complaint in rows}


@pytest.fixture
async def example_folder(portal: Portal, tmp_path: Path) -> Path:
    """A folder with every example, whose address is this server's."""
    who, public_url = await portal.someone(), portal.resources.settings.public_url
    for entry in CALLABLE:
        page: Any = await portal.ok(
            "/tools/api_info", who, attributes={"front_path": f"calls{entry.path}"}
        )
        for example in page["params"]["examples"]:
            ending = {"curl": "sh", "python": "py", "javascript": "mjs"}[example["language"]]
            file = tmp_path / f"{entry.path.strip('/').replace('/', '.')}.{ending}"
            assert public_url in example["source"]
            file.write_text(example["source"].replace(public_url, portal.url))
    return tmp_path


async def test_every_example_of_the_api_guides_runs_as_printed(
    portal: Portal, example_folder: Path
) -> None:
    (example_folder / "run_python.txt").write_text(PYTHON)
    (example_folder / "run_curl.txt").write_text(CURL)
    (example_folder.parent / "run.mjs").write_text(JAVASCRIPT)
    commands = [
        (sys.executable, example_folder / "run_python.txt", example_folder),
        (NODE, example_folder.parent / "run.mjs", example_folder),
    ]
    if shutil.which("curl"):
        commands.append((sys.executable, example_folder / "run_curl.txt", example_folder))
    # Each language has its own publisher, so that none finds rows another made.
    tokens = [(await make(portal, await portal.someone()))["token"] for _ in commands]
    python, javascript, *curl = await asyncio.gather(
        *(run(token, *command) for token, command in zip(tokens, commands, strict=True))
    )
    names = {entry.path.strip("/").replace("/", ".") for entry in CALLABLE}
    assert python.keys() == javascript.keys() == names
    wrong = [message_of(code) for code in OF_SHAPE]
    answered = 0
    for name in names:
        printed, complaint = python[name]
        assert not complaint.startswith(tuple(wrong)), (name, complaint)
        assert bool(printed) != bool(complaint), name
        messages = [javascript[name][1], *(json.loads(each[name][0])["message"] for each in curl)]
        assert {"" if word == "ok" else word for word in messages} | {complaint} <= {
            complaint,
            *OF_WHOSE,
        }
        for each in (javascript, *curl):
            data = json.loads(each[name][0] or "null")
            if each in curl:  # which prints a refusal, too
                data = data["data"] if data["code"] == 0 else None
            if data and printed:
                assert shape(data) == shape(json.loads(printed)), name
        answered += not complaint
    assert answered > len(names) / 2


async def test_refused_example_of_the_api_guides_prints_the_reason(
    portal: Portal, example_folder: Path
) -> None:
    (example_folder / "run_python.txt").write_text(PYTHON)
    only = example_folder / "site.list.py"
    (folder := example_folder / "one").mkdir()
    only.rename(folder / only.name)
    printed = await run("api_x", sys.executable, example_folder / "run_python.txt", folder)
    assert printed == {"site.list": ("", Code.UNAUTHORIZED.message)}


def message_of(code: Code) -> str:
    """The beginning of the text of a refusal."""
    return code.message.partition("{")[0]


def shape(data: Any) -> Any:
    """The names of an answer; numbers and times differ where each language made a thing of its own."""
    return sorted(data) if isinstance(data, dict) else type(data)
