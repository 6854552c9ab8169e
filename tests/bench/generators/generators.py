"""Every generator that integrators use makes a client from the OpenAPI document, which then calls the portal."""

import asyncio
import gzip
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from time import perf_counter

from tests.bench.budget import Budget, table
from tests.bench.machine import FOLDER
from tests.bench.peer_servers import VENV, node
from tests.bench.seed import Seeded
from tests.support.generators.generators import (
    GENERATORS,
    GeneratorError,
    Tools,
    call_portal,
    check_answer,
    generate,
    portal_document,
)
from tests.support.orders.orders import deal
from tests.support.server import serve

MODULES = (
    "openapi-typescript@7.13.0",
    "openapi-fetch@0.17.0",
    "@hey-api/openapi-ts@0.99.0",
    "orval@8.38.0",
    "openapi-to-postmanv2@6.3.3",
    "newman@6.2.2",
    "@usebruno/cli@4.1.0",
    "typescript@5.9.3",
    "@types/node@24.19.2",
)
PACKAGES = ("openapi-python-client==0.29.1", "datamodel-code-generator==0.89.0")
INSTALLED = FOLDER / "generators"
DOCUMENT_KB_MAX = 110


def measure(database: Seeded, *, rounds: int, seconds: float) -> tuple[str, list[Budget]]:
    """The section of the report, and its budgets. Without rounds: a generator works or it does not."""
    del rounds, seconds
    tools = install()
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(1) as aside:
        rows, size = aside.submit(asyncio.run, try_all(database, Path(folder), tools)).result()
    works = sum(error == "" for _, _, error in rows)
    budgets = [
        Budget("generators whose clients make the four calls", len(GENERATORS), [works]),
        Budget("the document, compressed, in kB", DOCUMENT_KB_MAX, [size / 1_000], at_most=True),
    ]
    lines = "\n".join(
        f"| {name} | {took:.0f} s | {error or 'all four, and knows a refusal'} |"
        for name, took, error in rows
    )
    head = (
        "Each generates from the whole document; its client signs in, is refused, finds a brand, makes a link and"
        " lists orders.\n\n| generator | generated and compiled in | calls |\n| --- | --- | --- |"
    )
    return f"## Generators of clients\n\n{head}\n{lines}\n\n{table(budgets)}\n", budgets


def install() -> Tools:
    """Install the generators, unless they are there already. Needs the registries the first time."""
    wanted = "\n".join((*PACKAGES, *MODULES))
    mark = INSTALLED / "installed"
    python = INSTALLED / "python"
    if not mark.exists() or mark.read_text() != wanted:
        print("Installing the generators", flush=True)
        INSTALLED.mkdir(parents=True, exist_ok=True)
        subprocess.run([sys.executable, "-m", "venv", "--clear", python], check=True)
        subprocess.run(
            [python / "bin/python", "-m", "pip", "install", "-qq", *PACKAGES], check=True
        )
        (INSTALLED / "package.json").write_text('{"private": true}')
        npm = VENV / "node" / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
        subprocess.run([node(), npm, "install", "--silent", *MODULES], cwd=INSTALLED, check=True)
        mark.write_text(wanted)
    modules = INSTALLED / "node_modules"
    return Tools(
        node=node(),
        modules=modules,
        python=python / "bin",
        compiler=modules / "typescript/bin/tsc",
        types=modules / "@types",
    )


async def try_all(
    database: Seeded, folder: Path, tools: Tools
) -> tuple[list[tuple[str, float, str]], int]:
    """Each generator with the seconds it took and what went wrong, and the bytes of the compressed document."""
    async with serve(database.url, folder / "data", DEMO="0") as portal:
        it = await deal(portal)
        order = it.order()
        await it.report(order)
        document = await portal_document(portal)
        rows = []
        for generator in GENERATORS.values():
            took, error = 0.0, ""
            project = folder / generator.name.replace(" ", "-")
            try:
                started = perf_counter()
                await generate(generator, project, document, tools)
                took = perf_counter() - started
                answer = await call_portal(generator, project, it, tools)
                check_answer(answer, it, {order["order_id"]})
            except (GeneratorError, AssertionError) as failure:
                error = repr(failure)[-400:].replace("\n", " ")
            print(f"{generator.name}: {error or 'works'}", flush=True)
            rows.append((generator.name, took, error))
    return rows, len(gzip.compress(document, 9))
