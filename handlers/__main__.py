"""The command `portal`: everything that is done with the portal from a shell."""

import argparse
import inspect
import signal
import sys
from importlib import import_module
from typing import Any

import rpc.config.logs
from handlers.cli.arguments import ArgumentError
from handlers.cli.processes import RunError
from rpc.config.settings import Settings, SettingsError
from schema.core.errors import Fault
from sql.server.migrate import NOT_MIGRATED, MigrationError
from sql.server.pg_binaries import ServerError

ALONE = {
    "import-orders": "import_orders",
    "import-brands": "import_brands",
    "reconcile": "reconcile",
}
"""Commands with a module of their own, which alone is loaded: they begin sooner and take less memory."""
ONE_LINE = (SettingsError, ServerError, MigrationError, ArgumentError, RunError)
"""What a person can mend: said in one line, without a traceback."""


def parser(name: str | None) -> argparse.ArgumentParser:
    """Of all commands, or of the one of that name if it stands alone."""
    whole = argparse.ArgumentParser("portal", description="The publisher portal.")
    commands = whole.add_subparsers(required=True, metavar="COMMAND")
    for module in [ALONE[name]] if name in ALONE else ["commands", *ALONE.values()]:
        import_module(f"handlers.cli.{module}").add_to(commands)
    return whole


def main() -> None:
    arguments = parser(next(iter(sys.argv[1:]), None)).parse_args()
    command: Any = arguments.command
    try:
        if "settings" not in inspect.signature(command).parameters:
            signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # `portal paths | head` is no error
            command(arguments)
            return
        settings = Settings.from_environment()
        rpc.config.logs.configure(settings.log_level)
        command(settings, arguments)
    except ONE_LINE as error:
        sys.exit(wrong(str(error)))
    except NOT_MIGRATED as error:
        sys.exit(wrong(f"DATABASE_URL: {error}; bring the database up to date by `portal migrate`"))
    except Fault as fault:
        sys.exit(wrong(f"{fault.number} {fault}", status=1))
    except KeyboardInterrupt:
        sys.exit(130)


def wrong(message: str, status: int = 2) -> int:
    print(message, file=sys.stderr)
    return status


if __name__ == "__main__":
    main()
