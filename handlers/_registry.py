"""Every path: importing this module registers all handlers. Commands that need none start sooner without it."""

from importlib import import_module
from pkgutil import walk_packages

import handlers
from rpc.calls.registry import registry

SHARED = ("handlers.flows", "handlers.cli")
"""Packages without paths."""

for _module in walk_packages(handlers.__path__, "handlers."):
    if not _module.name.startswith((*SHARED, "handlers._")):
        import_module(_module.name)

__all__ = ["registry"]
