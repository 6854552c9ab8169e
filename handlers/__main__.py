"""The command `portal`: everything that can be done with the portal from a shell."""

import argparse
import inspect
import signal
import sys
from importlib import import_module
from typing import Any

import rpc.monitoring.logs
from handlers.cli.arguments import ArgumentError
from handlers.cli.processes import RunError
from rpc.backup.errors import BackupError
from rpc.config.settings import Settings, SettingsError
from schema.core.errors import Fault
from schema.core.version import VERSION
from sql.server.migrate import NOT_MIGRATED, MigrationError
from sql.server.pg_binaries import ServerError

OWN_MODULES = {
    "import-orders": "imports.import_orders",
    "import-brands": "imports.import_brands",
    "import-rates": "imports.import_rates",
    "operator": "operators",
    "reconcile": "reconcile",
    "refile-clicks": "refile_clicks",
    "doctor": "doctor",
    "test-mail": "mail",
    "backup": "backups.backup",
    "verify": "backups.backup",
    "restore": "backups.restore",
}
"""Commands whose module is loaded alone, so that they start sooner and use less memory."""
USER_ERRORS = (
    SettingsError,
    ServerError,
    MigrationError,
    ArgumentError,
    RunError,
    BackupError,
)
"""Errors that a person can fix: shown in one line, without a traceback."""


def build_parser(name: str | None) -> argparse.ArgumentParser:
    """The parser of all commands, or of only the named one if it has a module of its own."""
    whole = argparse.ArgumentParser("portal", description="The publisher portal.")
    whole.add_argument("--version", action="version", version=f"portal {VERSION}")
    commands = whole.add_subparsers(required=True, metavar="COMMAND")
    for module in (
        [OWN_MODULES[name]]
        if name in OWN_MODULES
        else ["commands", *dict.fromkeys(OWN_MODULES.values())]
    ):
        import_module(f"handlers.cli.{module}").add_commands(commands)
    return whole


def main() -> None:
    arguments = build_parser(next(iter(sys.argv[1:]), None)).parse_args()
    command: Any = arguments.command
    try:
        if "settings" not in inspect.signature(command).parameters:
            signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # `portal paths | head` is not an error
            command(arguments)
            return
        settings = Settings.from_environment()
        rpc.monitoring.logs.configure(settings.log_level)
        command(settings, arguments)
    except USER_ERRORS as error:
        sys.exit(report_error(str(error)))
    except NOT_MIGRATED as error:
        sys.exit(
            report_error(
                f"DATABASE_URL: {error}; run `portal migrate` to bring the database up to date"
            )
        )
    except Fault as fault:
        sys.exit(report_error(f"{fault.number} {fault}", status=1))
    except KeyboardInterrupt:
        sys.exit(130)


def report_error(message: str, status: int = 2) -> int:
    print(message, file=sys.stderr)
    return status


if __name__ == "__main__":
    main()
