"""The commands of `portal` that need all handlers: to run it, call it and describe it."""

import argparse
import asyncio
import importlib
import inspect
import signal
import sys
from argparse import Namespace as Arguments
from functools import partial
from pathlib import Path

import msgspec
import uvicorn

import rpc.openapi.mock
import sql.clicks.click
from handlers._registry import registry
from handlers.cli import call as _call
from handlers.cli import receiver as _receiver
from handlers.cli import run as _run
from handlers.cli import server
from handlers.cli.processes import allow_open_files, exit_with_parent
from handlers.cli.runner import Commands, add_command
from handlers.cli.server import signal_ready
from handlers.flows.call_descriptions import describe_calls
from handlers.reports.export_queue import queue_waiting
from handlers.user.time_zone import queue_recounts
from rpc.app import build
from rpc.calls.multipart import Upload
from rpc.calls.registry_entry import Endpoint, Entry, Procedure
from rpc.clients.files import generated_files
from rpc.clients.packages import PACKAGES, build_packages
from rpc.config.settings import ROOT, Settings
from rpc.database.connect import database
from rpc.jobs.job import Job
from rpc.monitoring.cells import ProcessKind
from rpc.monitoring.metrics import METRICS
from rpc.openapi.asyncapi import asyncapi_document
from rpc.openapi.promise import compare, compare_events, promised_document
from rpc.openapi.releases import RELEASED, RELEASED_EVENTS, read_event_releases, read_releases
from rpc.postbacks.dispatcher import dispatch
from rpc.process.heartbeat import heartbeat
from rpc.process.hold import wait_for_release
from rpc.process.memory import return_large_blocks
from rpc.process.resources import open_resources
from schema.core.api_version import API_VERSION, BREAKS
from schema.core.service import WORKER
from sql.server.migrate import migrate as bring_up_to_date


def run(settings: Settings, arguments: Arguments) -> None:
    """Start everything: database, demonstration data, web server and worker. Ctrl-C stops it."""
    prepare = ["migrate", "demo --once"] if settings.demo and demo_exists() else ["migrate"]
    _run.run(settings, prepare, reload=arguments.reload)


def serve(settings: Settings, arguments: Arguments) -> None:
    """Run only the web server."""
    if arguments.listen_fd is None:
        _run.bind_listener(settings).close()  # one line if the port is taken
    if arguments.until_orphaned:
        exit_with_parent()
    # uvicorn raises the signal again after its shutdown; then the database has to be left as well.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    share_metrics(settings, ProcessKind.WEB)
    with database(settings) as url:
        app = build(registry, partial(open_resources, settings, url), settings.cors_origins)
        server.serve(app, settings, arguments)


def work(settings: Settings, arguments: Arguments) -> None:
    """Run only the worker, which sends mails and does all other background work."""
    if arguments.until_orphaned:
        exit_with_parent()

    allow_open_files()
    share_metrics(settings, ProcessKind.WORKER)

    # What a worker needs alone takes as long to load as all the rest.
    run_jobs = importlib.import_module("rpc.jobs.worker").work

    async def working(url: str) -> None:
        stop = asyncio.Event()
        for number in (signal.SIGINT, signal.SIGTERM):
            asyncio.get_running_loop().add_signal_handler(number, stop.set)
        async with open_resources(settings, url) as resources:
            return_large_blocks()
            signal_ready(arguments.ready_fd)
            await wait_for_release(resources, stop)
            async with heartbeat(resources, WORKER):
                await asyncio.gather(run_jobs(registry, resources, stop), dispatch(resources, stop))

    with database(settings) as url:
        asyncio.run(working(url))


def share_metrics(settings: Settings, kind: ProcessKind) -> None:
    if settings.metrics:
        METRICS.share(settings.data_dir, kind)


def migrate(settings: Settings, _: Arguments) -> None:
    """Bring the database up to date."""

    async def make_room(url: str) -> None:
        async with open_resources(settings, url) as resources, resources.pool.acquire() as db:
            await sql.clicks.click.ensure_months(db, resources.clock.now().date())
            if recounts := await queue_recounts(db):
                print(f"Figures of {recounts} publishers are recounted by a worker")

    with database(settings) as url:
        for name in bring_up_to_date(url):
            print(f"Migrated {name}")
        asyncio.run(make_room(url))


def demo(settings: Settings, arguments: Arguments) -> None:
    """Create the demonstration data."""
    fill = importlib.import_module("handlers.demo.demonstration").fill

    async def filling(url: str) -> None:
        async with open_resources(settings, url) as resources:
            is_new = await fill(resources, notify=partial(print, flush=True))
            if is_new:
                async with resources.pool.acquire() as db:
                    await queue_waiting(db)
        if not is_new and not arguments.once:
            print("The demonstration data already exists")

    with database(settings) as url:
        bring_up_to_date(url)
        asyncio.run(filling(url))


