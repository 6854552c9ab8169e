"""The command `portal-client`, also as `python -m publisher_portal_client`."""

from __future__ import annotations

import argparse
import signal
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from . import options_from
from .errors import PortalError
from .listen import Listener, Receiver, Stopped, Store, read_feed
from .transport import Transport

ABOUT = """\
Send the events of the feed to a server of your own, as a postback would: one after the other, each a signed POST of
JSON with the headers webhook-id, webhook-timestamp and webhook-signature. The secret is made anew at each start and
printed. PORTAL_URL is the portal's address, PORTAL_TOKEN an API token with the scope report.read; events of payments
need payment.read too."""


def main(words: Sequence[str] | None = None) -> int:
    """Run the command; returns its exit status."""
    arguments = parser().parse_args(words)
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        transport = Transport(options_from(None, None, {}))
        listener = Listener(
            partial(read_feed, transport),
            Receiver(arguments.forward, arguments.attempts),
            Store(arguments.cursor),
            names=frozenset(arguments.event),
        )
        print(f"Secret of this run: {listener.receiver.secret}", flush=True)
        if arguments.new:
            listener.skip()
        listener.run(interval=None if arguments.once else arguments.interval)
    except KeyboardInterrupt:
        print("Stopped. The next start goes on from here.", flush=True)
    except (PortalError, Stopped, ValueError, OSError) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


def parser() -> argparse.ArgumentParser:
    whole = argparse.ArgumentParser(
        prog="portal-client", description="Tools of the portal's client."
    )
    commands = whole.add_subparsers(required=True, metavar="COMMAND")
    listen = commands.add_parser("listen", help="send events to a local server", description=ABOUT)
    listen.add_argument("--forward", required=True, metavar="URL", help="where to send events")
    listen.add_argument(
        "--cursor",
        type=Path,
        default=Path("portal-events.txt"),
        metavar="FILE",
        help="keeps the position in the feed between starts (default: %(default)s)",
    )
    listen.add_argument(
        "--event",
        action="append",
        default=[],
        metavar="NAME",
        help="send only events of this name, such as order.created; may be repeated",
    )
    listen.add_argument("--new", action="store_true", help="send only what happens from now on")
    listen.add_argument("--once", action="store_true", help="end after the events that there are")
    listen.add_argument(
        "--interval",
        type=float,
        default=5,
        metavar="SECONDS",
        help="pause before the feed is asked again (default: %(default)s)",
    )
    listen.add_argument(
        "--attempts",
        type=int,
        default=5,
        metavar="N",
        help="tries for each event, with growing pauses, before it is left out (default: %(default)s)",
    )
    return whole


if __name__ == "__main__":
    sys.exit(main())
