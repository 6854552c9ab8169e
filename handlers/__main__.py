"""The command `portal`: everything that is done with the portal from a shell."""

import argparse
import asyncio
import importlib.util
import inspect
import signal
import sys
from collections.abc import Awaitable, Callable
from functools import partial, wraps
from pathlib import Path
from typing import Any

import msgspec
import uvicorn

import rpc.log
import rpc.mock
import rpc.worker
import sql.click
from handlers import _call, _import, _import_brands, _receiver, _reconcile, _run, _server, registry
from handlers._arguments import ArgumentError
from handlers._children import RunError
from handlers._server import announce, ends_with_parent
from rpc.app import build
from rpc.database import database
from rpc.jobs import Job
from rpc.openapi import described
from rpc.parts import Parts, opened
from rpc.registry import DoorEntry, Entry, Procedure
from rpc.settings import ROOT, Settings, SettingsError
from rpc.upload import Upload
from schema.errors import Fault
from sql.migrate import MigrationError
from sql.migrate import migrate as bring_up_to_date
from sql.programs import ServerError

Arguments = argparse.Namespace
Command = Callable[[Settings, Arguments], None]
ONE_LINE = (SettingsError, ServerError, MigrationError, ArgumentError, RunError)
"""What a person can mend: said in one line, without a traceback."""


def run(settings: Settings, arguments: Arguments) -> None:
    """Start everything: database, demonstration data, web server and worker; Ctrl-C ends it."""
    prepare = ["migrate", "demo --once"] if settings.demo and demo_exists() else ["migrate"]
    _run.run(settings, prepare, reload=arguments.reload)


def serve(settings: Settings, arguments: Arguments) -> None:
    """Run the web server alone."""
    if arguments.listen_fd is None:
        _run.bound(settings).close()  # one line for a port that is taken
    ends_with_parent(arguments)
    # uvicorn raises the signal again once it has shut down, and then the database is to be left too.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    with database(settings) as url:
        app = build(registry, partial(opened, settings, url), settings.cors_origins)
        _server.serve(app, settings, arguments)


def work(settings: Settings, arguments: Arguments) -> None:
    """Run the worker alone: mails, postbacks and whatever else happens in the background."""
    ends_with_parent(arguments)

    async def working(url: str) -> None:
        stop = asyncio.Event()
        for number in (signal.SIGINT, signal.SIGTERM):
            asyncio.get_running_loop().add_signal_handler(number, stop.set)
        async with opened(settings, url) as parts:
            announce(arguments.ready_fd)
            await rpc.worker.work(registry, parts, stop)

    with database(settings) as url:
        asyncio.run(working(url))


def migrate(settings: Settings, _: Arguments) -> None:
    """Bring the database up to date."""

    async def make_room(url: str) -> None:
        async with opened(settings, url) as parts, parts.pool.acquire() as db:
            await sql.click.ensure_months(db, parts.clock.now().date())

    with database(settings) as url:
        for name in bring_up_to_date(url):
            print(f"Migrated {name}")
        asyncio.run(make_room(url))


def demo(settings: Settings, arguments: Arguments) -> None:
    """Make the demonstration data."""
    fill = importlib.import_module("sql.demo").fill

    async def filling(url: str) -> None:
        async with opened(settings, url) as parts:
            made = await fill(parts, tell=partial(print, flush=True))
        if not made and not arguments.once:
            print("The demonstration data are there already")

    with database(settings) as url:
        bring_up_to_date(url)
        asyncio.run(filling(url))


def demo_exists() -> bool:
    found = importlib.util.find_spec("sql.demo")
    return found is not None and found.origin is not None  # and not a folder of data alone


def paths(_: Arguments) -> None:
    """List every path, and where its handler is."""
    for entry in registry.each(Entry):
        file, line = place(entry)
        print(f"{kind(entry):5}{entry.path:34}{f'{file}:{line}':30}{entry.summary}")


def catalogue(arguments: Arguments) -> None:
    """Print what each path takes, answers and refuses."""
    rows = [
        {
            "path": entry.path,
            "kind": kind(entry),
            "context": entry.context.__name__,
            "takes": sorted(entry.takes),
            "codes": sorted(code.number for code in getattr(entry, "raises", ())),
            "place": ":".join(map(str, place(entry))),
            "summary": entry.summary,
        }
        for entry in registry.each(Entry)
    ]
    if arguments.json:
        print(msgspec.json.format(msgspec.json.encode(rows), indent=2).decode())
        return
    for row in rows:
        print(
            f"{row['kind']:5}{row['context']:10}{row['path']:34}{' '.join(map(str, row['codes']))}"
        )