def demo_exists() -> bool:
    return (ROOT / "handlers/demo/demonstration.py").is_file()


def paths(_: Arguments) -> None:
    """List every path with the file and line of its handler."""
    for entry in registry.entries(Entry):
        file, line = source_of(entry)
        print(f"{kind_of(entry):9}{entry.path:34}{f'{file}:{line}':30}{entry.summary}")


def catalogue(arguments: Arguments) -> None:
    """Print what each path takes, returns and refuses."""
    rows = [
        {
            "path": entry.path,
            "kind": kind_of(entry),
            "context": entry.context.__name__,
            "takes": sorted(entry.parameters),
            "codes": sorted(code.number for code in getattr(entry, "raises", ())),
            "place": ":".join(map(str, source_of(entry))),
            "summary": entry.summary,
        }
        for entry in registry.entries(Entry)
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
    print(msgspec.json.format(msgspec.json.encode(describe_calls()), indent=2).decode())


def release(_: Arguments) -> None:
    """Keep the promised calls and events as those of API_VERSION, unless it is released already."""
    documents = {
        RELEASED / f"{API_VERSION}.json": promised_document(describe_calls()),
        RELEASED_EVENTS / f"{API_VERSION}.json": asyncapi_document(),
    }
    missing = {file: document for file, document in documents.items() if not file.exists()}
    if not missing:
        raise SystemExit(
            f"{API_VERSION} is released: set API_VERSION to the day of the new release"
        )
    for file, document in missing.items():
        file.write_bytes(msgspec.json.format(msgspec.json.encode(document), indent=1) + b"\n")


def promise(_: Arguments) -> None:
    """Compare calls and events with the latest release; fails if a program that was written for it would break."""
    latest = read_releases()[-1]
    differences = [
        *compare(latest, describe_calls()),
        *compare_events(read_event_releases()[-1], asyncapi_document()),
    ]
    meant = {each.what for each in BREAKS}
    broken = [each for each in differences if each.breaking and str(each) not in meant]
    for each in broken:
        print(f"breaks programs written for {latest['info']['version']}: {each}", file=sys.stderr)
    if broken:
        raise SystemExit(1)


def clients(_: Arguments) -> None:
    """Write the typed calls of the clients in schema/clients."""
    for file, text in generated_files(registry).items():
        (ROOT / "schema/clients" / file).write_text(text)


def packages(_: Arguments) -> None:
    """Build the clients' packages, which the portal serves below /clients/."""
    build_packages(PACKAGES)


def mock(arguments: Arguments) -> None:
    """Run a server that answers every call with examples, for the web's VITE_MOCK."""
    print(f"Examples at http://127.0.0.1:{arguments.port}. Ctrl-C stops it.", flush=True)
    uvicorn.run(
        rpc.openapi.mock.build(registry), host="127.0.0.1", port=arguments.port, log_level="warning"
    )


def receiver(arguments: Arguments) -> None:
    """Print what is sent to a port of this machine, to try out postbacks."""
    _receiver.receive(arguments.port)


def call(settings: Settings, arguments: Arguments) -> None:
    """Make a call as the operator of this machine."""
    with database(settings) as url:
        answer = asyncio.run(
            _call.call(registry, partial(open_resources, settings, url), arguments)
        )
    print(answer)


def kind_of(entry: Entry) -> str:
    return {Procedure: "call", Upload: "call", Endpoint: "endpoint", Job: "job"}[type(entry)]


def source_of(entry: Entry) -> tuple[Path, int]:
    file = Path(inspect.getsourcefile(entry.handler) or "").relative_to(ROOT)
    return file, inspect.getsourcelines(entry.handler)[1]


def add_commands(commands: Commands) -> None:
    """Add each command with its arguments."""
    add_command(commands, run).add_argument(
        "--reload", action="store_true", help="restart when a file changes"
    )
    for part in (serve, work):
        own = add_command(commands, part)
        own.add_argument("--until-orphaned", action="store_true", help=argparse.SUPPRESS)
        own.add_argument("--ready-fd", type=int, help=argparse.SUPPRESS)
        own.add_argument("--listen-fd", type=int, help=argparse.SUPPRESS)
    add_command(commands, migrate)
    if demo_exists():
        add_command(commands, demo).add_argument(
            "--once", action="store_true", help="only if there is none yet"
        )
    add_command(commands, paths)
    add_command(commands, catalogue, "registry").add_argument(
        "--json", action="store_true", help="for a program"
    )
    add_command(commands, openapi)
    add_command(commands, release)
    add_command(commands, promise)
    add_command(commands, clients)
    add_command(commands, packages)
    add_command(commands, mock).add_argument(
        "port", type=int, nargs="?", default=8899, help="default: 8899"
    )
    add_command(commands, receiver).add_argument(
        "port", type=int, nargs="?", default=8090, help="default: 8090"
    )
    _call.add_arguments(add_command(commands, call))
