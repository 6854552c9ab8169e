"""Strangers' generators: what each makes of the OpenAPI document, and a program that calls the portal with it."""

import asyncio
import json
import os
import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.support.orders.orders import Deal
from tests.support.portal import Portal
from tests.support.timing import HANG_SECONDS

PROGRAMS = Path(__file__).parent / "programs"


@dataclass(frozen=True)
class Generator:
    name: str
    program: str
    """A file of `programs`."""
    generate: tuple[str, ...] = ()
    """The command that reads openapi.json, if the program does not run it itself."""
    compiled: bool = False


GENERATORS = {
    each.name: each
    for each in (
        Generator(
            "openapi-typescript",
            "openapiFetch.ts",
            ("openapi-typescript", "openapi.json", "-o", "openapiTypescript/schema.d.ts"),
            compiled=True,
        ),
        Generator(
            "hey-api",
            "heyApi.ts",
            ("openapi-ts", "-i", "openapi.json", "-o", "heyApi"),
            compiled=True,
        ),
        Generator("orval", "orval.ts", ("orval", "--config", "orval.config.cjs"), compiled=True),
        Generator(
            "openapi-python-client",
            "openapi_python_client.py",
            (
                *("openapi-python-client", "generate", "--path", "openapi.json"),
                *("--output-path", "generated", "--overwrite", "--meta", "none"),
                *("--config", "openapi_python_client.yaml"),
            ),
        ),
        Generator(
            "datamodel-code-generator",
            "datamodel_code_generator.py",
            (
                *("datamodel-codegen", "--input", "openapi.json", "--output", "models.py"),
                *("--input-file-type", "openapi", "--openapi-scopes", "schemas", "paths"),
                *("--output-model-type", "pydantic_v2.BaseModel", "--formatters", "builtin"),
            ),
        ),
        Generator("Postman and newman", "postman.cjs"),
        Generator("Bruno", "bruno.cjs"),
    )
}
UNFORMATTED = "post_hooks: []\n"
"""Nobody reads what openapi-python-client wrote here."""
ORVAL = """\
module.exports = {
  portal: {
    input: "openapi.json",
    output: { target: "orval/api.ts", client: "fetch", mode: "split", baseUrl: process.env.PORTAL_URL },
  },
};
"""


@dataclass(frozen=True)
class Tools:
    """Where the generators are installed."""

    node: Path
    modules: Path
    """A node_modules folder."""
    python: Path
    """The bin folder of an environment."""
    compiler: Path
    """TypeScript's."""
    types: Path
    """A folder with the types of Node."""
    deprecations: str = "5.0"
    """The version of TypeScript whose deprecated options the compiler takes."""

    def command(self, words: Sequence[str]) -> list[str]:
        name, *rest = words
        if (self.python / name).exists():
            return [str(self.python / name), *rest]
        return [str(self.modules / ".bin" / name), *rest]


class GeneratorError(Exception):
    """A generator, the compiler or a program failed; says what it printed."""


async def execute(command: Sequence[object], folder: Path, **environment: str) -> str:
    process = await asyncio.create_subprocess_exec(
        *map(str, command),
        cwd=folder,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        env={"PATH": os.environ["PATH"], "HOME": str(folder), "NO_COLOR": "1", **environment},
    )
    out, error = await asyncio.wait_for(process.communicate(), HANG_SECONDS)
    if process.returncode:
        raise GeneratorError((out + error).decode()[-3_000:])
    return out.decode()


def prepare_folder(generator: Generator, folder: Path, document: bytes, tools: Tools) -> None:
    """A project with the document, the program and the installed packages."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "openapi.json").write_bytes(document)
    (folder / "orval.config.cjs").write_text(ORVAL)
    (folder / "openapi_python_client.yaml").write_text(UNFORMATTED)
    if not (folder / "node_modules").exists():
        (folder / "node_modules").symlink_to(tools.modules)
    shutil.copy(PROGRAMS / generator.program, folder)


async def generate(generator: Generator, folder: Path, document: bytes, tools: Tools) -> None:
    """Generate the code and compile its program."""
    prepare_folder(generator, folder, document, tools)
    if generator.generate:
        path = f"{tools.python}:{tools.node.parent}:{os.environ['PATH']}"
        server = json.loads(document)["servers"][0]["url"]
        await execute(tools.command(generator.generate), folder, PATH=path, PORTAL_URL=server)
    if generator.compiled:
        await compile_program(generator.program, folder, tools)


async def compile_program(program: str, folder: Path, tools: Tools) -> None:
    """Compile with strict types, as its author would. Raises GeneratorError with the compiler's words."""
    (folder / "tsconfig.json").write_text(
        json.dumps(
            {
                "compilerOptions": {
                    "target": "es2022",
                    "module": "commonjs",
                    "moduleResolution": "node10",
                    "ignoreDeprecations": tools.deprecations,
                    "strict": True,
                    "skipLibCheck": True,
                    "rootDir": ".",
                    "outDir": "built",
                    "lib": ["es2022", "dom", "dom.iterable"],
                    "types": ["node"],
                    "typeRoots": [str(tools.types)],
                },
                "files": [program],
            }
        )
    )
    await execute([tools.node, tools.compiler, "-p", "."], folder)


async def call_portal(generator: Generator, folder: Path, it: Deal, tools: Tools) -> dict[str, Any]:
    """What the program printed: the code of a refusal, a brand, a link made, and a day's orders."""
    program = generator.program
    if generator.compiled:
        program = f"built/{program.removesuffix('.ts')}.js"
    interpreter = tools.python / "python" if program.endswith(".py") else tools.node
    out = await execute(
        [interpreter, program],
        folder,
        PORTAL_URL=it.portal.url,
        ACCOUNT=it.who.email,
        PASSWORD=it.who.password,
        BRAND=it.brand.mcid,
        DAY=it.portal.resources.clock.now().date().isoformat(),
    )
    answer: dict[str, Any] = json.loads(out.splitlines()[-1])
    return answer


async def portal_document(portal: Portal) -> bytes:
    """The document as the portal serves it, with the address at which the test reaches it."""
    content = (await portal.http.get("/openapi.json")).content
    public_url = portal.resources.settings.public_url
    return content.replace(public_url.encode(), portal.url.encode())


def check_answer(answer: dict[str, Any], it: Deal, orders: set[str]) -> None:
    """A program read what is there, and knew a refusal by its code."""
    assert answer["refused"] > 0
    assert answer["brand"] == it.brand.mcid
    assert "/track/" in answer["link"] or "/s/" in answer["link"], answer["link"]
    assert set(answer["orders"]) == orders