def openapi(_: Arguments) -> None:
    """Print the OpenAPI description of all calls."""
    print(msgspec.json.format(msgspec.json.encode(described(registry)), indent=2).decode())


def mock(arguments: Arguments) -> None:
    """Run a host that answers every call with examples, for the web's VITE_MOCK."""
    print(f"Examples at http://127.0.0.1:{arguments.port}, Ctrl-C ends it", flush=True)
    uvicorn.run(
        rpc.mock.build(registry), host="127.0.0.1", port=arguments.port, log_level="warning"
    )


def receiver(arguments: Arguments) -> None:
    """Print what is sent to a port of this machine, to try postbacks on."""
    _receiver.receive(arguments.port)


def call(settings: Settings, arguments: Arguments) -> None:
    """Make a call as the operator of this machine."""
    with database(settings) as url:
        answer = asyncio.run(_call.call(registry, partial(opened, settings, url), arguments))
    print(answer)


WITH_PARTS: dict[str, Any] = {
    "import-brands": _import_brands,
    "import-orders": _import,
    "reconcile": _reconcile,
}
"""Commands with a module of their own."""


def with_parts(work: Callable[[Arguments, Parts], Awaitable[None]]) -> Command:
    """A command that needs the database and what stands on it."""

    @wraps(work)
    def command(settings: Settings, arguments: Arguments) -> None:
        async def working(url: str) -> None:
            async with opened(settings, url) as parts:
                await work(arguments, parts)

        with database(settings) as url:
            asyncio.run(working(url))

    return command


def kind(entry: Entry) -> str:
    return {Procedure: "call", Upload: "call", DoorEntry: "door", Job: "job"}[type(entry)]


def place(entry: Entry) -> tuple[Path, int]:
    file = Path(inspect.getsourcefile(entry.handler) or "").relative_to(ROOT)
    return file, inspect.getsourcelines(entry.handler)[1]


def parser() -> argparse.ArgumentParser:
    whole = argparse.ArgumentParser("portal", description="The publisher portal.")
    commands = whole.add_subparsers(required=True, metavar="COMMAND")

    def add(command: Callable[..., None], name: str = "") -> argparse.ArgumentParser:
        summary = (inspect.getdoc(command) or "").partition("\n")[0]
        added = commands.add_parser(name or command.__name__, help=summary, description=summary)
        added.set_defaults(command=command)
        return added

    add(run).add_argument("--reload", action="store_true", help="start anew when a file changes")
    for part in (serve, work):
        own = add(part)
        own.add_argument("--until-orphaned", action="store_true", help=argparse.SUPPRESS)
        own.add_argument("--ready-fd", type=int, help=argparse.SUPPRESS)
        own.add_argument("--listen-fd", type=int, help=argparse.SUPPRESS)
    add(migrate)
    if demo_exists():
        add(demo).add_argument("--once", action="store_true", help="only where there is none yet")
    add(paths)
    add(catalogue, "registry").add_argument("--json", action="store_true", help="for a program")
    add(openapi)
    add(mock).add_argument("port", type=int, nargs="?", default=8899, help="8899 if not given")
    add(receiver).add_argument("port", type=int, nargs="?", default=8090, help="8090 if not given")
    _call.describe(add(call))
    for name, part in WITH_PARTS.items():
        part.add_arguments(add(with_parts(part.run), name))
    return whole


def main() -> None:
    arguments = parser().parse_args()
    command: Any = arguments.command
    try:
        if "settings" not in inspect.signature(command, follow_wrapped=False).parameters:
            signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # `portal paths | head` is no error
            command(arguments)
            return
        settings = Settings.from_environment()
        rpc.log.configure(settings.log_level)
        command(settings, arguments)
    except ONE_LINE as error:
        sys.exit(wrong(str(error)))
    except Fault as fault:
        sys.exit(wrong(f"{fault.number} {fault}", status=1))
    except KeyboardInterrupt:
        sys.exit(130)


def wrong(message: str, status: int = 2) -> int:
    print(message, file=sys.stderr)
    return status


if __name__ == "__main__":
    main()
